import { referencedNode } from '#shared/flow-file.ts'
import { moveItem } from '../fields/rows.ts'
import { setInput } from './edit.ts'
import { type Graph, getNode } from './flow-graph.ts'

/** The nodes a list input takes, in the order in which they are used. */
export function orderOfList(graph: Graph, id: string, input: string): string[] {
  const value = graph.nodes.get(id)?.data.inputs[input]
  return Array.isArray(value) ? value.flatMap((entry) => referencedNode(entry) ?? []) : []
}

/** Puts one of the nodes a list input takes in another place of it. Places count among those that are linked. */
export function moveInList(graph: Graph, id: string, input: string, from: number, to: number): Graph {
  const value = getNode(graph, id).data.inputs[input]
  if (!Array.isArray(value) || from === to) {
    return graph
  }
  const linked = value.flatMap((entry, place) => (referencedNode(entry) === undefined ? [] : [place]))
  const [start, end] = [linked[from], linked[to]]
  return start === undefined || end === undefined
    ? graph
    : setInput(graph, id, input, moveItem(value, start, end))
}
