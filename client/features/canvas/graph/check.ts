import type { Known } from '#shared/check-known.ts'
import { checkFlow } from '#shared/flow-check.ts'
import type { Fault, Problem } from '#shared/flow-faults.ts'
import type { Graph, Templates } from './flow-graph.ts'

export { isJson, valueOrDefault } from '#shared/check-node.ts'
export type { Fault, Problem }

/** Everything that would keep the flow from running, and what is worth a look: the checks the server makes too. */
export function checkGraph({ nodes, edges }: Graph, templates: Templates, known: Known = {}): Problem[] {
  return checkFlow({ nodes, edges: edges.values() }, templates, known)
}
