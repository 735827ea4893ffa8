import { credentialIssues, type Known } from './check-known.ts'
import { type NodeReport, type Reading, reportOf } from './check-node.ts'
import { type Kinds, type Sources, sourcesByTarget } from './flow-endings.ts'
import type { FlowEdge, FlowNode } from './flow-file.ts'
import { type FieldIssue, type Issue, nonBlockingIssues } from './flow-issues.ts'

type LinkContext = { sources: Sources; net: { nodes: ReadonlyMap<string, unknown> } }

export function linkIssues(
  id: string,
  { links, mentions }: NodeReport,
  { sources, net }: LinkContext,
): FieldIssue[] {
  if (links.length + mentions.length === 0) {
    return []
  }
  const lost = lostLinks(links, id, sources, net.nodes).map(
    ({ label, field }): FieldIssue => ({ issue: { name: 'lost', label }, field }),
  )
  const broken = mentions.flatMap(({ label, field, ids }) =>
    ids
      .filter((each) => !net.nodes.has(each))
      .map((token): FieldIssue => ({ issue: { name: 'variable', label, token }, field })),
  )
  return [...lost, ...broken]
}

function lostLinks(
  links: readonly Reading[],
  id: string,
  sources: Sources,
  nodes: ReadonlyMap<string, unknown>,
): Reading[] {
  const linkedSources = new Set((sources.get(id) ?? []).filter((source) => nodes.has(source)))
  return links.filter(({ ids }) => ids.some((each) => !linkedSources.has(each)))
}

/**
 * Blocking issues of these nodes, including references to nodes that are not connected to them. A plan with
 * blocking issues is rejected. Nodes without issues are omitted.
 */
export function checkSteps(
  nodes: readonly FlowNode[],
  { nodes: all, edges }: { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] },
  kinds: Kinds,
  known: Known = {},
): { node: FlowNode; issues: Issue[] }[] {
  const byId = new Map(all.map((node) => [node.id, node]))
  const sources = sourcesByTarget(edges)
  return nodes.flatMap((node) => {
    const kind = kinds.get(node.data.name)
    const report = reportOf(node, kind)
    const issues: Issue[] = [
      ...credentialIssues(node, kind, known).map(({ issue }) => issue),
      ...report.findings.map(({ issue }) => issue).filter(({ name }) => !nonBlockingIssues.has(name)),
      ...lostLinks(report.links, node.id, sources, byId).map(({ label }) => ({
        name: 'lost' as const,
        label,
      })),
    ]
    return issues.length > 0 ? [{ node, issues }] : []
  })
}
