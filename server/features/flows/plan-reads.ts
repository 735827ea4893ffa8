import type { Store } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { type Plan, planFilling as planFillingOf } from '#server/engine/plan-flow.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { findDraft, findDraftRevision } from './drafts.repository.ts'
import type { DraftsService } from './drafts.service.ts'
import { emptyFlow } from './empty-flow.ts'
import { createFlowPlans } from './flow-plans.ts'
import type { FlowReads } from './flow-reads.ts'
import type { FlowRow } from './flows.table.ts'

type Deps = {
  store: Store
  reads: FlowReads
  drafts: Pick<DraftsService, 'contentOf'>
  catalogue: Catalogue
}

/** What is run when a flow is asked: what answers everybody, or what stands on the canvas. */
export function createPlanReads({ store, reads, drafts, catalogue }: Deps) {
  const planOf = createFlowPlans(catalogue)

  /** What answers everybody. Throws INVALID_FLOW with every fault when it cannot run. */
  async function plan(versionId: string): Promise<Plan> {
    return planOf(versionId, () => readPublished({ versionId }))
  }

  /** What the canvas shows, which is what its own chat asks. The name of what was planned is what a run remembers. */
  async function planDraft(flow: Pick<FlowRow, 'id' | 'versionId'>) {
    const revision = await findDraftRevision(store.db, flow.id)
    if (revision === undefined) {
      return { versionId: flow.versionId, plan: await plan(flow.versionId) }
    }
    const versionId = `${flow.id}@${revision}`
    const read = async () => (await findDraft(store.db, flow.id))?.flowData ?? emptyFlow
    return { versionId, plan: await planOf(versionId, read) }
  }

  /** What fills a store of a flow: as it answers, or as it stands on the canvas. */
  async function planFilling(
    flow: FlowRow,
    { nodeId, isDraft }: { nodeId?: string | undefined; isDraft: boolean },
  ) {
    const revision = isDraft ? await findDraftRevision(store.db, flow.id) : undefined
    const flowData =
      revision === undefined ? await readPublished(flow) : await drafts.contentOf(store.db, flow)
    const versionId = revision === undefined ? flow.versionId : `${flow.id}@${revision}`
    return { versionId, plan: planFillingOf(parseFlowFile(flowData), catalogue, nodeId) }
  }

  async function readPublished({ versionId }: Pick<FlowRow, 'versionId'>) {
    const { flowData, publishedDate } = await reads.getLive(store.db, { versionId })
    return publishedDate ? flowData : refuseUnpublished()
  }

  /** Whether answers come word by word; a flow that cannot run cannot stream either. */
  async function streams(id: string) {
    const { versionId, chatbotConfig } = await reads.find(id)
    // What is worked on once more when it is whole cannot be told before.
    const isWorkedOn = readChatbotConfig(chatbotConfig)?.postProcessing?.enabled === true
    const streams = (await plan(versionId).catch(() => undefined))?.streams ?? false
    return { isStreaming: streams && !isWorkedOn }
  }

  return { plan, planDraft, planFilling, streams }
}

function refuseUnpublished(): never {
  throw new AppError('INVALID_FLOW', 'This flow has not been published yet.')
}
