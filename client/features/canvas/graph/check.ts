import type { Known } from '#shared/check-known.ts'
import { withoutDisabled } from '#shared/disabled-nodes.ts'
import { checkFlow } from '#shared/flow-check.ts'
import { findEndings, findNeeded, sourcesByTarget } from '#shared/flow-endings.ts'
import type { Issue, Problem } from '#shared/flow-faults.ts'
import type { Graph, Templates } from './flow-graph.ts'

export { isJson, valueOrDefault } from '#shared/check-node.ts'
export type { Issue, Problem }

/** Everything that would keep the flow from running, and what is worth a look: the checks the server makes too. */
export function checkGraph({ nodes, edges }: Graph, templates: Templates, known: Known = {}): Problem[] {
  return checkFlow({ nodes, edges: edges.values() }, templates, known)
}

/** The node that answers: the last one that can and that nothing follows. */
export function findEnding({ nodes, edges }: Graph, templates: Templates): string | undefined {
  return findEndings(withoutDisabled({ nodes, edges: edges.values() }), templates).ending
}

/** A node and all that it needs, directly or through others. */
export function leadingTo(ending: string | undefined, { edges }: Graph): ReadonlySet<string> {
  return findNeeded(ending, sourcesByTarget(edges.values()))
}
