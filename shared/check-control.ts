import { type Sources, sourcesByTarget } from './flow-endings.ts'
import type { FlowEdge, FlowNode } from './flow-file.ts'
import type { FieldIssue } from './flow-issues.ts'

type Net = { nodes: ReadonlyMap<string, FlowNode>; edges: readonly FlowEdge[] }

/** Issues of how the steps of a control-flow file are connected, by node. */
export function controlIssues({ nodes, edges }: Net): ReadonlyMap<string, FieldIssue[]> {
  const found = new Map<string, FieldIssue[]>()
  const report = (id: string, issues: readonly FieldIssue[]) => {
    if (issues.length > 0) {
      found.set(id, [...(found.get(id) ?? []), ...issues])
    }
  }
  const sources = sourcesByTarget(edges)
  for (const edge of edges) {
    report(edge.source, edgeIssues(nodes.get(edge.source), nodes.get(edge.target)))
  }
  for (const [id, node] of nodes) {
    report(id, placeIssues(id, node, { nodes, sources }))
  }
  return found
}

function edgeIssues(source: FlowNode | undefined, target: FlowNode | undefined): FieldIssue[] {
  if (!(source && target)) {
    return []
  }
  if (target.data.name === 'startAgentflow') {
    return [{ issue: { name: 'intoStart' } }]
  }
  return boxOf(source) === boxOf(target) ? [] : [{ issue: { name: 'crossesIteration' } }]
}

type ControlContext = { nodes: Net['nodes']; sources: Sources }

function placeIssues(id: string, node: FlowNode, { nodes, sources }: ControlContext): FieldIssue[] {
  const isInside = nodes.get(boxOf(node) ?? '')?.data.name === 'iterationAgentflow'
  switch (node.data.name) {
    case 'iterationAgentflow':
      return isInside ? [{ issue: { name: 'nestedIteration' } }] : []
    case 'humanInputAgentflow':
      return isInside ? [{ issue: { name: 'humanInIteration' } }] : []
    case 'loopAgentflow':
      return leadsBack(id, node, { nodes, sources })
        ? []
        : [{ issue: { name: 'loopTarget' }, field: 'loopBackToNode' }]
    default:
      return []
  }
}

/** Whether the target of a loop is a node before it. An empty target is reported as a required field. */
function leadsBack(id: string, node: FlowNode, { nodes, sources }: ControlContext): boolean {
  const stored = node.data.inputs.loopBackToNode
  if (typeof stored !== 'string' || stored === '') {
    return true
  }
  const target = targetOf(stored, nodes.keys())
  if (target === undefined || boxOf(nodes.get(target)) !== boxOf(node)) {
    return false
  }
  const before = new Set([id])
  for (const each of before) {
    for (const source of sources.get(each) ?? []) {
      before.add(source)
    }
  }
  return target !== id && before.has(target)
}

/** A loop stores `<node id>-<label>`. The label may contain hyphens, or be out of date. */
export function targetOf(stored: string, ids: Iterable<string>): string | undefined {
  return [...ids].find((id) => stored === id || stored.startsWith(`${id}-`))
}

function boxOf(node: FlowNode | undefined): string | undefined {
  const box = node?.parentNode
  return typeof box === 'string' && box !== '' ? box : undefined
}
