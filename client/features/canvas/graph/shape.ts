import { nodeLabel, shownNodeTexts } from '#client/texts/node-texts.ts'
import { translateInput, translateOutput } from '#client/texts/translate-nodes.ts'
import { hasPort, type NodeSummary } from '#shared/node-summaries.ts'
import {
  isShown,
  type NodeTemplate,
  nameOfHandle,
  type OutputAnchor,
  type PlacedInput,
  placeNode,
  type TemplateInput,
} from '#shared/nodes.ts'
import type { Graph, GraphEdge, GraphNode, Templates } from './flow-graph.ts'

export type Shape = {
  /** Undefined for unknown kinds, which are drawn with the labels of the file. */
  template: NodeTemplate | undefined
  params: readonly PlacedInput[]
  anchors: readonly PlacedInput[]
  outputs: readonly OutputAnchor[]
}

const shapes = new WeakMap<object, Map<string, Shape>>()

/**
 * A node's ports and fields. Known types follow the catalogue, which is what runs; unknown ones follow their file,
 * with the catalogue's translations where the texts are equal.
 */
export function shapeOf(node: GraphNode, templates: Templates): Shape {
  const { data, id } = node
  const template = templates.get(data.name)
  const fileAnchors = listOf<PlacedInput>(data.inputAnchors)
  if (!template) {
    const key = [id, shownNodeTexts()?.language].join(' ')
    return remember(data.inputParams ?? data.outputAnchors ?? shapes, key, () => ({
      template,
      params: listOf<PlacedInput>(data.inputParams).map(translateInput),
      anchors: [...controlPort(node), ...fileAnchors.map(translateInput)],
      outputs: listOf<OutputAnchor>(data.outputAnchors).map((output) => ({
        ...translateOutput(output),
        ...(output.label === data.type && { label: nodeLabel({ name: data.name, label: output.label }) }),
      })),
    }))
  }
  if (isStepNode(node)) {
    return shapeOfStep(node, template)
  }
  const declared = new Set(template.inputs.map(({ name }) => name))
  // Links to inputs the current node version no longer has stay visible, so that users can remove them.
  const retained = fileAnchors.filter(({ name }) => !declared.has(name) && isFilled(data.inputs[name]))
  const ownOutputs = hasOwnOutputs(node, template) ? listOf<OutputAnchor>(data.outputAnchors) : []
  const owner = ownOutputs.length > 0 ? data.outputAnchors : template
  const key = [id, shownNodeTexts()?.language, template.version, ...retained.map(({ name }) => name)].join(
    ' ',
  )
  return remember(owner, key, () => {
    const { inputParams, inputAnchors, outputAnchors } = placeNode(template, id)
    return {
      template,
      params: inputParams,
      anchors: [...inputAnchors, ...retained.map(translateInput)],
      outputs: (ownOutputs.length > 0 ? ownOutputs : outputAnchors).map(translateOutput),
    }
  })
}

/** The outputs of steps and conditions follow from what their users enter, so the file's count, not the catalogue's. */
export function hasOwnOutputs(node: GraphNode, template: NodeTemplate): boolean {
  return isStepNode(node) || template.inputs.some(({ type }) => type === 'conditionFunction')
}

// The same node keeps the same object, so that its card does not rerender with every keystroke.
function remember(owner: unknown, key: string, make: () => Shape): Shape {
  const holder = typeof owner === 'object' && owner !== null ? owner : shapes
  const known = shapes.get(holder) ?? new Map<string, Shape>()
  shapes.set(holder, known)
  const shape = known.get(key) ?? make()
  known.set(key, shape)
  return shape
}

/** Inputs with defaults for unset ones, for evaluating conditions. */
export function withDefaults(
  inputs: readonly TemplateInput[],
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...Object.fromEntries(inputs.map((input) => [input.name, input.default ?? ''])), ...stored }
}

/** Fields that are visible with the current values. */
export function shownInputs<Input extends TemplateInput>(
  inputs: readonly Input[],
  shape: Shape,
  stored: Readonly<Record<string, unknown>>,
): Input[] {
  const values = withDefaults([...shape.params, ...shape.anchors], stored)
  return inputs.filter((input) => isShown(input, values))
}

