import type { Known } from '#shared/check-known.ts'
import { withoutDisabled } from '#shared/disabled-nodes.ts'
import { checkFlow } from '#shared/flow-check.ts'
import { findEndings, findNeeded, sourcesByTarget } from '#shared/flow-endings.ts'
import type { Problem } from '#shared/flow-issues.ts'
import type { Graph, Templates } from './flow-graph.ts'

export { isJson } from '#shared/check-node.ts'
export type { Problem }

/** Issues that block a run, and warnings. The server makes the same checks. */
export function checkGraph({ nodes, edges }: Graph, templates: Templates, known: Known = {}): Problem[] {
  return checkFlow({ nodes, edges: edges.values() }, templates, known)
}

/** The answering node: the last one of a fitting kind without outgoing links. */
export function findEnding({ nodes, edges }: Graph, templates: Templates): string | undefined {
  return findEndings(withoutDisabled({ nodes, edges: edges.values() }), templates).ending
}

export function leadingTo(ending: string | undefined, { edges }: Graph): ReadonlySet<string> {
  return findNeeded(ending, sourcesByTarget(edges.values()))
}
