import { useShallow } from 'zustand/react/shallow'
import { shownNodeTexts } from '#client/texts/node-texts.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { lookOfStep } from '../agent/step-view.ts'
import { namesOf, textOf } from '../graph/field-values.ts'
import type { GraphNode, getNode, Templates } from '../graph/flow-graph.ts'
import { isFilled, outputPorts, type Shape, shapeOf, shownInputs, typesOf } from '../graph/shape.ts'
import type { CanvasState } from './canvas-store.ts'
import { useCanvasOf } from './use-canvas.ts'

/** Derived from the node alone. */
export type CardView = {
  shape: Shape
  kind: Kind
  anchors: readonly PlacedInput[]
  params: readonly PlacedInput[]
  more: readonly PlacedInput[]
  changed: number
}

const views = new WeakMap<GraphNode['data'], { view: CardView; language: unknown }>()

/** Cached per state of a node, because every card reads it whenever anything moves. */
export function viewOf(node: GraphNode, templates: Templates): CardView {
  const known = views.get(node.data)
  // Loading another node type's template does not invalidate this view.
  const language = shownNodeTexts()
  if (known && known.language === language && known.view.shape.template === templates.get(node.data.name)) {
    return known.view
  }
  const shape = shapeOf(node, templates)
  const { inputs } = node.data
  const shown = shownInputs(shape.params, shape, inputs)
  const more = shown.filter(({ additionalParams }) => additionalParams)
  const view: CardView = {
    shape,
    kind: kindOfNode(node, shape),
    anchors: shownInputs(shape.anchors, shape, inputs),
    params: shown.filter(({ additionalParams }) => !additionalParams),
    more,
    changed: more.filter((input) => isChanged(input, inputs[input.name])).length,
  }
  views.set(node.data, { view, language })
  return view
}

/** A card has the colour of its output's kind. */
function kindOfNode(node: GraphNode, shape: Shape): Kind {
  if (node.type === 'agentFlow') {
    return lookOfStep(node.data.name).kind
  }
  const [output] = outputPorts(shape, node.data)
  const given = output ? kindOf(typesOf(output)) : 'any'
  if (given !== 'any') {
    return given
  }
  const classes = shape.template?.baseClasses ?? node.data.baseClasses
  return kindOf(Array.isArray(classes) ? classes.map(String) : [])
}

/** Whether a value differs from the field's default. */
export function isChanged(input: TemplateInput, value: unknown): boolean {
  return value !== undefined && textOf(value) !== textOf(input.default ?? '')
}

/** Whether a required field is empty. */
export function isMissing(input: TemplateInput, value: unknown): boolean {
  return !input.optional && !isFilled(value) && !isFilled(input.default)
}

/** Types left out of a summary: secrets, switches, lists, tables and code. */
const unspoken = new Set(['credential', 'password', 'boolean', 'array', 'datagrid', 'json', 'code', 'file'])

/** Options by their labels, other values as they are. */
function shownValue({ type, options }: TemplateInput, value: unknown): string {
  const labelOf = (name: string) => options?.find((option) => option.name === name)?.label ?? name
  return type === 'multiOptions' || type === 'asyncMultiOptions'
    ? namesOf(value).map(labelOf).join(', ')
    : labelOf(textOf(value))
}

/** The second line of a folded card: the values of its first fields. */
export function summaryOf(
  { params, anchors, shape }: CardView,
  inputs: Readonly<Record<string, unknown>>,
): string {
  const words = params
    .filter(({ type }) => !unspoken.has(type))
    .map((input) => shownValue(input, inputs[input.name]).split('\n')[0] ?? '')
    .filter((text) => text !== '' && text.length < 60)
  return (
    words.slice(0, 2).join(' · ') ||
    anchors.map(({ label }) => label).join(' · ') ||
    (shape.template?.label ?? '')
  )
}

/** Part of a card's view. Re-renders only when that part changes. */
export function useCardView<Value>(id: string, read: (view: CardView, state: CanvasState) => Value): Value {
  return useCanvasOf(
    id,
    useShallow((state) => {
      const node = state.graph.nodes.get(id)
      return read(node ? viewOf(node, state.templates) : emptyView, state)
    }),
  )
}

const emptyView: CardView = {
  shape: { template: undefined, params: [], anchors: [], outputs: [] },
  kind: 'any',
  anchors: [],
  params: [],
  more: [],
  changed: 0,
}

export function useNodeData<Value>(id: string, read: (data: ReturnType<typeof getNode>['data']) => Value) {
  return useCanvasOf(id, (state) => {
    const node = state.graph.nodes.get(id)
    return node && read(node.data)
  })
}
