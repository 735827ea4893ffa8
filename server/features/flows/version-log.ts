import type { Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import { countChanges, diffFlows, isSameFlow } from '#shared/flow-diff.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { VersionReason } from '#shared/flow-versions.ts'
import { drawFlow } from './draw-flow.ts'
import type { VersionRow } from './flows.table.ts'
import * as rows from './versions.repository.ts'

/** Maximum of prunable versions per flow; named and formerly live versions are kept forever. */
const MAX_STORED = 50

type Addition = {
  flowId: string
  liveId: string
  flowData: string
  authorId: string
  reason: VersionReason
  name?: string | undefined
  publishedDate?: Date | undefined
}

export function createVersionLog({ newId, now }: { newId: NewId; now: () => Date }) {
  async function add(tx: Writer, { liveId, authorId, ...version }: Addition): Promise<VersionRow> {
    const newest = await rows.findNewestVersion(tx, version.flowId)
    const row = {
      id: newId(),
      number: await nextNumber(tx, newest, version),
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
    await rows.pruneVersions(tx, version.flowId, MAX_STORED, liveId)
    return row
  }

  /** Returns the newest version when it is identical: a repeated save must not create a second one. */
  async function addUnlessSame(tx: Writer, addition: Addition): Promise<VersionRow> {
    const newest = await rows.findNewestVersion(tx, addition.flowId)
    const isSame = newest && isListed(newest) && compareTexts(newest.flowData, addition.flowData).isSame
    if (!isSame) {
      return add(tx, addition)
    }
    const named = { ...newest, name: addition.name || newest.name }
    if (addition.publishedDate) {
      return publish(tx, named, addition.publishedDate)
    }
    if (addition.name) {
      await rows.updateVersion(tx, newest.id, { name: addition.name })
    }
    return named
  }

  /** Marks a version as published. One that was saved before anything was published gets its number now. */
  async function publish(tx: Writer, version: VersionRow, publishedDate: Date): Promise<VersionRow> {
    const newest = await rows.findNewestVersion(tx, version.flowId)
    const isNumbered = version.number > 0
    const number = isNumbered ? version.number : Math.max(newest?.number ?? 0, 0) + 1
    await rows.updateVersion(tx, version.id, { name: version.name, publishedDate, number })
    return { ...version, publishedDate, number }
  }

  return { add, addUnlessSame, publish }
}
export type VersionLog = ReturnType<typeof createVersionLog>

/**
 * The first published version is v1. Versions saved before it count up from the number of the empty row of a flow begun on
 * the canvas, so they stay below it and in order.
 */
async function nextNumber(
  tx: Writer,
  newest: VersionRow | undefined,
  { publishedDate }: Pick<Addition, 'publishedDate'>,
) {
  if (newest && newest.number > 0) {
    return newest.number + 1
  }
  if (publishedDate) {
    return 1
  }
  if (newest?.number === 0) {
    // The empty row of a flow begun before these numbers.
    await rows.updateVersion(tx, newest.id, { number: rows.EMPTY_ROW })
    return rows.EMPTY_ROW + 1
  }
  return newest ? newest.number + 1 : rows.EMPTY_ROW
}

const isListed = ({ number }: Pick<VersionRow, 'number'>) => number !== 0 && number !== rows.EMPTY_ROW

/** Difference of two flow files; `isSame` when not even a node was moved. */
export function compareTexts(before: string, after: string) {
  if (before === after) {
    return { count: { added: 0, removed: 0, changed: 0 }, isSame: true }
  }
  const diff = diffFlows(parseFlowFile(before), parseFlowFile(after))
  const count = countChanges(diff)
  return { count, isSame: isSameFlow(count) && diff.moved.length === 0 }
}
