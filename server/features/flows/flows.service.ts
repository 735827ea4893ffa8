import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { ApiKeysService } from '#server/features/api-keys/api-keys.service.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import type { NewId } from '#server/ids.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { createFlowInput, FlowType, updateFlowInput } from '#shared/flows.ts'
import { microToUsd } from '#shared/money.ts'
import { changeDate } from './change-date.ts'
import { createKeyCheck } from './check-key.ts'
import { emptyDraft, findDraft } from './drafts.repository.ts'
import { type Actor, createDraftsService } from './drafts.service.ts'
import { drawFlow } from './draw-flow.ts'
import { createFlowConfigService } from './flow-config.service.ts'
import { createFileStorage, createFileStore, type FlowFiles } from './flow-files.ts'
import { createFlowLosses, type Related } from './flow-losses.ts'
import { createFlowReads, rejectUnknown } from './flow-reads.ts'
import { createFlowStarts } from './flow-starts.ts'
import type { listCards } from './flows.repository.ts'
import * as rows from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'
import { createNewFlows, settingsOf } from './new-flows.ts'
import { overridableFields } from './openable-nodes.ts'
import { createPlanReads } from './plan-reads.ts'
import { defined, toSaved } from './to-saved.ts'
import { createVersionLog } from './version-log.ts'
import { createVersionsService } from './versions.service.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  runs: Pick<RunsService, 'totals'>
  files: FlowFiles
  /** Removes what other features store about the flow, in the transaction that removes it. */
  removeRelated(tx: Writer, flowId: string): Promise<void>
  /** What `removeRelated` would remove. */
  listRelated(db: Reader, flow: FlowRow): Promise<Related>
  credentials: Pick<CredentialsService, 'usable'>
  apiKeys: Pick<ApiKeysService, 'find'>
  audit: Pick<AuditService, 'append'>
  /** *Run before publishing*: throws CHECKS_FAILED when the flow may not go live with this file. */
  requireChecked(db: Reader, flow: FlowRow, flowData: string): Promise<void>
}

type Listing = {
  types?: readonly FlowType[] | undefined
  page?: number | undefined
  limit?: number | undefined
}

type SaveOwned = {
  id: string
  type: FlowType
  name: string
  flowData: string
  /** Absent: over whatever is stored. */
  base?: number | undefined
  keepsOther: boolean
}