/** The output ports of a node: one, the chosen one of several, or all where each is a branch. */
export function outputPorts({ outputs }: Shape, data: GraphNode['data']): OutputAnchor[] {
  return outputs.flatMap((output) => {
    const options = output.options ?? []
    if (options.length === 0) {
      return output.type === 'options' ? [] : [output]
    }
    const anchors = options.filter((option) => 'isAnchor' in option && option.isAnchor === true)
    return anchors.length > 0
      ? anchors
      : [chosenOption(output, data)].filter((option) => option !== undefined)
  })
}

export function chosenOption(output: OutputAnchor, data: GraphNode['data']): OutputAnchor | undefined {
  const { options = [] } = output
  const expected = data.outputs?.[output.name] || output.default
  return options.find(({ name }) => name === expected) ?? options[0]
}

/** Inputs with a port: handles, and texts that accept variables. */
export function inputPorts({ anchors, params }: Shape): PlacedInput[] {
  return [...anchors, ...params.filter(({ acceptVariable }) => acceptVariable)]
}

/** Distinguishes fields with the same id, of which only one is visible at a time. */
export function keyOfInput({ id, type, show, hide }: PlacedInput): string {
  return JSON.stringify([id, type, show, hide])
}

export function typesOf({ type }: { type: string }): string[] {
  return type.split('|').map((name) => name.trim())
}

/** The form of a step follows the catalogue; its outputs are the branches of the file. */
function shapeOfStep(node: GraphNode, template: NodeTemplate): Shape {
  const { data, id } = node
  const key = [id, shownNodeTexts()?.language, 'step'].join(' ')
  return remember(data.outputAnchors ?? template, key, () => ({
    template,
    params: placeNode(template, id).inputParams,
    anchors: controlPort(node),
    outputs: listOf<OutputAnchor>(data.outputAnchors).map(translateOutput),
  }))
}

function isStepNode({ type }: GraphNode): boolean {
  return type === 'agentFlow' || type === 'iteration'
}

/** Control-flow steps have untyped ports: one input named like the step, and outputs. */
function controlPort(node: GraphNode): PlacedInput[] {
  return isStepNode(node)
    ? [{ id: node.id, name: controlType, label: '→', type: controlType, optional: true }]
    : []
}

const controlType = 'Agentflow'

export function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''
}

function listOf<Item extends { name: string; type: string }>(value: unknown): Item[] {
  return Array.isArray(value)
    ? value
        // Some files name the outputs of a condition by number.
        .filter(
          (item) => typeof item === 'object' && item !== null && /^(?:string|number)$/.test(typeof item.name),
        )
        .map((item) =>
          typeof item.name === 'string'
            ? item
            : { ...item, name: String(item.name), label: String(item.label) },
        )
        .map((item) => (typeof item.type === 'string' ? item : { ...item, type: controlType }))
    : []
}

/** Ports at both ends of an edge. Handles of older files are matched by name, regardless of their class list. */
export function portsOf(graph: Graph, edge: GraphEdge, templates: Templates) {
  const [source, target] = [graph.nodes.get(edge.source), graph.nodes.get(edge.target)]
  const outputs = source ? outputPorts(shapeOf(source, templates), source.data) : []
  const inputs = target ? inputPorts(shapeOf(target, templates)) : []
  return {
    output: findPort(outputs, edge.sourceHandle) ?? outputs[0],
    input: findPort(inputs, edge.targetHandle),
  }
}

export function inputOfHandle(shape: Shape, handle: string | null | undefined): PlacedInput | undefined {
  return findPort([...shape.anchors, ...shape.params], handle)
}

function findPort<Port extends OutputAnchor | PlacedInput>(
  ports: readonly Port[],
  handle: string | null | undefined,
): Port | undefined {
  const name = handle ? nameOfHandle(handle) : undefined
  return ports.find(({ id }) => id === handle) ?? ports.find((port) => port.name === name)
}

const known = new WeakMap<NodeSummary, NodeTemplate>()

/** A template with only the ports of a kind: enough to check connections, not to place a node. */
export function portsOnly(kind: NodeSummary): NodeTemplate {
  const template = known.get(kind) ?? build(kind)
  known.set(kind, template)
  return template
}

function build({ credential, inputs, outputs, ...card }: NodeSummary): NodeTemplate {
  return {
    ...card,
    type: card.baseClasses[0] ?? card.name,
    ...(credential && {
      credential: { ...credential, name: 'credential', label: '', type: 'credential' },
    }),
    inputs: inputs.filter(hasPort).map((input) => ({ label: input.name, ...input })),
    outputs: outputs.map((output) => ({ label: output.name, ...output })),
  }
}
