import type { Chip } from '#client/components/editor/chip.ts'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { readRecords } from '#shared/json.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { type Graph, type GraphEdge, type GraphNode, labelIn, type Templates } from './flow-graph.ts'
import { outputPorts, portsOf, shapeOf, typesOf } from './shape.ts'

export const variableGroups = ['chat', 'upstream', 'state', 'flow', 'vars', 'form'] as const
type VariableGroup = (typeof variableGroups)[number]

/** A variable that a text may use. */
export type Variable = {
  group: VariableGroup
  /** Without braces: `question`, `$vars.shop`, `retriever_0.data.instance`. */
  name: string
  label: string
  kind: Kind
  node?: string
}

/** How a flow passes values on: each kind of flow has its own syntax. */
export type Profile = 'chat' | 'sequential' | 'control'

export function profileOf(node: Pick<GraphNode, 'type' | 'data'> | undefined): Profile {
  if (node?.type === 'agentFlow' || node?.type === 'iteration') {
    return 'control'
  }
  return node?.data.category === 'Sequential Agents' || /^seq[A-Z]/.test(node?.data.name ?? '')
    ? 'sequential'
    : 'chat'
}

type ReceivedRequest = {
  node: string
  /** The edited input: plain nodes pass their value to one input only. */
  input: string
  templates: Templates
  /** Names of the workspace's variables. */
  vars: readonly string[]
}

/** Variables the text of an input may use. Nodes are included only if their value is available there. */
export function offeredVariables(graph: Graph, requested: ReceivedRequest): Variable[] {
  const node = graph.nodes.get(requested.node)
  const profile = profileOf(node)
  const before = nodesBefore(graph, requested, profile)
  return [
    ...chatVariables(profile),
    ...before.flatMap((id) => upstreamVariable(graph, id, profile, requested.templates)),
    ...(profile === 'chat' ? [] : stateVariables(graph, profile, before)),
    ...flowVariables,
    ...requested.vars.map((name) => simple('vars', `$vars.${name}`)),
    ...(profile === 'control' ? formVariables(graph) : []),
    ...(profile === 'control' && node?.parentNode ? [simple('state', '$iteration')] : []),
  ]
}

/**
 * Nodes whose values an input can use: in a control flow all previous ones and the enclosing box, for sequential
 * agents those along their chain, for other nodes those linked to this input.
 */
export function nodesBefore(
  graph: Graph,
  { node, input, templates }: Pick<ReceivedRequest, 'node' | 'input' | 'templates'>,
  profile: Profile,
): string[] {
  const edges = [...graph.edges.values()]
  if (profile === 'chat') {
    const into = edges.filter((edge) => edge.target === node && inputOf(graph, edge, templates) === input)
    return [...new Set(into.map(({ source }) => source))]
  }
  const isStep = (edge: GraphEdge) =>
    profile === 'control' || inputOf(graph, edge, templates) === 'sequentialNode'
  const found = new Set<string>()
  const waiting = [node]
  for (const id of waiting) {
    const parent = graph.nodes.get(id)?.parentNode
    const sources = edges.filter((edge) => edge.target === id && isStep(edge)).map(({ source }) => source)
    for (const next of typeof parent === 'string' ? [...sources, parent] : sources) {
      if (next !== node && !found.has(next)) {
        found.add(next)
        waiting.push(next)
      }
    }
  }
  return [...found]
}

/** The variable in the syntax of this type of flow. */
export function tokenOf(name: string, profile: Profile): string {
  return profile === 'control' ? `{{ ${name} }}` : `{{${name}}}`
}

function inputOf(graph: Graph, edge: GraphEdge, templates: Templates) {
  return portsOf(graph, edge, templates).input?.name
}

function chatVariables(profile: Profile): Variable[] {
  const names = ['question', 'chat_history', 'file_attachment']
  const more = profile === 'control' ? ['current_date_time', 'runtime_messages_length', 'loop_count'] : []
  return [...names, ...more].map((name) => ({
    ...simple('chat', name),
    kind: name === 'chat_history' ? 'memory' : 'value',
  }))
}

const flowVariables = ['chatId', 'sessionId', 'chatflowId', 'input'].map((key) =>
  simple('flow', `$flow.${key}`),
)

function simple(group: VariableGroup, name: string): Variable {
  return { group, name, label: name, kind: 'value' }
}

function upstreamVariable(graph: Graph, id: string, profile: Profile, templates: Templates): Variable[] {
  const node = graph.nodes.get(id)
  if (!node || node.data.name === 'startAgentflow' || node.data.name === 'seqStart') {
    return []
  }
  const [output] = outputPorts(shapeOf(node, templates), node.data)
  const kind = profile === 'control' ? 'agent' : output ? kindOf(typesOf(output)) : 'any'
  const name = profile === 'control' ? id : `${id}.data.instance`
  return [{ group: 'upstream', name, label: nodeLabel(node.data) || id, kind, node: id }]
}

