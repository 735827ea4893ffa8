import { describeStepEdge } from '#shared/step-traits.ts'
import type { Graph, GraphEdge, GraphNode } from '../graph/flow-graph.ts'

type Ends = { source: string; sourceHandle: string; target: string; targetHandle: string }

/** Why control may not pass from one step to another. */
export type ControlIssue = 'start' | 'cycle' | 'box'

export function isStep(node: GraphNode | undefined): boolean {
  return node?.type === 'agentFlow' || node?.type === 'iteration'
}

export function isStart(node: GraphNode | undefined): boolean {
  return node?.data.name === 'startAgentflow'
}

/** Handles of steps have no types: any step output fits any step input, which is named after its node. */
export function stepHandlesMeet(sourceHandle: string, targetHandle: string): boolean | undefined {
  const isStepInput = targetHandle !== '' && !targetHandle.includes('-')
  return isStepInput ? /-output-[^-|]+$/.test(sourceHandle) : undefined
}

/** Undefined when the control link is valid. */
export function judgeControl(graph: Graph, { source, target }: Ends): ControlIssue | undefined {
  const [from, to] = [graph.nodes.get(source), graph.nodes.get(target)]
  if (isStart(to)) {
    return 'start'
  }
  if (from?.parentNode !== to?.parentNode) {
    return 'box'
  }
  // Only a loop node, which has no wire, can return to an earlier step.
  return leads(graph, target, source) ? 'cycle' : undefined
}

function leads(graph: Graph, from: string, to: string): boolean {
  const targets = new Map<string, string[]>()
  for (const { source, target } of graph.edges.values()) {
    targets.set(source, [...(targets.get(source) ?? []), target])
  }
  const seen = new Set<string>()
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) {
      return true
    }
    if (!seen.has(id)) {
      seen.add(id)
      open.push(...(targets.get(id) ?? []))
    }
  }
  return false
}

export function stepEdge(graph: Graph, ends: Ends): GraphEdge {
  return describeStepEdge(ends, { from: graph.nodes.get(ends.source), to: graph.nodes.get(ends.target) })
}
