import { componentIssues, unavailableIssues } from './check-components.ts'
import { controlIssues } from './check-control.ts'
import { checkKnown, type Known } from './check-known.ts'
import { linkIssues } from './check-links.ts'
import { type Finding, isAgentPart, isAgentStep, reportOf } from './check-node.ts'
import { promptIssues } from './check-prompts.ts'
import { withoutDisabled } from './disabled-nodes.ts'
import {
  findEndings,
  findLoop,
  findNeeded,
  type Kinds,
  type Net,
  type Sources,
  sourcesByTarget,
} from './flow-endings.ts'
import { type FlowEdge, type FlowNode, isNote } from './flow-file.ts'
import { type FieldIssue, type Issue, nonBlockingIssues, type Problem } from './flow-issues.ts'
import type { NodeTemplate } from './nodes.ts'

/**
 * All issues of a flow, those of the flow first, then by node in file order. Fast enough to run on every
 * keystroke: results per node are cached by the identity of its data.
 */
export function checkFlow(net: Net, kinds: Kinds, known: Known = {}): Problem[] {
  if (![...net.nodes.values()].some((node) => !isNote(node))) {
    return []
  }
  const running = withoutDisabled(net)
  const nodes = [...running.nodes].filter(([, node]) => !isNote(node))
  const context = surround({ nodes: running.nodes, edges: [...running.edges] }, nodes, kinds, known)
  return [
    ...flowIssues(context, nodes).map((issue) => problem(undefined, { issue }, true)),
    ...nodes.flatMap(([id, node]) => {
      const counts = context.needed === undefined || context.needed.has(id)
      return checkNode(id, node, context).map((finding) => problem(id, finding, counts))
    }),
  ]
}

function problem(nodeId: string | undefined, { issue, field }: FieldIssue, counts: boolean): Problem {
  const blocking = counts && !nonBlockingIssues.has(issue.name)
  const severity = blocking ? 'blocking' : 'warning'
  return { nodeId, ...(field !== undefined && { field }), issue, severity, blocking }
}

type FlowContext = {
  net: { nodes: Net['nodes']; edges: readonly FlowEdge[] }
  kinds: Kinds
  known: Known
  sources: Sources
  linked: ReadonlySet<string>
  /** Nodes that run; undefined when all do or when unknown. */
  needed: ReadonlySet<string> | undefined
  ending: string | undefined
  rivals: ReadonlySet<string>
  loop: string | undefined
  alone: boolean
  /** Control-flow files have starts instead of endings. */
  control: boolean
  starts: readonly string[]
  /** How steps are connected, by node. */
  connections: ReadonlyMap<string, FieldIssue[]>
}

type Nodes = readonly (readonly [string, FlowNode])[]

function surround(net: FlowContext['net'], nodes: Nodes, kinds: Kinds, known: Known): FlowContext {
  const sources = sourcesByTarget(net.edges)
  const control = nodes.some(([, { type }]) => type === 'agentFlow' || type === 'iteration')
  const steps = control || nodes.some(([, node]) => isAgentStep(node))
  const { ending, rivals, needed } = steps ? noAnswer : findAnswer(net, kinds, sources)
  return {
    net,
    kinds,
    known,
    sources,
    linked: new Set(net.edges.flatMap(({ source, target }) => [source, target])),
    needed,
    ending,
    rivals: new Set(rivals),
    // Steps may return to earlier ones only through loop nodes, which have no edge.
    loop: findLoop(needed ?? net.nodes.keys(), sources),
    alone: nodes.length === 1,
    control: steps,
    connections: control ? controlIssues({ nodes: net.nodes, edges: net.edges }) : new Map(),
    starts: nodes.filter(([, { data }]) => startNames.has(data.name)).map(([id]) => id),
  }
}

type Answering = Pick<FlowContext, 'ending' | 'needed'> & { rivals: readonly string[] }

const noAnswer: Answering = { ending: undefined, rivals: [], needed: undefined }

/** When a node branches, the question decides which ending answers, so all of them must be able to. */
function findAnswer(net: FlowContext['net'], kinds: Kinds, sources: Sources): Answering {
  const { ending, rivals } = findEndings(net, kinds)
  if (ending === undefined) {
    return noAnswer
  }
  const all = new Set([...rivals, ending].flatMap((id) => [...findNeeded(id, sources)]))
  const branches = [...all].some((id) => isBranch(kinds.get(net.nodes.get(id)?.data.name ?? '')))
  return branches
    ? { ending, rivals: [], needed: all }
    : { ending, rivals, needed: findNeeded(ending, sources) }
}

