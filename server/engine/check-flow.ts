import type { Known } from '#shared/check-known.ts'
import { checkSteps } from '#shared/check-links.ts'
import { checkFlow as findProblems } from '#shared/flow-check.ts'
import type { Kinds } from '#shared/flow-endings.ts'
import { describeIssue, type Issue, type Problem } from '#shared/flow-faults.ts'
import { type FlowFile, type FlowNode, isNote } from '#shared/flow-file.ts'
import type { FlowIssue } from '#shared/flows.ts'
import type { NodeDefinition } from './define-node.ts'
import { describeNode } from './describe-node.ts'

export type Catalogue = ReadonlyMap<string, NodeDefinition>

/** Everything that would keep these nodes from running, one entry per node at fault, one sentence per field. */
export function checkNodes(
  nodes: readonly FlowNode[],
  flow: FlowFile,
  catalogue: Catalogue,
  known?: Known,
): FlowIssue[] {
  const { kinds, say } = describe(catalogue)
  return checkSteps(nodes, flow, kinds, known).map(({ node, issues: errors }) =>
    issueOf(node, kinds, errors.map(say)),
  )
}

/** Told by the checklist alone: they keep nothing from working. */
const silent = new Set<Issue['name']>(['outdated', 'deprecated', 'rival', 'noDocuments'])

/** All nodes of a flow, with those that are connected to nothing (facts/engine.md E16). The same checks the canvas shows. */
export function checkFlow({ nodes, edges }: FlowFile, catalogue: Catalogue): FlowIssue[] {
  return validateFlow({ nodes, edges }, catalogue).filter(({ id }) => id !== flowIssueId)
}

/** What is the flow's and no node's is told under this id. */
export const flowIssueId = ''

/** `checkFlow`, and first what the flow lacks as a whole: an ending, a start. Empty for no flow that `blockingIssues` has any for. */
export function validateFlow(flow: FlowFile, catalogue: Catalogue, known?: Known): FlowIssue[] {
  return toIssues(flow, { catalogue, known, counts: ({ issue }) => !silent.has(issue.name) })
}

/** The issues that keep the flow from answering. A prediction is rejected with exactly these. */
export function blockingIssues(flow: FlowFile, catalogue: Catalogue, known?: Known): FlowIssue[] {
  return toIssues(flow, { catalogue, known, counts: ({ blocking }) => blocking })
}

type Check = { catalogue: Catalogue; known: Known | undefined; counts: (problem: Problem) => boolean }

function toIssues({ nodes, edges }: FlowFile, { catalogue, known, counts }: Check): FlowIssue[] {
  const { kinds, say } = describe(catalogue)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const problems = nodes.every(isNote)
    ? [noEnding]
    : findProblems({ nodes: byId, edges }, kinds, known).filter(counts)
  const issues = new Map<string, string[]>()
  for (const { nodeId = flowIssueId, issue } of problems) {
    issues.set(nodeId, [...(issues.get(nodeId) ?? []), say(issue)])
  }
  return [...issues].map(([id, sentences]) => {
    const node = byId.get(id)
    return node
      ? issueOf(node, kinds, sentences)
      : { id: flowIssueId, label: 'Flow', name: 'flow', issues: sentences }
  })
}

/** The canvas says nothing of an empty flow; a caller gets no answer from one. */
const noEnding: Problem = {
  nodeId: undefined,
  issue: { name: 'noEnding' },
  severity: 'blocking',
  blocking: true,
}

function issueOf({ id, data }: FlowNode, kinds: Kinds, issues: string[]): FlowIssue {
  return { id, label: data.label || kinds.get(data.name)?.label || data.name, name: data.name, issues }
}

type Described = { kinds: Kinds; say: (issue: Issue) => string }
const described = new WeakMap<Catalogue, Described>()

/** The catalogue as the canvas knows it. It never changes while the server runs. */
function describe(catalogue: Catalogue): Described {
  const known = described.get(catalogue)
  if (known) {
    return known
  }
  const labels = new Map(
    [...catalogue.values()].flatMap(({ credential }) =>
      credential ? [[credential.name, credential.label] as const] : [],
    ),
  )
  const made: Described = {
    kinds: new Map([...catalogue].map(([name, node]) => [name, describeNode(node)])),
    say: (issue) => describeIssue(issue, (kind) => labels.get(kind) ?? kind),
  }
  described.set(catalogue, made)
  return made
}
