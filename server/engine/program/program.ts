import type { Plan } from '../plan-flow.ts'
import type { PlannedNode } from '../planned-node.ts'

/** `control`: v2 control-flow files. `sequential` and `team`: the two kinds of v1 agent flows. */
export type ProgramKind = 'control' | 'sequential' | 'team'

export type ProgramNode = PlannedNode & {
  /** Position in the file. Results of steps that ran side by side merge in this order. */
  order: number
  /** The iteration that runs this node once for each of its items. */
  box?: string
  /** `output` is the branch an edge begins at; the only output of a node without branches is `''`. */
  edges: readonly { output: string; target: string }[]
  /** Groups of nodes; this node is queued once one of each group has finished. */
  joins: readonly (readonly string[])[]
  /** Goes to `target` while the node has been visited less than `max` times. */
  jump?: { target: string; max: number }
  /** The text of this step is sent to the caller as it is written. */
  streams: boolean
  /** Models, tools and memories connected to this node; v1 only. */
  parts?: Plan
  /** Components whose tools the model of this step may request; a later step runs them. */
  offers?: readonly string[]
}

/** An agent flow as the engine runs it. Immutable, and compiled from a version of the flow, never from the draft. */
export type Program = {
  kind: ProgramKind
  /** `queue`: one step at a time. `rounds`: all steps of a round side by side on its starting state. */
  mode: 'queue' | 'rounds'
  entry: string
  nodes: ReadonlyMap<string, ProgramNode>
  /** First node of each iteration, by the iteration's id. */
  boxEntries: ReadonlyMap<string, string>
  /** Keys of the state whose patches are appended to a list instead of replacing it. */
  appended: ReadonlySet<string>
  usesVariables: boolean
}

export function nodeOf(program: Program, id: string): ProgramNode {
  const node = program.nodes.get(id)
  if (!node) {
    throw new Error(`The program has no node ${id}.`)
  }
  return node
}
