import type { Node } from 'reactflow'
import { isCard } from './sight.ts'

/**
 * Cards the Tab key can come to though they are only painted: the first and the last, and where the focus is the card
 * before and the one behind it. Each step makes the next one possible, so that five stand for a thousand.
 */
export function walkAround(
  nodes: ReadonlyMap<string, Node>,
  focused: string | undefined,
): ReadonlySet<string> {
  const ids = [...nodes.values()].filter(isCard).map(({ id }) => id)
  const at = focused === undefined ? -1 : ids.indexOf(focused)
  const around = at < 0 ? [] : ids.slice(Math.max(0, at - 1), at + 2)
  return new Set([...ids.slice(0, 1), ...around, ...ids.slice(-1)])
}
