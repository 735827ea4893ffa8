import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { FlowHead, saveDraftInput } from '#shared/flow-versions.ts'
import { changeDate } from './change-date.ts'
import * as rows from './drafts.repository.ts'
import { drawFlow } from './draw-flow.ts'
import type { FlowReads } from './flow-reads.ts'
import { updateFlow } from './flows.repository.ts'
import type { DraftRow, FlowRow } from './flows.table.ts'
import { compareTexts, type VersionLog } from './version-log.ts'
import { findAuthor, findNewestVersion } from './versions.repository.ts'

/** A version is saved automatically after this much work. */
const HALF_HOUR_MS = 30 * 60_000

type Deps = { store: Store; now: () => Date; reads: FlowReads; log: VersionLog }

/** The flow's owner and the acting user, who differ while an ADMIN impersonates a user. */
export type Actor = { userId: string; authorId: string }

type Head = Omit<FlowHead, 'savedDate' | 'updatedDate' | 'published'> & {
  savedDate: Date
  updatedDate: Date
  published: { id: string; number: number; publishedDate: Date } | null
}

const nothing = { added: 0, removed: 0, changed: 0 }

/** One draft per flow, separate from the live version, which it never changes. */
export function createDraftsService({ store, now, reads, log }: Deps) {
  const head = async (userId: string, id: string) =>
    readHead(store.db, await reads.getRow(store.db, userId, id))

  async function readHead(db: Reader, flow: FlowRow): Promise<Head> {
    const draft = await rows.findDraftHead(db, flow.id)
    const live = await reads.getLive(db, flow)
    const newest = await findNewestVersion(db, flow.id)
    const { id, number, publishedDate } = live
    return {
      name: flow.name,
      type: flow.type,
      revision: draft?.revision ?? 0,
      isDraft: draft?.isDraft ?? false,
      changes: (draft?.isDraft && draft.changes) || nothing,
      by: draft?.by ?? (await findAuthor(db, live.userId)),
      savedDate: draft?.savedDate ?? live.createdDate,
      updatedDate: flow.updatedDate,
      published: publishedDate && { id, number, publishedDate },
      newest: Math.max(newest?.number ?? number, 0),
    }
  }

  async function open(userId: string, id: string) {
    const flow = await reads.getRow(store.db, userId, id)
    return {
      ...(await readHead(store.db, flow)),
      id,
      flowData: await contentOf(store.db, flow),
    }
  }

  async function contentOf(db: Reader, flow: FlowRow) {
    const draft = await rows.findDraft(db, flow.id)
    return draft?.flowData ?? (await reads.getLive(db, flow)).flowData
  }

  /** Throws CONFLICT with the current revision when it is not `base`. */
  const save = (actor: Actor, input: z.output<typeof saveDraftInput>) =>
    store.transaction((tx) => saveIn(tx, actor, input))

  async function saveIn(
    tx: Writer,
    { userId, authorId }: Actor,
    { id, base, flowData, name, keepsOther }: z.output<typeof saveDraftInput>,
  ) {
    const flow = await reads.getRow(tx, userId, id)
    if (keepsOther) {
      const other = await contentOf(tx, flow)
      const reason = 'before-overwrite'
      await log.addUnlessSame(tx, { flowId: id, liveId: flow.versionId, flowData: other, authorId, reason })
    }
    await place(tx, flow, { base, flowData, authorId })
    return readHead(tx, await rename(tx, flow, name))
  }

  type Placed = { base: number; flowData: string; authorId: string; isVersion?: boolean }

  /** Replaces the draft. `isVersion`: a version already stores it, so the half-hour autosave window restarts. */
  async function place(tx: Writer, flow: FlowRow, { base, flowData, authorId, isVersion }: Placed) {
    const live = await reads.getLive(tx, flow)
    const before = await rows.findDraft(tx, flow.id)
    if (flowData === live.flowData) {
      return advance(tx, base, { ...emptyDraft(flow.id, authorId), changes: null })
    }
    const { count } = compareTexts(live.flowData, flowData)
    const begunDate = !isVersion && before?.flowData ? before.begunDate : now()
    const isTime = now().getTime() - begunDate.getTime() >= HALF_HOUR_MS
    if (isTime) {
      const version = { flowId: flow.id, liveId: flow.versionId, flowData, authorId }
      await log.addUnlessSame(tx, { ...version, reason: 'timed' })
    }
    return advance(tx, base, {
      ...emptyDraft(flow.id, authorId),
      flowData,
      ...drawFlow(parseFlowFile(flowData)),
      changes: count,
      begunDate: isTime ? now() : begunDate,
    })
  }

  /** Without a draft the canvas shows the live version. */
  const clear = (tx: Writer, flow: FlowRow, { base, authorId }: Pick<Placed, 'base' | 'authorId'>) =>
    advance(tx, base, emptyDraft(flow.id, authorId))

  function emptyDraft(flowId: string, userId: string) {
    const date = now()
    const none = { flowData: null, thumbnail: null, nodeCount: null, changes: null }
    return { flowId, userId, ...none, begunDate: date, savedDate: date }
  }

  async function advance(tx: Writer, base: number, row: Omit<DraftRow, 'revision'>) {
    if (!(await rows.advanceDraft(tx, base, row))) {
      const revision = (await rows.findDraft(tx, row.flowId))?.revision ?? 0
      const sentence = 'This flow was changed elsewhere since you opened it.'
      throw new AppError('CONFLICT', sentence, { details: { revision } })
    }
  }

  /** The name belongs to the flow, not to a version, so a change is effective at once. */
  async function rename(tx: Writer, flow: FlowRow, name: string | undefined) {
    if (name === undefined || name === flow.name) {
      return flow
    }
    const updatedDate = changeDate(now(), flow)
    return (await updateFlow(tx, flow.id, { name, updatedDate })) ?? flow
  }

  return { head, readHead, open, contentOf, save, saveIn, place, clear, rename }
}

export type DraftsService = ReturnType<typeof createDraftsService>
