import { withoutDisabled } from '#shared/disabled-nodes.ts'
import { findEndings, findNeeded, sourcesByTarget } from '#shared/flow-endings.ts'
import type { Graph, Templates } from './flow-graph.ts'

/** The node that answers: the last one that can and that nothing follows. */
export function findEnding({ nodes, edges }: Graph, templates: Templates): string | undefined {
  return findEndings(withoutDisabled({ nodes, edges: edges.values() }), templates).ending
}

/** A node and all that it needs, directly or through others. */
export function leadingTo(ending: string | undefined, { edges }: Graph): ReadonlySet<string> {
  return findNeeded(ending, sourcesByTarget(edges.values()))
}
