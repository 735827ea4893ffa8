import { nameOfHandle, type OutputAnchor, type PlacedInput } from '#shared/nodes.ts'
import type { Graph, GraphEdge, Templates } from './flow-graph.ts'
import { inputPorts, outputPorts, type Shape, shapeOf } from './shape.ts'

/** Which ports an edge is drawn between. A handle of an older file is found by its name, whatever its class list says. */
export function portsOf(graph: Graph, edge: GraphEdge, templates: Templates) {
  const [source, target] = [graph.nodes.get(edge.source), graph.nodes.get(edge.target)]
  const outputs = source ? outputPorts(shapeOf(source, templates), source.data) : []
  const inputs = target ? inputPorts(shapeOf(target, templates)) : []
  return {
    output: findPort(outputs, edge.sourceHandle) ?? outputs[0],
    input: findPort(inputs, edge.targetHandle),
  }
}

/** The input a handle belongs to. */
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
