import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type {
  keepVersionInput,
  nameVersionInput,
  publishInput,
  publishVersionInput,
  restoreVersionInput,
  saveVersionInput,
} from '#shared/flow-versions.ts'
import { changeDate } from './change-date.ts'
import { findDraft } from './drafts.repository.ts'
import type { Actor, DraftsService } from './drafts.service.ts'
import { drawFlow } from './draw-flow.ts'
import type { FlowReads } from './flow-reads.ts'
import { updateFlow } from './flows.repository.ts'
import type { FlowRow, VersionRow } from './flows.table.ts'
import type { VersionLog } from './version-log.ts'
import * as rows from './versions.repository.ts'

type Deps = {
  store: Store
  now: () => Date
  reads: FlowReads
  log: VersionLog
  drafts: DraftsService
  audit: Pick<AuditService, 'append'>
  /** Throws CHECKS_FAILED when the flow may not go live with this file. */
  requireChecked(db: Reader, flow: FlowRow, flowData: string): Promise<void>
}

export function createVersionsService({ store, now, reads, log, drafts, audit, requireChecked }: Deps) {
  /** Newest first. */
  async function list(userId: string, id: string) {
    const flow = await reads.getRow(store.db, userId, id)
    const found = await rows.listVersions(store.db, id)
    return found.map((version) => ({ ...version, isLive: isLive(flow, version) }))
  }

  async function get(userId: string, id: string, versionId: string) {
    const flow = await reads.getRow(store.db, userId, id)
    const { flowData } = await reads.getVersion(store.db, flow, versionId)
    return { id: versionId, flowData }
  }

  function save(actor: Actor, { id, base, flowData, name, message }: z.output<typeof saveVersionInput>) {
    return store.transaction(async (tx) => {
      const flow = await reads.getRow(tx, actor.userId, id)
      const { authorId } = actor
      const addition = { flowId: id, liveId: flow.versionId, flowData, authorId, name: message }
      const before = await rows.findNewestVersion(tx, id)
      const version = await log.addUnlessSame(tx, { ...addition, reason: 'saved' })
      await drafts.place(tx, flow, { base, flowData, authorId, isVersion: true })
      const head = await drafts.readHead(tx, await drafts.rename(tx, flow, name))
      return { ...head, version: version.number, isNew: version.id !== before?.id, size: version.changes }
    })
  }

  function saveVersion(
    { userId, authorId }: Actor,
    { id, flowData, reason }: z.output<typeof keepVersionInput>,
  ) {
    return store.transaction(async (tx) => {
      const flow = await reads.getRow(tx, userId, id)
      const { number } = await log.addUnlessSame(tx, {
        flowId: id,
        liveId: flow.versionId,
        flowData,
        authorId,
        reason,
      })
      return { number }
    })
  }

  /** Checks the flow before it goes live. True when its owner publishes it although a check failed. */
  async function isOverridden(tx: Writer, flow: FlowRow, { flowData, reason }: Checked) {
    try {
      await requireChecked(tx, flow, flowData)
      return false
    } catch (error) {
      if (reason === undefined || !(error instanceof AppError && error.code === 'CHECKS_FAILED')) {
        throw error
      }
      return true
    }
  }

  /** The last write of its transaction. */
  const auditOverride = (tx: Writer, { userId, authorId }: Actor, { id, name }: FlowRow, reason = '') =>
    audit.append(tx, {
      ...{ kind: 'admin', action: 'flows.publishAnyway', actorId: authorId, address: '' },
      ...{ onBehalfOf: userId === authorId ? null : userId, details: { id, name, reason } },
    })

  const publish = (actor: Actor, input: z.output<typeof publishInput>) =>
    store.transaction((tx) => publishIn(tx, actor, input))

  /** Auditing is the last write of the transaction. */
  async function publishIn(
    tx: Writer,
    actor: Actor,
    { id, base, flowData, name, message, reason }: z.output<typeof publishInput>,
  ) {
    const flow = await reads.getRow(tx, actor.userId, id)
    const { authorId } = actor
    const isForced = await isOverridden(tx, flow, { flowData, reason })
    const version = await log.addUnlessSame(tx, {
      flowId: id,
      liveId: flow.versionId,
      flowData,
      authorId,
      reason: 'published',
      name: message || (isForced ? reason : undefined),
      publishedDate: now(),
    })
    const live = await goLive(tx, flow, version)
    await drafts.clear(tx, live, { base, authorId })
    const renamed = await drafts.rename(tx, live, name)
    await (isForced && auditOverride(tx, actor, renamed, reason))
    return drafts.readHead(tx, renamed)
  }

  /** Makes an older version live. The draft stays unchanged. */
  function publishVersion(actor: Actor, { id, versionId, reason }: z.output<typeof publishVersionInput>) {
    const { userId, authorId } = actor
    return store.transaction(async (tx) => {
      const flow = await reads.getRow(tx, userId, id)
      const version = await reads.getVersion(tx, flow, versionId)
      const isForced = await isOverridden(tx, flow, { flowData: version.flowData, reason })
      const shown = await drafts.contentOf(tx, flow)
      const base = (await findDraft(tx, id))?.revision ?? 0
      const live = await goLive(tx, flow, version)
      await log.publish(tx, version, now())
      await drafts.place(tx, live, { base, flowData: shown, authorId })
      await (isForced && auditOverride(tx, actor, live, reason))
      return drafts.readHead(tx, live)
    })
  }

  /** Puts a version onto the canvas and saves the replaced draft as a version. The live version stays unchanged. */
  const restore = (actor: Actor, input: z.output<typeof restoreVersionInput>) =>
    store.transaction((tx) => restoreIn(tx, actor, input))

  async function restoreIn(
    tx: Writer,
    { userId, authorId }: Actor,
    { id, versionId, base, flowData }: z.output<typeof restoreVersionInput>,
  ) {
    const flow = await reads.getRow(tx, userId, id)
    const version = await reads.getVersion(tx, flow, versionId)
    const addition = { flowId: id, liveId: flow.versionId, flowData, authorId }
    await log.add(tx, { ...addition, reason: 'before-restore' })
    await drafts.place(tx, flow, { base, flowData: version.flowData, authorId, isVersion: true })
    return { ...(await drafts.readHead(tx, flow)), id, type: flow.type, flowData: version.flowData }
  }

  function name({ userId }: Actor, { id, versionId, name: text }: z.output<typeof nameVersionInput>) {
    return store.transaction(async (tx) => {
      const flow = await reads.getRow(tx, userId, id)
      const version = await reads.getVersion(tx, flow, versionId)
      await rows.updateVersion(tx, version.id, { name: text })
      return { id: version.id, name: text }
    })
  }

  async function goLive(tx: Writer, flow: FlowRow, { id: versionId, flowData }: VersionRow) {
    const updatedDate = changeDate(now(), flow)
    const drawn = drawFlow(parseFlowFile(flowData))
    return (await updateFlow(tx, flow.id, { versionId, ...drawn, updatedDate })) ?? flow
  }

  return { list, get, save, saveVersion, publish, publishIn, publishVersion, restore, restoreIn, name }
}

type Checked = { flowData: string; reason: string | undefined }

/** A flow created on the canvas has a first version that was never live. */
function isLive(flow: FlowRow, { id, publishedDate }: Pick<VersionRow, 'id' | 'publishedDate'>) {
  return flow.versionId === id && publishedDate !== null
}
