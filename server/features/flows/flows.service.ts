import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import { type Catalogue, validateFlow } from '#server/engine/check-flow.ts'
import { type Plan, planFilling as planFillingOf } from '#server/engine/plan-flow.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { beginFlowInput } from '#shared/flow-versions.ts'
import type { createFlowInput, FlowType, updateFlowInput } from '#shared/flows.ts'
import { microToUsd } from '#shared/money.ts'
import { emptyDraft, findDraft, findDraftRevision } from './drafts.repository.ts'
import { type Actor, createDraftsService } from './drafts.service.ts'
import { drawFlow } from './draw-flow.ts'
import { type ExampleLanguage, examples, makeExampleFlow } from './example-flow.ts'
import { createFlowConfigService } from './flow-config.service.ts'
import { createFileKeeper, createKeeping, type FlowFiles } from './flow-files.ts'
import { createFlowPlans } from './flow-plans.ts'
import { createFlowReads, refuseUnknown } from './flow-reads.ts'
import * as rows from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'
import { toCard } from './to-card.ts'
import { createVersionLog } from './version-log.ts'
import { createVersionsService } from './versions.service.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000
/** What answers in a flow that was begun on the canvas, until it is published: nothing. */
const EMPTY = '{"nodes":[],"edges":[]}'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  messages: Pick<MessagesService, 'removeIn'>
  runs: Pick<RunsService, 'totals'>
  files: FlowFiles
}