function stateVariables(graph: Graph, profile: Profile, before: readonly string[]): Variable[] {
  const keys = stateKeys(graph, before).map(({ key, node }) => ({
    ...simple('state', `$flow.state.${key}`),
    node,
  }))
  const messages = ['messages.length', 'messages[0].content', 'messages[-1].content']
  return profile === 'sequential'
    ? [...messages.map((path) => simple('state', `$flow.state.${path}`)), ...keys]
    : keys
}

/** State keys set upstream, with the node that sets each. */
export function stateKeys(graph: Graph, before: readonly string[]) {
  const rows = before.flatMap((node) => {
    const { inputs = {}, name } = graph.nodes.get(node)?.data ?? {}
    const stored =
      name === 'startAgentflow' ? inputs.startState : name === 'seqState' ? inputs.stateMemoryUI : ''
    return readRecords(stored).map(({ key }) => ({ key: String(key ?? ''), node }))
  })
  return rows.filter(({ key }, place) => key !== '' && rows.findIndex((row) => row.key === key) === place)
}

function formVariables(graph: Graph): Variable[] {
  const start = [...graph.nodes].find(([, { data }]) => data.name === 'startAgentflow')
  const [
    node = '',
    {
      data: { inputs },
    } = { data: { inputs: {} as Record<string, unknown> } },
  ] = start ?? []
  return (inputs.startInputType === 'formInput' ? readRecords(inputs.formInputTypes) : [])
    .filter(({ name }) => typeof name === 'string' && name !== '')
    .map(({ name, label }) => ({
      ...simple('form', `$form.${name}`),
      label: String(label || `$form.${name}`),
      node,
    }))
}

export type TextPart = { text: string } | { token: string; name: string }

const pattern = /\{\{([^{}\n]+)\}\}/g

export function splitTokens(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(pattern)) {
    parts.push({ text: text.slice(done, match.index) }, tokenPart(match))
    done = match.index + match[0].length
  }
  return [...parts, { text: text.slice(done) }].filter((part) => !('text' in part) || part.text !== '')
}

function tokenPart([token, inner = '']: RegExpExecArray): TextPart {
  return { token, name: inner.trim() }
}

type Known = { offered: readonly Variable[]; graph: Graph; profile: Profile; varsKnown: boolean }

/** How a token is drawn; undefined for braces that are not a variable, which stay text. */
export function chipOf(name: string, { offered, graph, profile, varsKnown }: Known): Chip | undefined {
  const found = offered.find((variable) => isPart(name, variable.name))
  if (found) {
    const rest = name.slice(found.name.length)
    return { label: `${found.label}${rest}`, kind: found.kind, broken: false, node: found.node }
  }
  const source = sourceOf(name, graph, profile)
  if (source !== undefined) {
    const label = labelIn(graph, source)
    return { label, kind: 'any', broken: true, ...(graph.nodes.has(source) && { node: source }) }
  }
  if (/^\$(vars|form|flow)\./.test(name)) {
    const broken = name.startsWith('$flow.') ? name.startsWith('$flow.state.') : varsKnown
    return { label: name, kind: 'value', broken }
  }
  return /^(\$iteration|\$webhook|output)\b/.test(name) && profile === 'control'
    ? { label: name, kind: 'value', broken: false }
    : undefined
}

export function brokenIn(text: string, known: Known): string[] {
  const chips = splitTokens(text).flatMap((part) => ('name' in part ? [chipOf(part.name, known)] : []))
  return [...new Set(chips.flatMap((chip) => (chip?.broken ? [chip.label] : [])))]
}

export function substituteTokens(text: string, lookUp: (name: string) => string | undefined): string {
  return splitTokens(text)
    .map((part) => ('text' in part ? part.text : (lookUp(part.name) ?? part.token)))
    .join('')
}

// `node_0.data.instance.title` is part of `node_0.data.instance`.
function isPart(name: string, path: string): boolean {
  return name === path || (name.startsWith(path) && /^[.[]/.test(name.slice(path.length)))
}

function sourceOf(name: string, graph: Graph, profile: Profile): string | undefined {
  const [head = '', ...path] = name.split('.')
  if (path[0] === 'data' && path[1] === 'instance') {
    return head
  }
  return profile === 'control' && (graph.nodes.has(head) || /^[a-z]\w*Agentflow_\d+$/.test(head))
    ? head
    : undefined
}
