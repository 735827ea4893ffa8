import { packSummaries, unpackSummaries } from '#shared/node-summaries.ts'
import type { NodeTemplate, TemplateInput } from '#shared/nodes.ts'
import { connect } from '../graph/connect.ts'
import { emptyGraph, type Graph, type Point, type Templates } from '../graph/flow-graph.ts'
import { addNode } from '../graph/place.ts'
import { inputPorts, outputPorts, shapeOf } from '../graph/shape.ts'
import type { Summaries } from '../store/catalogue.ts'

/** A kind of node; without base classes it has no output, like an ending. */
export function aTemplate(name: string, parts: Partial<NodeTemplate> = {}): NodeTemplate {
  const baseClasses = parts.baseClasses ?? [name]
  return {
    name,
    label: name,
    version: 1,
    type: baseClasses[0] ?? name,
    category: 'Utilities',
    baseClasses,
    tags: [],
    description: '',
    icon: 'box',
    inputs: [],
    outputs: [],
    ...parts,
  }
}

export function anInput(name: string, type: string, parts: Partial<TemplateInput> = {}): TemplateInput {
  return { name, label: name, type, ...parts }
}

export const templates: Templates = new Map(
  [
    aTemplate('model', {
      label: 'Model',
      category: 'Chat Models',
      baseClasses: ['Model', 'BaseChatModel', 'BaseLanguageModel'],
      credential: {
        ...anInput('credential', 'credential'),
        label: 'Connect Credential',
        credentialNames: ['modelApi'],
      },
      inputs: [
        anInput('modelName', 'string', { label: 'Model Name' }),
        anInput('temperature', 'number', { label: 'Temperature', default: 0.9, optional: true }),
      ],
    }),
    aTemplate('memory', { label: 'Memory', category: 'Memory', baseClasses: ['Memory', 'BaseMemory'] }),
    aTemplate('readTool', { label: 'Get page', category: 'Tools', baseClasses: ['ReadTool', 'Tool'] }),
    aTemplate('writeTool', { label: 'Post form', category: 'Tools', baseClasses: ['WriteTool', 'Tool'] }),
    aTemplate('otherTool', { label: 'Calculator', category: 'Tools', baseClasses: ['Calculator', 'Tool'] }),
    aTemplate('text', {
      label: 'Text',
      baseClasses: ['Text', 'string'],
      outputs: [
        { name: 'words', label: 'Words', baseClasses: ['string', 'json'] },
        { name: 'page', label: 'Page', baseClasses: ['Document', 'json'] },
      ],
    }),
    aTemplate('agent', {
      label: 'Agent',
      category: 'Agents',
      baseClasses: ['AgentExecutor', 'BaseChain'],
      inputs: [
        anInput('model', 'BaseChatModel', { label: 'Chat Model' }),
        anInput('memory', 'BaseMemory', { label: 'Memory', optional: true }),
        anInput('tools', 'Tool', { label: 'Tools', list: true, optional: true }),
        anInput('instructions', 'string', {
          label: 'Instructions',
          optional: true,
          acceptVariable: true,
          default: 'Be kind.',
        }),
      ],
    }),
  ].map((template) => [template.name, template]),
)

export function summariesOf(all: Templates): Summaries {
  return new Map(unpackSummaries(packSummaries([...all.values()])).map((kind) => [kind.name, kind]))
}

export function aGraph(...names: string[]): Graph {
  return names.reduce((graph, name, index) => put(graph, name, { x: index * 400, y: 0 }), emptyGraph)
}

function put(graph: Graph, name: string, position: Point): Graph {
  const template = templates.get(name)
  if (!template) {
    throw new Error(`There is no ${name} in the small catalogue.`)
  }
  return addNode(graph, template, position).graph
}

export function endsOf(graph: Graph, source: string, target: string, input: string) {
  const [from, to] = [graph.nodes.get(source), graph.nodes.get(target)]
  const output = from && outputPorts(shapeOf(from, templates), from.data)[0]
  const port = to && inputPorts(shapeOf(to, templates)).find(({ name }) => name === input)
  return { source, sourceHandle: output?.id ?? '', target, targetHandle: port?.id ?? '' }
}

export function link(graph: Graph, source: string, target: string, input: string): Graph {
  return connect(graph, endsOf(graph, source, target, input), templates)
}

export function anAgentGraph(): Graph {
  const placed = aGraph('model', 'memory', 'otherTool', 'agent')
  return [
    ['model_0', 'model'],
    ['memory_0', 'memory'],
    ['otherTool_0', 'tools'],
  ].reduce((graph, [source, input]) => link(graph, String(source), 'agent_0', String(input)), placed)
}

export function inputOf(graph: Graph, id: string, name: string): unknown {
  return graph.nodes.get(id)?.data.inputs[name]
}