type Listing = {
  types?: readonly FlowType[] | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** Saved flows. Their drafts and versions are in rooms of their own. Another's flow does not exist. */
export function createFlowsService({ store, newId, now, catalogue, messages, runs, files }: Deps) {
  const reads = createFlowReads(store)
  const { getRow, find } = reads
  const log = createVersionLog({ newId, now })
  const drafts = createDraftsService({ store, now, reads, log })
  const versions = createVersionsService({ store, now, reads, log, drafts })
  const config = createFlowConfigService({ store, now, reads, drafts, catalogue })
  const planOf = createFlowPlans(catalogue)
  const keeper = createFileKeeper({ catalogue, files })
  const keeping = createKeeping(keeper.keep, (userId, id) => getRow(store.db, userId, id))

  async function list(userId: string, { types, page, limit }: Listing) {
    const listing = { userId, types }
    if (!(page && limit)) {
      return (await rows.listFlows(store.db, listing)).map(toSaved)
    }
    const found = await rows.listFlows(store.db, listing, { limit, offset: (page - 1) * limit })
    return { data: found.map(toSaved), total: await rows.countFlows(store.db, listing) }
  }

  /** For lists: small whatever the flows weigh. Newest change first, whether it was published or not. */
  async function summaries(userId: string, types: readonly FlowType[]) {
    const since = new Date(now().getTime() - WEEK_MS)
    const totals = new Map((await runs.totals(userId, since)).map((total) => [total.flowId, total]))
    return (await rows.listCards(store.db, { userId, types }))
      .map(toCard)
      .toSorted((a, b) => b.updatedDate.getTime() - a.updatedDate.getTime())
      .map((flow) => ({
        ...flow,
        messages: totals.get(flow.id)?.count ?? 0,
        cost: microToUsd(totals.get(flow.id)?.costMicro ?? 0),
      }))
  }

  async function get(userId: string, id: string) {
    const flow = await getRow(store.db, userId, id)
    return toSaved({ flow, flowData: await reads.getSeen(store.db, flow) })
  }

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
    const read = async () => (await findDraft(store.db, flow.id))?.flowData ?? EMPTY
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

  /** Answers at once, as programs expect. */
  function create(
    userId: string,
    { flowData: sent, ...fields }: z.infer<typeof createFlowInput>,
    like?: string,
  ) {
    return withFiles(sent, like, (id, flowData) =>
      store.transaction(async (tx) => {
        const flow = await insertNew(tx, userId, { ...defined(fields), id, flowData }, now())
        return toSaved({ flow, flowData })
      }),
    )
  }

  /** From the canvas: it answers nobody until it is published. */
  function begin(
    { userId, authorId }: Actor,
    { flowData: sent, name, type }: z.output<typeof beginFlowInput>,
    like?: string,
  ) {
    return withFiles(sent, like, (id, flowData) =>
      store.transaction(async (tx) => {
        const flow = await insertNew(tx, userId, { id, name, type, flowData: EMPTY }, undefined)
        await drafts.place(tx, flow, { base: 0, flowData, authorId })
        return { ...(await drafts.readHead(tx, flow)), id: flow.id, type: flow.type, flowData }
      }),
    )
  }

  /** A new flow with its uploads, and with the files of the one it is `like`: both or none. */
  async function withFiles<Flow>(
    sent: string,
    like: string | undefined,
    insertIt: (id: string, flowData: string) => Promise<Flow>,
  ) {
    const id = newId()
    try {
      if (like !== undefined) {
        await keeper.copy(like, id, sent)
      }
      return await insertIt(id, await keeper.keep(id, sent))
    } catch (error) {
      await keeper.removeAll(id)
      throw error
    }
  }

  type New = Partial<FlowRow> & { id: string; flowData: string }

  async function insertNew(tx: Writer, userId: string, input: New, publishedDate: Date | undefined) {
    const { flowData, id, ...fields } = input
    const date = now()
    const flow = {
      ...unset,
      ...fields,
      id,
      userId,
      versionId: '',
      ...drawFlow(parseFlowFile(flowData)),
      createdDate: date,
      updatedDate: date,
    } as FlowRow
    await rows.insertFlow(tx, flow)
    const first = { flowId: id, liveId: '', flowData, authorId: userId, publishedDate }
    const { id: versionId } = await log.add(tx, { ...first, reason: 'created' })
    await rows.updateFlow(tx, id, { versionId })
    return { ...flow, versionId }
  }

  /** Everything of these types, one after the other: together they may be more than memory should hold. */
  async function* each(userId: string, types: readonly FlowType[]) {
    for (const { versionId, ...flow } of await rows.listNames(store.db, { userId, types })) {
      const flowData = await reads.getSeen(store.db, { id: flow.id, versionId }).catch(() => undefined)
      if (flowData !== undefined) {
        yield { ...flow, flowData }
      }
    }
  }

  /**
   * In the caller's transaction, under an id that `taken` has not named: a flow of his own that was removed comes back to
   * life under it, as a new version.
   */
  async function insert(
    tx: Writer,
    userId: string,
    {
      flowData,
      ...flow
    }: Pick<FlowRow, 'id' | 'name' | 'type' | 'thumbnail' | 'nodeCount'> & {
      flowData: string
    },
  ) {
    const date = now()
    const row = { ...unset, ...flow, userId, versionId: '', createdDate: date, updatedDate: date }
    if (!(await rows.reviveFlow(tx, userId, row))) {
      await rows.insertFlow(tx, row)
    }
    const version = { flowId: flow.id, liveId: '', flowData, authorId: userId, publishedDate: date }
    const { id: versionId } = await log.add(tx, { ...version, reason: 'created' })
    await rows.updateFlow(tx, flow.id, { versionId })
  }

  function createExample(userId: string, language: ExampleLanguage) {
    const flowData = makeExampleFlow(catalogue, language)
    return create(userId, { name: examples[language].name, type: 'CHATFLOW', flowData })
  }

  /**
   * Publishes at once, as integrators expect: what is saved is what answers. A draft makes way and is kept as a version;
   * whoever has it open is told by the revision.
   */
  function update(actor: Actor, { id, flowData, ...fields }: z.infer<typeof updateFlowInput>) {
    const drawn = flowData === undefined ? undefined : drawFlow(parseFlowFile(flowData))
    const { authorId } = actor
    return store.transaction(async (tx) => {
      const flow = await getRow(tx, actor.userId, id)
      const live = await reads.getLive(tx, flow)
      const isNew = flowData !== undefined && (flowData !== live.flowData || live.publishedDate === null)
      const changes = { ...defined(fields), ...drawn, updatedDate: after(flow.updatedDate) }
      if (!isNew) {
        const updated = (await rows.updateFlow(tx, id, changes)) ?? refuseUnknown()
        return toSaved({ flow: updated, flowData: await reads.getSeen(tx, flow) })
      }
      const draft = await findDraft(tx, id)
      const version = { flowId: id, liveId: flow.versionId, authorId }
      if (draft?.flowData) {
        await log.addUnlessSame(tx, { ...version, flowData: draft.flowData, reason: 'before-api' })
      }
      const { id: versionId } = await log.add(tx, {
        ...version,
        flowData,
        reason: 'api',
        publishedDate: now(),
      })
      const updated = (await rows.updateFlow(tx, id, { ...changes, versionId })) ?? refuseUnknown()
      await drafts.clear(tx, updated, { base: draft?.revision ?? 0, authorId })
      return toSaved({ flow: updated, flowData })
    })
  }

  // Two saves in one millisecond are still two: who saw the first must notice the second.
  function after(date: Date) {
    return new Date(Math.max(now().getTime(), date.getTime() + 1))
  }

  async function duplicate(userId: string, id: string, name: string | undefined) {
    const { flowData, type, category, ...flow } = await get(userId, id)
    const copy = { name: name ?? `${flow.name} copy`.slice(0, 255), type, category, flowData }
    return create(userId, copy, id)
  }

  /** A version as a flow of its own, which answers nobody until it is published. */
  async function duplicateVersion(actor: Actor, id: string, versionId: string, name: string) {
    const flow = await getRow(store.db, actor.userId, id)
    const { flowData } = await reads.getVersion(store.db, flow, versionId)
    return begin(actor, { name, type: flow.type, flowData }, id)
  }

  /** With its messages, its draft and its files. Its runs stay, for they explain what was paid. */
  async function remove(userId: string, id: string) {
    await store.transaction(async (tx) => {
      await getRow(tx, userId, id)
      await messages.removeIn(tx, { flowId: id })
      await emptyDraft(tx, id)
      await rows.updateFlow(tx, id, { removedDate: now() })
    })
    await keeper.removeAll(id)
    return { affected: 1, raw: [] as [] }
  }

  async function hasChanged(userId: string, id: string, lastUpdatedDate: Date) {
    const { updatedDate } = await getRow(store.db, userId, id)
    return { hasChanged: updatedDate.getTime() !== lastUpdatedDate.getTime() }
  }

  async function validate(userId: string, id: string) {
    const flow = await getRow(store.db, userId, id)
    return validateFlow(parseFlowFile(await reads.getSeen(store.db, flow)), catalogue)
  }

  /** Whether answers come word by word; a flow that cannot run cannot stream either. */
  async function streams(id: string) {
    const { versionId, chatbotConfig } = await find(id)
    // What is worked on once more when it is whole cannot be told before.
    const isWorkedOn = readChatbotConfig(chatbotConfig)?.postProcessing?.enabled === true
    const streams = (await plan(versionId).catch(() => undefined))?.streams ?? false
    return { isStreaming: streams && !isWorkedOn }
  }

  /** Which of these ids are not free for this user. */
  const taken = (userId: string, ids: readonly string[]) => rows.takenFlows(store.db, userId, ids)
  /** How many there are of each type, and how heavy they are. */
  const weigh = (userId: string) => rows.weighFlows(store.db, userId)
  const listNames = (userId: string) => rows.listNames(store.db, { userId, types: undefined })
  const boundTo = (keyIds: string[]) => rows.listBoundTo(store.db, keyIds)
  /** Whether the database answers. */
  async function isReachable() {
    await rows.findFlow(store.db, 'none')
    return true
  }

  return {
    drafts: { ...drafts, save: keeping(drafts.save) },
    versions: {
      ...versions,
      save: keeping(versions.save),
      keep: keeping(versions.keep),
      publish: keeping(versions.publish),
      restore: keeping(versions.restore),
    },
    config,
    /** For an import, before its transaction. */
    keepFiles: keeper.keep,
    removeFiles: keeper.removeAll,
    isReachable,
    list,
    summaries,
    get,
    find,
    plan,
    planDraft,
    planFilling,
    create,
    begin,
    createExample,
    each,
    insert,
    taken,
    weigh,
    listNames,
    update: keeping(update),
    duplicate,
    duplicateVersion,
    remove,
    hasChanged,
    validate,
    streams,
    boundTo,
  }
}

const unset = {
  deployed: false,
  isPublic: false,
  apikeyid: null,
  category: null,
  chatbotConfig: null,
  apiConfig: null,
  analytic: null,
  speechToText: null,
  textToSpeech: null,
  followUpPrompts: null,
  removedDate: null,
}

/** Only what was said. Clients send null for switches they have never touched. */
function defined<Fields extends Record<string, unknown>>(fields: Fields) {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    said.map(([name, value]) => [name, value ?? (name === 'deployed' || name === 'isPublic' ? false : null)]),
  ) as Partial<FlowRow>
}

function toSaved({ flow, flowData }: { flow: FlowRow; flowData: string }) {
  return { ...flow, flowData }
}

function refuseUnpublished(): never {
  throw new AppError('INVALID_FLOW', 'This flow has not been published yet.')
}

export type FlowsService = ReturnType<typeof createFlowsService>
