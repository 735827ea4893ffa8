import { type Finding, isAgentStep, type NodeFault, type NodeReport, reportOf } from './check-node.ts'
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

/** What is wrong. The catalogue of texts makes a sentence of it; `sayFault` is the server's English. */
export type Fault =
  | NodeFault
  /** A link that is written in the input and not drawn, or whose node has gone. */
  | { name: 'lost'; label: string }
  /** A text that speaks of a node which is not there. */
  | { name: 'variable'; label: string; token: string }
  | {
      name:
        | 'cycle'
        | 'unconnected'
        | 'noEnding'
        | 'noStart'
        | 'twoStarts'
        | 'noDocuments'
        | 'hanging'
        | 'noTarget'
    }
  /** Another node answers. */
  | { name: 'rival'; answers: string }
  /** Steps of agent flows, which this server shows and keeps, but cannot run. */
  | { name: 'notRunnable'; count: number }
  | { name: 'credentialGone' }

/** `blocking` keeps the flow from answering, a warning does not, a tip only helps. */
export type Severity = 'blocking' | 'warning' | 'tip'

export type Problem = {
  /** Undefined when it is the flow's and no single node's. */
  nodeId: string | undefined
  /** The input to go to. */
  field?: string
  fault: Fault
  severity: Severity
  /** `severity` is `blocking`. */
  blocking: boolean
}

/** What is known around the flow: of absent things nothing is said. */
export type Known = {
  /** Ids of the credentials its owner may use. */
  credentials?: ReadonlySet<string>
}

/** Faults that leave a flow running whatever node has them. */
const mild = new Set<Fault['name']>([
  'unconnected',
  'outdated',
  'deprecated',
  'rival',
  'noDocuments',
  'hanging',
  'noTarget',
])

/**
 * All that would keep the flow from running, and what is worth a look, flow first, then node by node in the order of the file.
 * Fast enough for every key that is typed: what a node says of itself is remembered until its data is another object.
 */
export function checkFlow(net: Net, kinds: Kinds, known: Known = {}): Problem[] {
  const nodes = [...net.nodes].filter(([, node]) => !isNote(node))
  if (nodes.length === 0) {
    return []
  }
  const edges = [...net.edges]
  const surroundings = surround({ nodes: net.nodes, edges }, nodes, kinds, known)
  return [
    ...flowFaults(surroundings, nodes).map((fault) => problem(undefined, { fault }, true)),
    ...nodes.flatMap(([id, node]) => {
      const counts = surroundings.needed === undefined || surroundings.needed.has(id)
      return checkNode(id, node, surroundings).map((finding) => problem(id, finding, counts))
    }),
  ]
}

type Found = { fault: Fault; field?: string }

function problem(nodeId: string | undefined, { fault, field }: Found, counts: boolean): Problem {
  const blocking = counts && !mild.has(fault.name)
  const severity = blocking ? 'blocking' : 'warning'
  return { nodeId, ...(field !== undefined && { field }), fault, severity, blocking }
}

type Surroundings = {
  net: { nodes: Net['nodes']; edges: readonly FlowEdge[] }
  kinds: Kinds
  known: Known
  sources: Sources
  linked: ReadonlySet<string>
  /** The nodes that run; undefined when all do, or when nobody knows. */
  needed: ReadonlySet<string> | undefined
  ending: string | undefined
  rivals: ReadonlySet<string>
  loop: string | undefined
  alone: boolean
  /** Control-flow files have a start instead of an ending. */
  control: boolean
  starts: readonly string[]
}

type Nodes = readonly (readonly [string, FlowNode])[]

function surround(net: Surroundings['net'], nodes: Nodes, kinds: Kinds, known: Known): Surroundings {
  const sources = sourcesByTarget(net.edges)
  const control = nodes.some(([, { type }]) => type === 'agentFlow' || type === 'iteration')
  const steps = control || nodes.some(([, node]) => isAgentStep(node))
  const { ending, rivals } = steps ? { ending: undefined, rivals: [] } : findEndings(net, kinds)
  const needed = ending === undefined ? undefined : findNeeded(ending, sources)
  return {
    net,
    kinds,
    known,
    sources,
    linked: new Set(net.edges.flatMap(({ source, target }) => [source, target])),
    needed,
    ending,
    rivals: new Set(rivals),
    // Steps may lead back to earlier ones only through loop nodes, which have no edge.
    loop: findLoop(needed ?? net.nodes.keys(), sources),
    alone: nodes.length === 1,
    control: steps,
    starts: nodes.filter(([, { data }]) => startNames.has(data.name)).map(([id]) => id),
  }
}

const startNames = new Set(['startAgentflow', 'seqStart', 'supervisor'])

function flowFaults({ control, ending, starts, kinds }: Surroundings, nodes: Nodes): Fault[] {
  if (!control) {
    return ending === undefined ? [{ name: 'noEnding' }] : []
  }
  const count = nodes.filter(([, node]) => isAgentStep(node) && !kinds.has(node.data.name)).length
  return [
    ...(starts.length === 0 ? [{ name: 'noStart' as const }] : []),
    ...(count > 0 ? [{ name: 'notRunnable' as const, count }] : []),
  ]
}