function isBranch(kind: NodeTemplate | undefined): boolean {
  return kind?.outputs.some(({ isAnchor }) => isAnchor) ?? false
}

const startNames = new Set(['startAgentflow', 'seqStart', 'supervisor'])

function flowIssues({ control, ending, starts, kinds }: FlowContext, nodes: Nodes): Issue[] {
  if (!control) {
    return ending === undefined ? [{ name: 'noEnding' }] : []
  }
  const count = nodes.filter(([, node]) => isAgentPart(node) && !kinds.has(node.data.name)).length
  return [
    ...(starts.length === 0 ? [{ name: 'noStart' as const }] : []),
    ...(count > 0 ? [{ name: 'notRunnable' as const, count }] : []),
  ]
}

function checkNode(id: string, node: FlowNode, around: FlowContext): FieldIssue[] {
  const kind = around.kinds.get(node.data.name)
  const report = reportOf(node, kind)
  // One issue for the flow instead of one for each of its steps.
  const own = around.control && isAgentPart(node) ? report.findings.filter(isNoUnknown) : report.findings
  return [
    ...placeIssues(id, node, around).map((issue) => ({ issue })),
    ...checkKnown(id, node, kind, around.known),
    ...own,
    ...(around.control ? stepIssues(id, node, kind, around) : []),
    ...linkIssues(id, report, around),
    ...promptIssues(id, node, around),
    ...(lacksDocuments(node, around) ? [{ issue: { name: 'noDocuments' as const }, field: 'document' }] : []),
  ]
}

function stepIssues(
  id: string,
  node: FlowNode,
  kind: NodeTemplate | undefined,
  around: FlowContext,
): FieldIssue[] {
  return [
    ...(around.connections.get(id) ?? []),
    ...componentIssues(node, kind, around.kinds, around.known),
    ...unavailableIssues(node, kind),
    ...(searchesNothing(node) ? [{ issue: { name: 'noStore' as const } }] : []),
  ]
}

function searchesNothing({ data: { name, inputs } }: FlowNode): boolean {
  const lists = [inputs.retrieverKnowledgeDocumentStores, inputs.retrieverKnowledgeVSEmbeddings]
  return name === 'retrieverAgentflow' && lists.every((list) => !list || String(list) === '')
}

const isNoUnknown = ({ issue }: Finding) => issue.name !== 'unknown'

function placeIssues(id: string, node: FlowNode, around: FlowContext): Issue[] {
  const { loop, alone, linked, rivals, ending, starts, net } = around
  const answers = net.nodes.get(ending ?? '')?.data.label ?? ''
  return [
    ...(id === loop ? [{ name: 'cycle' as const }] : []),
    ...(!(alone || linked.has(id) || node.parentNode) ? [{ name: 'unconnected' as const }] : []),
    ...(rivals.has(id) ? [{ name: 'rival' as const, answers }] : []),
    ...(starts.indexOf(id) > 0 ? [{ name: 'twoStarts' as const }] : []),
    ...(branchesNowhere(id, node, around) ? [{ name: 'noTarget' as const }] : []),
    ...(hangs(id, around) ? [{ name: 'hanging' as const }] : []),
  ]
}

function branchesNowhere(id: string, { data }: FlowNode, { net }: FlowContext): boolean {
  const branches = /^(?:conditionAgentflow|conditionAgentAgentflow|seqCondition|seqConditionAgent)$/
  return branches.test(data.name) && !net.edges.some(({ source }) => source === id)
}

function hangs(id: string, { net, sources }: FlowContext): boolean {
  return sources.get(id)?.some((source) => !net.nodes.has(source)) ?? false
}

/** A store that neither has documents nor is marked as upserted before. */
function lacksDocuments({ data }: FlowNode, { kinds }: FlowContext): boolean {
  const kind = kinds.get(data.name)
  const acceptsDocuments =
    kind?.category === 'Vector Stores' && kind.inputs.some(({ name }) => name === 'document')
  return (
    acceptsDocuments &&
    !/Load Existing/i.test(data.label) &&
    [data.inputs.document ?? []].flat().join('') === ''
  )
}
