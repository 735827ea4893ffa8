import type { Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import { countChanges, diffFlows, isSameFlow } from '#shared/flow-diff.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { VersionReason } from '#shared/flow-versions.ts'
import { drawFlow } from './draw-flow.ts'
import type { VersionRow } from './flows.table.ts'
import * as rows from './versions.repository.ts'

/** Beside those that somebody has named and those that have answered, which are kept for ever. */
const KEPT = 50

type Addition = {
  flowId: string
  /** The version that answers now. */
  liveId: string
  flowData: string
  authorId: string
  reason: VersionReason
  name?: string | undefined
  /** When it begins to answer, if it does. */
  publishedDate?: Date | undefined
}

/** The growing list of what a flow has been. */
export function createVersionLog({ newId, now }: { newId: NewId; now: () => Date }) {
  /** Always a new one. */
  async function add(tx: Writer, { liveId, authorId, ...version }: Addition): Promise<VersionRow> {
    const newest = await rows.findNewestVersion(tx, version.flowId)
    const row = {
      id: newId(),
      number: (newest?.number ?? 0) + 1,
      flowId: version.flowId,
      flowData: version.flowData,
      userId: authorId,
      name: version.name || null,
      reason: version.reason,
      publishedDate: version.publishedDate ?? null,
      thumbnail: drawFlow(parseFlowFile(version.flowData)).thumbnail,
      changes: newest ? compareTexts(newest.flowData, version.flowData).count : null,
      createdDate: now(),
    }
    await rows.insertVersion(tx, row)
    await rows.pruneVersions(tx, version.flowId, KEPT, liveId)
    return row
  }

  /** The newest one again when it is the same to the last card: a second wish for the same makes no second version. */
  async function addUnlessSame(tx: Writer, addition: Addition): Promise<VersionRow> {
    const newest = await rows.findNewestVersion(tx, addition.flowId)
    if (!(newest && compareTexts(newest.flowData, addition.flowData).isSame)) {
      return add(tx, addition)
    }
    const changes = {
      ...(addition.name && { name: addition.name }),
      ...(addition.publishedDate && { publishedDate: addition.publishedDate }),
    }
    if (Object.keys(changes).length > 0) {
      await rows.updateVersion(tx, newest.id, changes)
    }
    return { ...newest, ...changes }
  }

  return { add, addUnlessSame }
}
export type VersionLog = ReturnType<typeof createVersionLog>

/** How far two flow files are apart; the same when not even a card has been moved. */
export function compareTexts(before: string, after: string) {
  if (before === after) {
    return { count: { added: 0, removed: 0, changed: 0 }, isSame: true }
  }
  const diff = diffFlows(parseFlowFile(before), parseFlowFile(after))
  const count = countChanges(diff)
  return { count, isSame: isSameFlow(count) && diff.moved.length === 0 }
}
