import type { NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { AppError } from '#shared/errors.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { type PlacedNode, placeNode } from '#shared/nodes.ts'

export const EXAMPLE_NAME = 'Returns desk'

const policy = `You are the returns desk of Kumru Ceramics, a small shop for handmade plates and bowls. Answer shortly and kindly, and only from these rules.

Returns: A plate or bowl that arrived chipped or broken can be sent back within 30 days. Send a photo first; we pay the return and ship a new one.
Changed your mind: Unused pieces can come back within 14 days in their box. You pay the postage, and we refund the price within 5 working days.
Shipping: Orders leave our workshop within 2 working days. Inside Turkey they take 1 to 3 days, to Berlin and the rest of Europe 4 to 7 days.
Shipping costs: Orders over $60 ship free. Below that, shipping is $6 inside Turkey and $14 to Europe.
Care: All glazes are safe for food and the dishwasher. Gold rims must not go into a microwave oven.`

type Placed = { node: PlacedNode; position: { x: number; y: number }; height: number }

/** A small flow that works the moment it is opened: the demo model, a memory, and the rules of a shop to answer from. */
export function makeExampleFlow(catalogue: ReadonlyMap<string, NodeDefinition>): string {
  const place = (
    name: string,
    inputs: Record<string, unknown>,
    x: number,
    y: number,
    height: number,
  ): Placed => {
    const definition = catalogue.get(name) ?? refuse(name)
    const node = placeNode(describeNode(definition), `${name}_0`)
    return { node: { ...node, inputs: { ...node.inputs, ...inputs } }, position: { x, y }, height }
  }
  const model = place('flowtillDemoModel', {}, 0, 0, 220)
  const memory = place('bufferMemory', {}, 0, 280, 120)
  const inputs = {
    model: referenceTo(model.node.id),
    memory: referenceTo(memory.node.id),
    systemMessagePrompt: policy,
  }
  const chain = place('conversationChain', inputs, 424, 60, 260)

  return JSON.stringify({
    nodes: [model, memory, chain].map(({ node, position, height }) => ({
      id: node.id,
      type: 'customNode',
      position,
      positionAbsolute: position,
      width: 320,
      height,
      selected: false,
      dragging: false,
      data: node,
    })),
    edges: [edge(model.node, chain.node, 'model'), edge(memory.node, chain.node, 'memory')],
    viewport: { x: 0, y: 0, zoom: 1 },
  })
}

function edge(source: PlacedNode, target: PlacedNode, input: string) {
  const sourceHandle = source.outputAnchors[0]?.id ?? ''
  const targetHandle = target.inputAnchors.find(({ name }) => name === input)?.id ?? ''
  return {
    source: source.id,
    sourceHandle,
    target: target.id,
    targetHandle,
    type: 'buttonedge',
    id: `${source.id}-${sourceHandle}-${target.id}-${targetHandle}`,
  }
}

function refuse(name: string): never {
  throw new AppError('INTERNAL', `The example needs the node ${name}.`)
}
