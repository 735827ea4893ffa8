import { nodeLabel } from '#client/texts/node-texts.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { readRecords } from '../fields/rows.ts'
import type { Graph, GraphEdge, GraphNode, Templates } from './flow-graph.ts'
import { portsOf } from './ports.ts'
import { outputPorts, shapeOf, typesOf } from './shape.ts'

export const variableGroups = ['chat', 'upstream', 'state', 'flow', 'vars', 'form'] as const
export type VariableGroup = (typeof variableGroups)[number]

/** Something a text may name. */
export type Variable = {
  group: VariableGroup
  /** Without braces: `question`, `$vars.shop`, `retriever_0.data.instance`. */
  name: string
  /** What people call it. */
  label: string
  kind: Kind
  /** The node it comes from. */
  node?: string
}

/** How a flow hands values on (facts/flow-format.md F7). */
export type Profile = 'chat' | 'sequential' | 'control'

export function profileOf(node: Pick<GraphNode, 'type' | 'data'> | undefined): Profile {
  if (node?.type === 'agentFlow' || node?.type === 'iteration') {
    return 'control'
  }
  return node?.data.category === 'Sequential Agents' || /^seq[A-Z]/.test(node?.data.name ?? '')
    ? 'sequential'
    : 'chat'
}

type Asked = {
  node: string
  /** The input that is written in: plain nodes hand their value to one input. */
  input: string
  templates: Templates
  /** Names of the variables of the house. */
  vars: readonly string[]
}

/** Everything the text of an input may name, with only those nodes whose value it can have. */
export function offeredVariables(graph: Graph, asked: Asked): Variable[] {
  const node = graph.nodes.get(asked.node)
  const profile = profileOf(node)
  const before = nodesBefore(graph, asked, profile)
  return [
    ...chatVariables(profile),
    ...before.flatMap((id) => upstreamVariable(graph, id, profile, asked.templates)),
    ...(profile === 'chat' ? [] : stateVariables(graph, profile, before)),
    ...flowVariables,
    ...asked.vars.map((name) => simple('vars', `$vars.${name}`)),
    ...(profile === 'control' ? formVariables(graph) : []),
  ]
}

/**
 * The nodes whose values an input can have: of a control flow all that come before it and what it stands in, of
 * sequential agents those along their chain, of plain nodes what is wired to this input.
 */
export function nodesBefore(
  graph: Graph,
  { node, input, templates }: Pick<Asked, 'node' | 'input' | 'templates'>,
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

/** A variable as a text of this kind of flow holds it. */
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

/** The keys of the state that are set before a node, with the node that sets each. */
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
