import { type Kind, kindOf } from '#shared/kinds.ts'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { lookOfStep } from '../agent/step-kinds.ts'
import { textOf } from '../fields/field-props.ts'
import type { GraphNode, Templates } from '../graph/flow-graph.ts'
import { isFilled, outputPorts, type Shape, shapeOf, shownInputs, typesOf } from '../graph/shape.ts'

/** What a card shows, from its node alone. */
export type CardView = {
  shape: Shape
  kind: Kind
  anchors: readonly PlacedInput[]
  /** Fields on the card itself. */
  params: readonly PlacedInput[]
  /** Fields behind "More settings". */
  more: readonly PlacedInput[]
  changed: number
}

const views = new WeakMap<GraphNode['data'], CardView>()

/** Read once for each state of a node: two hundred cards ask for it whenever anything moves. */
export function viewOf(node: GraphNode, templates: Templates): CardView {
  const known = views.get(node.data)
  // Another kind's template that is loaded meanwhile changes nothing here.
  if (known && known.shape.template === templates.get(node.data.name)) {
    return known
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
  views.set(node.data, view)
  return view
}

/** The kind whose colour a card wears: that of what it gives. */
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

/** Whether a field says something else than a fresh node does. */
export function isChanged(input: TemplateInput, value: unknown): boolean {
  return value !== undefined && textOf(value) !== textOf(input.default ?? '')
}

/** Whether a field still needs somebody. */
export function isMissing(input: TemplateInput, value: unknown): boolean {
  return !input.optional && !isFilled(value) && !isFilled(input.default)
}

/** A card's second line, seen from further away: what its first fields say. */
export function summaryOf(
  { params, anchors, shape }: CardView,
  inputs: Readonly<Record<string, unknown>>,
): string {
  const words = params
    .filter(({ type }) => type !== 'credential' && type !== 'password' && type !== 'boolean')
    .map(({ name }) => textOf(inputs[name]).split('\n')[0] ?? '')
    .filter((text) => text !== '' && text.length < 60)
  return (
    words.slice(0, 2).join(' · ') ||
    anchors.map(({ label }) => label).join(' · ') ||
    (shape.template?.label ?? '')
  )
}
