import { nodeOf, type Program } from './program.ts'
import { arrivalsOf, type Frame } from './run-state.ts'

type Decided = { branches: string[]; next: string[] }

/**
 * Where a step leads: along the edges of these branches, by default of all. A node with several sources is queued
 * once one of each group of them has arrived.
 */
export function decideNext(
  program: Program,
  frame: Frame,
  nodeId: string,
  chosen: readonly string[] | undefined,
): Decided {
  const { edges } = nodeOf(program, nodeId)
  const branches = [...(chosen ?? new Set(edges.map(({ output }) => output)))]
  const arrivals = arrivalsOf(frame, nodeId, branches, program)
  const isReady = ([target, sources]: [string, Set<string>]) =>
    program.mode === 'rounds' ||
    nodeOf(program, target).joins.every((group) => group.some((id) => sources.has(id)))
  return { branches, next: [...arrivals].filter(isReady).map(([target]) => target) }
}