/** Saved flows; drafts and versions have their own services. Flows of other users throw NOT_FOUND. */
export function createFlowsService(deps: Deps) {
  const { store, newId, now, catalogue, runs, files, credentials, removeRelated } = deps
  const reads = createFlowReads(store)
  const checkKey = createKeyCheck({ store, reads, apiKeys: deps.apiKeys })
  const { getRow, find, findOwn } = reads
  const log = createVersionLog({ newId, now })
  const drafts = createDraftsService({ store, now, reads, log })
  const versions = createVersionsService({ ...deps, reads, log, drafts })
  const config = createFlowConfigService({ store, now, reads, drafts, catalogue })
  const plans = createPlanReads({ store, reads, drafts, catalogue, credentials })
  const fileStore = createFileStore({ catalogue, files })
  const { create, start, createExample, insert, beginIn, insertKnowledge } = createNewFlows({
    ...{ store, newId, now, catalogue },
    ...{ drafts, log, fileStore, checkKey },
  })
  const storage = createFileStorage(fileStore.storeFiles, (userId, id) => getRow(store.db, userId, id))

  async function list(userId: string, { types, page, limit }: Listing) {
    const listing = { userId, types }
    if (!(page && limit)) {
      return (await rows.listFlows(store.db, listing)).map(toSaved)
    }
    const found = await rows.listFlows(store.db, listing, { limit, offset: (page - 1) * limit })
    return { data: found.map(toSaved), total: await rows.countFlows(store.db, listing) }
  }

  /** Without flow data, which is most of the size. */
  async function headings(userId: string, { types, page, limit }: Listing) {
    const listing = { userId, types }
    if (!(page && limit)) {
      return rows.listHeadings(store.db, listing)
    }
    const data = await rows.listHeadings(store.db, listing, { limit, offset: (page - 1) * limit })
    return { data, total: await rows.countFlows(store.db, listing) }
  }

  async function summaries(userId: string, types: readonly FlowType[]) {
    const since = new Date(now().getTime() - WEEK_MS)
    const totals = new Map((await runs.totals(userId, since)).map((total) => [total.flowId, total]))
    return (await rows.listCards(store.db, { userId, types }))
      .map(toCard)
      .toSorted((a, b) => b.updatedDate.getTime() - a.updatedDate.getTime())
      .map((flow) => ({
        ...flow,
        messages: totals.get(flow.id)?.answers ?? 0,
        cost: microToUsd(totals.get(flow.id)?.costMicro ?? 0),
      }))
  }

  async function get(userId: string, id: string) {
    const flow = await getRow(store.db, userId, id)
    return toSaved({ flow, flowData: await reads.getSeen(store.db, flow) })
  }

  /** One flow at a time: all together may exceed the memory. */
  async function* each(userId: string, types: readonly FlowType[]) {
    for (const { versionId, ...flow } of await rows.listNames(store.db, { userId, types })) {
      const flowData = await reads.getSeen(store.db, { id: flow.id, versionId }).catch(() => undefined)
      if (flowData !== undefined) {
        yield { ...flow, flowData }
      }
    }
  }

  /**
   * Publishes at once, as integrators expect. An existing draft is replaced and kept as a version; clients that
   * have it open detect this by the revision.
   */
  async function update(actor: Actor, { id, flowData, ...fields }: z.infer<typeof updateFlowInput>) {
    const drawn = flowData === undefined ? undefined : drawFlow(parseFlowFile(flowData))
    const { authorId, userId } = actor
    await checkKey({ userId, apikeyid: fields.apikeyid, flowId: id })
    return store.transaction(async (tx) => {
      const flow = await getRow(tx, userId, id)
      const live = await reads.getLive(tx, flow)
      const isNew = flowData !== undefined && (flowData !== live.flowData || live.publishedDate === null)
      const changes = { ...defined(fields), ...drawn, updatedDate: changeDate(now(), flow) }
      if (!isNew) {
        const updated = (await rows.updateFlow(tx, id, changes)) ?? rejectUnknown()
        return toSaved({ flow: updated, flowData: await reads.getSeen(tx, flow) })
      }
      await deps.requireChecked(tx, flow, flowData)
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
      const updated = (await rows.updateFlow(tx, id, { ...changes, versionId })) ?? rejectUnknown()
      await drafts.clear(tx, updated, { base: draft?.revision ?? 0, authorId })
      return toSaved({ flow: updated, flowData })
    })
  }

  async function duplicate(userId: string, id: string, name: string | undefined) {
    const flow = await get(userId, id)
    const { flowData, type } = flow
    const copy = { ...settingsOf(flow), name: name ?? `${flow.name} copy`.slice(0, 255), type, flowData }
    return create(userId, copy, id)
  }

  async function duplicateVersion(actor: Actor, id: string, versionId: string, name: string) {
    const flow = await getRow(store.db, actor.userId, id)
    const { flowData } = await reads.getVersion(store.db, flow, versionId)
    return start(actor, { name, type: flow.type, flowData }, flow)
  }

  /** Also deletes its messages, leads, draft and files. Its runs stay, because they explain charges. */
  async function remove(userId: string, id: string) {
    await store.transaction((tx) => removeIn(tx, userId, id))
    await fileStore.removeAll(id)
    return { affected: 1, raw: [] as [] }
  }

  /** In the caller's transaction, which removes the files afterwards. */
  async function removeIn(tx: Writer, userId: string, id: string) {
    await getRow(tx, userId, id)
    await removeRelated(tx, id)
    await emptyDraft(tx, id)
    await rows.updateFlow(tx, id, { removedDate: now() })
  }

  /**
   * Flowise clients create the flow of an assistant under the assistant's id, where it already exists here: the flow
   * is updated instead.
   */
  async function createOrUpdate(actor: Actor, { id, ...input }: z.infer<typeof createFlowInput>) {
    const found = id && input.type === 'ASSISTANT' ? await rows.findFlow(store.db, id) : undefined
    return found?.userId === actor.userId && found.type === 'ASSISTANT'
      ? storage(update)(actor, { ...input, id: found.id })
      : create(actor.userId, input)
  }

  /** For the feature whose row a flow belongs to, in that feature's transaction. */
  async function saveOwned(
    tx: Writer,
    actor: Actor,
    { type, base, ...input }: SaveOwned,
  ): Promise<Awaited<ReturnType<typeof drafts.readHead>>> {
    const flow = await rows.findFlow(tx, input.id)
    if (!flow) {
      return beginIn(tx, actor, { ...input, type })
    }
    const current = async () => (await findDraft(tx, input.id))?.revision ?? 0
    return drafts.saveIn(tx, actor, { ...input, base: base ?? (await current()) })
  }

  /** The row that stands for a document store. */
  async function findKnowledge(id: string) {
    return (await rows.findKnowledgeFlow(store.db, id)) ?? rejectUnknown()
  }

  async function updateKnowledge(
    tx: Writer,
    id: string,
    changes: { name?: string | undefined; description?: string | undefined },
  ) {
    await rows.updateFlow(tx, id, { ...defined(changes), updatedDate: now() })
  }

  /** Its runs stay, because they explain charges. */
  async function removeKnowledge(tx: Writer, id: string) {
    await rows.updateFlow(tx, id, { removedDate: now() })
  }

  async function hasChanged(userId: string, id: string, lastUpdatedDate: Date) {
    const { updatedDate } = await getRow(store.db, userId, id)
    return { hasChanged: updatedDate.getTime() !== lastUpdatedDate.getTime() }
  }

  async function validate(userId: string, id: string) {
    return plans.validate(await getRow(store.db, userId, id))
  }

  async function overridable(userId: string, id: string) {
    const flow = await getRow(store.db, userId, id)
    return overridableFields(await reads.getSeen(store.db, flow), catalogue)
  }

  /** Flows a key's owner has bound to it, and unless `isBoundOnly` those bound to no key, by name. */
  async function ofKey(userId: string, keyId: string, isBoundOnly: boolean) {
    const all = (await rows.listFlows(store.db, { userId, types: undefined })).map(toSaved)
    return all
      .filter(({ apikeyid }) => apikeyid === keyId || (!isBoundOnly && !apikeyid))
      .toSorted((a, b) => a.name.localeCompare(b.name))
  }

  const taken = (userId: string, ids: readonly string[]) => rows.listExistingFlows(store.db, userId, ids)
  const weigh = (userId: string) => rows.weighFlows(store.db, userId)
  const listNames = (userId: string) => rows.listNames(store.db, { userId, types: undefined })
  async function isReachable() {
    store.assertDurable()
    await rows.findFlow(store.db, 'none')
    return true
  }

  return {
    drafts: { ...drafts, save: storage(drafts.save) },
    versions: {
      ...versions,
      save: storage(versions.save),
      keep: storage(versions.saveVersion),
      publish: storage(versions.publish),
      restore: storage(versions.restore),
    },
    config,
    /** For an import, before its transaction. */
    keepFiles: fileStore.storeFiles,
    removeFiles: fileStore.removeAll,
    isReachable,
    list,
    headings,
    summaries,
    get,
    find,
    findOwn,
    ...plans,
    startOf: createFlowStarts(plans),
    create,
    start,
    createExample,
    createOrUpdate,
    saveOwned,
    publishOwned: versions.publishIn,
    restoreOwned: versions.restoreIn,
    removeIn,
    hasOwn: async (tx: Writer, userId: string, id: string) =>
      (await rows.findFlow(tx, id))?.userId === userId,
    each,
    insert,
    insertKnowledge,
    findKnowledge,
    updateKnowledge,
    removeKnowledge,
    taken,
    weigh,
    listNames,
    update: storage(update),
    duplicate,
    duplicateVersion,
    remove,
    losses: createFlowLosses({ ...deps, reads, config }),
    hasChanged,
    validate,
    overridable,
    ofKey,
  }
}

export type { FlowStart, StartOf } from './flow-starts.ts'
export type FlowsService = ReturnType<typeof createFlowsService>

type CardRow = Awaited<ReturnType<typeof listCards>>[number]

function toCard({ flow, draft, publishedDate, version }: CardRow) {
  const isDraft = draft !== null && draft.nodeCount !== null
  const isPublished = publishedDate !== null
  const changeCount = isDraft && isPublished ? countChanges(draft.changes) : 0
  return {
    ...flow,
    ...(isDraft && { nodeCount: draft.nodeCount ?? 0, thumbnail: draft.thumbnail ?? flow.thumbnail }),
    updatedDate: isDraft && draft.savedDate > flow.updatedDate ? draft.savedDate : flow.updatedDate,
    draft: isPublished ? (changeCount > 0 ? 'ahead' : 'none') : 'never',
    version: isPublished ? version : null,
    changeCount,
  } as const
}

function countChanges(changes: { added: number; removed: number; changed: number } | null) {
  return changes ? changes.added + changes.removed + changes.changed : 0
}
