import type { Store } from '#server/db/store.ts'
import { type Catalogue, validateFlow } from '#server/engine/check-flow.ts'
import { type Plan, planUpsert as planUpsertOf } from '#server/engine/plan-flow.ts'
import type { OverridesOf } from '#server/engine/planned-node.ts'
import type { Program } from '#server/engine/program/program.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { isAgentFlow } from '#shared/flows.ts'
import { findDraft, findDraftRevision } from './drafts.repository.ts'
import type { DraftsService } from './drafts.service.ts'
import { emptyFlow } from './empty-flow.ts'
import { createFlowPlans, usableIn } from './flow-plans.ts'
import type { FlowReads } from './flow-reads.ts'
import type { FlowRow } from './flows.table.ts'

type Deps = {
  store: Store
  reads: FlowReads
  drafts: Pick<DraftsService, 'contentOf'>
  catalogue: Catalogue
  credentials: Pick<CredentialsService, 'usable'>
}

type UpsertPlanRequest = {
  nodeId: string | undefined
  isDraft: boolean
  overridesOf?: OverridesOf | undefined
}

export function createPlanReads({ store, reads, drafts, catalogue, credentials }: Deps) {
  const { plan: planOf, program: programOf } = createFlowPlans({ catalogue, credentials })

  /** The plan of the live version. Throws INVALID_FLOW with every issue when it cannot run. */
  async function plan({ versionId, userId }: Pick<FlowRow, 'versionId' | 'userId'>): Promise<Plan> {
    return planOf({ key: versionId, userId }, () => readPublished({ versionId }))
  }

  /** The plan of the draft, which the chat on the canvas runs. Its key is stored with the run. */
  async function planDraft(flow: Pick<FlowRow, 'id' | 'versionId' | 'userId'>) {
    const revision = await findDraftRevision(store.db, flow.id)
    if (revision === undefined) {
      return { versionId: flow.versionId, plan: await plan(flow) }
    }
    const versionId = `${flow.id}@${revision}`
    const read = async () => (await findDraft(store.db, flow.id))?.flowData ?? emptyFlow
    return { versionId, plan: await planOf({ key: versionId, userId: flow.userId }, read) }
  }

  /** The program of the live version of an agent flow. Throws INVALID_FLOW with every issue when it cannot run. */
  async function program({ versionId, userId }: Pick<FlowRow, 'versionId' | 'userId'>): Promise<Program> {
    return programOf({ key: versionId, userId }, () => readPublished({ versionId }))
  }

  /** The program of the draft, and its file, which a run may need after the draft has changed. */
  async function programDraft(flow: Pick<FlowRow, 'id' | 'versionId' | 'userId'>) {
    const revision = await findDraftRevision(store.db, flow.id)
    if (revision === undefined) {
      return { versionId: flow.versionId, program: await program(flow), draft: undefined }
    }
    const versionId = `${flow.id}@${revision}`
    const draft = (await findDraft(store.db, flow.id))?.flowData ?? emptyFlow
    const made = await programOf({ key: versionId, userId: flow.userId }, async () => draft)
    return { versionId, program: made, draft }
  }

  /** The program a run was started with, from its version or from the stored file of its draft. */
  function programOfRun(run: { versionId: string; userId: string }, draft: string | undefined) {
    const { versionId, userId } = run
    return draft === undefined
      ? program({ versionId, userId })
      : programOf({ key: versionId, userId }, async () => draft)
  }

  /** The plan of any file. `versionId` is new for each file, because plans are cached by it. */
  const planFile = ({ versionId, userId }: { versionId: string; userId: string }, flowData: string) =>
    planOf({ key: versionId, userId }, async () => flowData)

  async function planUpsert(flow: FlowRow, { nodeId, isDraft, overridesOf }: UpsertPlanRequest) {
    const revision = isDraft ? await findDraftRevision(store.db, flow.id) : undefined
    const flowData =
      revision === undefined ? await readPublished(flow) : await drafts.contentOf(store.db, flow)
    const versionId = revision === undefined ? flow.versionId : `${flow.id}@${revision}`
    const file = parseFlowFile(flowData)
    const known = { credentials: await usableIn(file.nodes, flow.userId, credentials) }
    return {
      versionId,
      plan: planUpsertOf(file, catalogue, { nodeId, known, ...(overridesOf && { overridesOf }) }),
    }
  }

  async function validate(flow: FlowRow) {
    const file = parseFlowFile(await reads.getSeen(store.db, flow))
    return validateFlow(file, catalogue, {
      credentials: await usableIn(file.nodes, flow.userId, credentials),
    })
  }

  /** The file of a version that has been live. Throws INVALID_FLOW for a draft. */
  async function readPublished({ versionId }: Pick<FlowRow, 'versionId'>) {
    const { flowData, publishedDate } = await reads.getLive(store.db, { versionId })
    return publishedDate ? flowData : rejectUnpublished()
  }

  /** Whether answers stream; false for a flow that cannot run. */
  async function streams(id: string) {
    const flow = await reads.find(id)
    // Post-processing needs the whole answer, so such a flow cannot stream.
    const isWorkedOn = readChatbotConfig(flow.chatbotConfig)?.postProcessing?.enabled === true
    const streams = isAgentFlow(flow.type)
      ? await program(flow).then(
          () => true,
          () => false,
        )
      : ((await plan(flow).catch(() => undefined))?.streams ?? false)
    return { isStreaming: streams && !isWorkedOn }
  }

  return {
    plan,
    planDraft,
    program,
    programDraft,
    programOfRun,
    planFile,
    planUpsert,
    streams,
    validate,
    published: readPublished,
  }
}

export type PlanReads = ReturnType<typeof createPlanReads>

function rejectUnpublished(): never {
  throw new AppError('INVALID_FLOW', 'This flow has not been published yet.')
}