function checkNode(id: string, node: FlowNode, around: Surroundings): Found[] {
  const kind = around.kinds.get(node.data.name)
  const report = reportOf(node, kind)
  // One sentence for the flow instead of one for each of its steps.
  const own = around.control && isAgentStep(node) ? report.findings.filter(isNoUnknown) : report.findings
  return [
    ...placeFaults(id, node, around).map((fault) => ({ fault })),
    ...credentialFaults(node, around.known),
    ...own,
    ...linkFaults(id, report, around),
    ...(lacksDocuments(node, around) ? [{ fault: { name: 'noDocuments' as const }, field: 'document' }] : []),
  ]
}

const isNoUnknown = ({ fault }: Finding) => fault.name !== 'unknown'

function placeFaults(id: string, node: FlowNode, around: Surroundings): Fault[] {
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

function branchesNowhere(id: string, { data }: FlowNode, { net }: Surroundings): boolean {
  const branches = /^(?:conditionAgentflow|conditionAgentAgentflow|seqCondition|seqConditionAgent)$/
  return branches.test(data.name) && !net.edges.some(({ source }) => source === id)
}

function hangs(id: string, { net, sources }: Surroundings): boolean {
  return sources.get(id)?.some((source) => !net.nodes.has(source)) ?? false
}

function credentialFaults({ data }: FlowNode, { credentials }: Known): Found[] {
  const gone = credentials && data.credential && !credentials.has(data.credential)
  return gone ? [{ fault: { name: 'credentialGone' }, field: 'credential' }] : []
}

function linkFaults(id: string, { links, mentions }: NodeReport, { sources, net }: Surroundings): Found[] {
  if (links.length + mentions.length === 0) {
    return []
  }
  const leading = new Set((sources.get(id) ?? []).filter((source) => net.nodes.has(source)))
  const lost = links
    .filter(({ ids }) => ids.some((each) => !leading.has(each)))
    .map(({ label, field }): Found => ({ fault: { name: 'lost', label }, field }))
  const broken = mentions.flatMap(({ label, field, ids }) =>
    ids
      .filter((each) => !net.nodes.has(each))
      .map((token): Found => ({ fault: { name: 'variable', label, token }, field })),
  )
  return [...lost, ...broken]
}

/** A store that is neither filled from documents nor says of itself that it was filled before. */
function lacksDocuments({ data }: FlowNode, { kinds }: Surroundings): boolean {
  const kind = kinds.get(data.name)
  const takes = kind?.category === 'Vector Stores' && kind.inputs.some(({ name }) => name === 'document')
  return takes && !/Load Existing/i.test(data.label) && [data.inputs.document ?? []].flat().join('') === ''
}

/**
 * Faults of these nodes alone that keep them from running, with the nodes that lead to each: what a plan refuses.
 * One entry per node at fault.
 */
export function checkSteps(
  nodes: readonly FlowNode[],
  { nodes: all, edges }: { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] },
  kinds: Kinds,
): { node: FlowNode; faults: Fault[] }[] {
  const byId = new Map(all.map((node) => [node.id, node]))
  const sources = sourcesByTarget(edges)
  return nodes.flatMap((node) => {
    const report = reportOf(node, kinds.get(node.data.name))
    const leading = new Set((sources.get(node.id) ?? []).filter((id) => byId.has(id)))
    const lost = report.links.filter(({ ids }) => ids.some((id) => !leading.has(id)))
    const faults: Fault[] = [
      ...report.findings.map(({ fault }) => fault).filter(({ name }) => !mild.has(name)),
      ...lost.map(({ label }) => ({ name: 'lost' as const, label })),
    ]
    return faults.length > 0 ? [{ node, faults }] : []
  })
}

/** A fault in the server's English, with no full stop: REST clients list them. `labelOf` names a kind of credential. */
export function sayFault(fault: Fault, labelOf: (credentialKind: string) => string): string {
  switch (fault.name) {
    case 'required':
    case 'unlinked':
      return `${fault.label} is required`
    case 'invalid':
      return `${fault.label} is not valid`
    case 'lost':
      return `${fault.label} names a node that is not connected`
    case 'variable':
      return `${fault.label} speaks of ${fault.token}, which is not there`
    case 'credential':
      return `${labelOf(fault.kind)} credential is required`
    case 'unknown':
      return `This server has no kind of node named ${fault.kind}`
    case 'outdated':
      return `Version ${fault.newest} of this node is out`
    case 'rival':
      return `This node does not run: ${fault.answers} answers`
    case 'notRunnable':
      return 'This server shows and keeps agent flows, but cannot run all of their steps yet'
    default:
      return plain[fault.name]
  }
}

const plain: Record<Exclude<Fault['name'], WithDetails>, string> = {
  deprecated: 'This node will be taken out of service',
  noBranch: 'This condition has no outputs',
  noTarget: 'No output of this condition leads anywhere',
  cycle: 'This node depends on itself',
  unconnected: 'This node is not connected to anything',
  hanging: 'A link comes from a node that is not there',
  noEnding: 'The flow needs an ending: a chain or an agent that nothing follows',
  noStart: 'The flow needs a start',
  twoStarts: 'The flow has another start already',
  noDocuments: 'This store has no documents',
  credentialGone: 'The chosen credential is gone',
}

type WithDetails =
  | 'required'
  | 'unlinked'
  | 'invalid'
  | 'lost'
  | 'variable'
  | 'credential'
  | 'unknown'
  | 'outdated'
  | 'rival'
  | 'notRunnable'
