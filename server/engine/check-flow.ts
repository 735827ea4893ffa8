import type { Known } from '#shared/check-known.ts'
import { checkSteps } from '#shared/check-links.ts'
import { checkFlow as findProblems } from '#shared/flow-check.ts'
import type { Kinds } from '#shared/flow-endings.ts'
import { type FlowFile, type FlowNode, isNote } from '#shared/flow-file.ts'
import { describeIssue, type Issue, type Problem } from '#shared/flow-issues.ts'
import type { FlowIssue } from '#shared/flows.ts'
import { credentialsOf, type NodeDefinition } from './define-node.ts'
import { describeNode } from './describe-node.ts'

export type Catalogue = ReadonlyMap<string, NodeDefinition>

/** All issues that prevent these nodes from running: one entry per node, one sentence per field. */
export function checkNodes(
  nodes: readonly FlowNode[],
  flow: FlowFile,
  catalogue: Catalogue,
  known?: Known,
): FlowIssue[] {
  const { kinds, toMessage } = describe(catalogue)
  return checkSteps(nodes, flow, kinds, known).map(({ node, issues: errors }) =>
    issueOf(node, kinds, errors.map(toMessage)),
  )
}

/** Warnings shown only in the checklist; they never block a run. */
const silent = new Set<Issue['name']>(['outdated', 'deprecated', 'rival', 'noDocuments'])

/** Issues of all nodes, including unconnected ones; the same checks as on the canvas. */
export function checkFlow({ nodes, edges }: FlowFile, catalogue: Catalogue): FlowIssue[] {
  return validateFlow({ nodes, edges }, catalogue).filter(({ id }) => id !== flowIssueId)
}

export const flowIssueId = ''

/**
 * `checkFlow`, preceded by issues of the whole flow: a missing ending or start. Never empty when `blockingIssues`
 * reports an issue.
 */
export function validateFlow(flow: FlowFile, catalogue: Catalogue, known?: Known): FlowIssue[] {
  return toIssues(flow, { catalogue, known, counts: ({ issue }) => !silent.has(issue.name) })
}

/** Issues that prevent the flow from answering; a prediction is rejected with the same list. */
export function blockingIssues(flow: FlowFile, catalogue: Catalogue, known?: Known): FlowIssue[] {
  return toIssues(flow, { catalogue, known, counts: ({ blocking }) => blocking })
}

type Check = { catalogue: Catalogue; known: Known | undefined; counts: (problem: Problem) => boolean }

function toIssues({ nodes, edges }: FlowFile, { catalogue, known, counts }: Check): FlowIssue[] {
  const { kinds, toMessage } = describe(catalogue)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const problems = nodes.every(isNote)
    ? [noEnding]
    : findProblems({ nodes: byId, edges }, kinds, known).filter(counts)
  const issues = new Map<string, string[]>()
  for (const { nodeId = flowIssueId, issue } of problems) {
    issues.set(nodeId, [...(issues.get(nodeId) ?? []), toMessage(issue)])
  }
  return [...issues].map(([id, sentences]) => {
    const node = byId.get(id)
    return node
      ? issueOf(node, kinds, sentences)
      : { id: flowIssueId, label: 'Flow', name: 'flow', issues: sentences }
  })
}

/** The canvas accepts an empty flow, but a prediction fails. */
const noEnding: Problem = {
  nodeId: undefined,
  issue: { name: 'noEnding' },
  severity: 'blocking',
  blocking: true,
}

function issueOf({ id, data }: FlowNode, kinds: Kinds, issues: string[]): FlowIssue {
  return { id, label: data.label || kinds.get(data.name)?.label || data.name, name: data.name, issues }
}

/** The templates of the catalogue by name, as the canvas has them. */
export function kindsOf(catalogue: Catalogue): Kinds {
  return describe(catalogue).kinds
}

type Described = { kinds: Kinds; toMessage: (issue: Issue) => string }
const described = new WeakMap<Catalogue, Described>()

/** The catalogue in the canvas's form. It is constant while the server runs. */
function describe(catalogue: Catalogue): Described {
  const known = described.get(catalogue)
  if (known) {
    return known
  }
  const labels = new Map(
    [...catalogue.values()].flatMap((node) =>
      credentialsOf(node).map(({ name, label }) => [name, label] as const),
    ),
  )
  const made: Described = {
    kinds: new Map([...catalogue].map(([name, node]) => [name, describeNode(node)])),
    toMessage: (issue) => describeIssue(issue, (kind) => labels.get(kind) ?? kind),
  }
  described.set(catalogue, made)
  return made
}
