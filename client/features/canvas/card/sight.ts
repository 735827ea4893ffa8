import type { Node } from 'reactflow'
import { type Box, boxOf, meet, windowOf } from '../far/place.ts'
import type { Detail } from './detail.ts'

export type Shown = 'none' | Detail
/** What the room shows: where it stands, and its size in px. */
export type Outlook = { transform: readonly [number, number, number]; width: number; height: number }
/** One card that is to be drawn otherwise. */
export type Step = { id: string; to: Shown }

/**
 * Shares of the room beyond its edges within which cards come, and within which they stay. There is time for those at rest:
 * whoever then pans finds the next ones drawn already. While the room moves only what has come into sight is drawn.
 */
const atRest = { come: 0.2, stay: 0.25 }
const inMotion = { come: 0, stay: 0.6 }

/**
 * What has to be done until all cards are drawn as they should be at a level of detail: first what is to come or to
 * change, nearest to the middle first, then what may go. Who does only the first few of them and asks again gets there, too.
 */
export function stepsTo(
  level: Detail,
  drawn: ReadonlyMap<string, Detail>,
  nodes: ReadonlyMap<string, Node>,
  outlook: Outlook,
  isMoving: boolean,
): Step[] {
  const sight = windowOf(outlook.transform, outlook.width, outlook.height)
  const share = isMoving ? inMotion : atRest
  const [near, wide] = [grow(sight, share.come), grow(sight, share.stay)]
  const come: (Step & { away: number })[] = []
  const go: Step[] = []
  for (const node of nodes.values()) {
    const { id } = node
    const now = drawn.get(id)
    if (isCard(node) && level !== 'tile' && meet(boxOf(node), near)) {
      if (now !== level) {
        come.push({ id, to: level, away: distance(boxOf(node), sight) })
      }
    } else if (now && !(isCard(node) && level !== 'tile' && meet(boxOf(node), wide))) {
      go.push({ id, to: 'none' })
    }
  }
  const gone = [...drawn.keys()].filter((id) => !nodes.has(id)).map((id): Step => ({ id, to: 'none' }))
  return [...come.toSorted((a, b) => a.away - b.away).map(({ id, to }) => ({ id, to })), ...go, ...gone]
}

export function isCard({ type, hidden }: Node): boolean {
  return type === 'card' && !hidden
}

function grow({ left, top, right, bottom }: Box, share: number): Box {
  const [x, y] = [(right - left) * share, (bottom - top) * share]
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y }
}

function distance(one: Box, other: Box): number {
  return Math.hypot(
    one.left + one.right - other.left - other.right,
    one.top + one.bottom - other.top - other.bottom,
  )
}
