import { englishOf } from '#client/texts/translate-nodes.ts'
import { credentialOf, isNote } from '#shared/flow-file.ts'
import { type NodeTemplate, nameOfHandle, nextNodeId, placeNode } from '#shared/nodes.ts'
import type { Summaries } from '../store/catalogue.ts'
import { areaOf } from './areas.ts'
import { connect, judge, typesMeet } from './connect.ts'
import { chooseOutput, handleFor } from './fits.ts'
import {
  edgeId,
  type Graph,
  type GraphEdge,
  type GraphNode,
  getNode,
  type Templates,
  withData,
} from './flow-graph.ts'
import { removeEdges, renameReferences } from './remove.ts'
import { inputPorts, portsOnly, shapeOf } from './shape.ts'
/** `lost` contains keys, in the previous graph, of links without a port on the new kind. */
export type Replaced = { graph: Graph; id: string; lost: string[] }

/**
 * Replaces a node by another kind: fields of the same name and type keep their values, a credential stays if it
 * fits, links move to fitting ports, first to those of the same name.
 */
export function replaceNode(
  graph: Graph,
  id: string,
  template: NodeTemplate,
  templates: Templates,
): Replaced {
  const fresh = nextNodeId(template.name, graph.nodes.keys())
  const edges = [...graph.edges]
  const leaving = edges.filter(([, { source }]) => source === id)
  const arriving = edges.filter(([, { target }]) => target === id)
  const outputs = new Map(
    leaving.map(([key, { target, targetHandle }]) => [
      key,
      handleFor(template, fresh, { node: target, handle: targetHandle ?? '', side: 'in' }),
    ]),
  )
  // A node uses one of several outputs at a time: the first link decides.
  const output = [...outputs.values()].find((handle) => handle !== undefined)
  const lostLeaving = leaving
    .filter(
      ([key, { targetHandle }]) => !(outputs.get(key) && output && typesMeet(output, targetHandle ?? '')),
    )
    .map(([key]) => key)
  const without = removeEdges(graph, [...lostLeaving, ...arriving.map(([key]) => key)], templates)
  const swapped = swap(without, id, placed(getNode(graph, id), template, fresh, templates), output)
  const chosen = output ? chooseOutput({ graph: swapped, id: fresh }, output) : swapped
  return arriving.reduce<Replaced>(
    (done, [key, edge]) => {
      const linked = linkInto(done.graph, edge, fresh, templates)
      return linked ? { ...done, graph: linked } : { ...done, lost: [...done.lost, key] }
    },
    { graph: chosen, id: fresh, lost: lostLeaving },
  )
}

/**
 * Kinds that can replace a node, those without lost links first, and the links the others lose. Links depend on
 * ports only, so summaries suffice.
 */
export function findReplacements(graph: Graph, id: string, kinds: Summaries, templates: Templates) {
  const node = getNode(graph, id)
  const links = [...graph.edges.values()].filter(
    ({ source, target }) => source === id || target === id,
  ).length
  const category = kinds.get(node.data.name)?.category
  return [...kinds.values()]
    .filter(
      ({ name, baseClasses }) =>
        name !== node.data.name && !isNote({ data: { name } }) && baseClasses.length > 0,
    )
    .map((kind) => ({ kind, lost: replaceNode(graph, id, portsOnly(kind), templates).lost }))
    .filter(({ kind, lost }) => (links === 0 ? kind.category === category : lost.length < links))
    .toSorted(
      (a, b) =>
        a.lost.length - b.lost.length ||
        Number(b.kind.category === category) - Number(a.kind.category === category),
    )
}

function placed(node: GraphNode, template: NodeTemplate, id: string, templates: Templates): GraphNode {
  const data = placeNode(englishOf(template), id)
  const known = templates.get(node.data.name)
  const old = new Map(
    [...(known?.inputs ?? shapeOf(node, templates).params)].map(({ name, type }) => [name, type]),
  )
  const ports = new Set(data.inputAnchors.map(({ name }) => name))
  const stored = template.inputs.filter(
    ({ name, type }) => old.get(name) === type && !ports.has(name) && name in node.data.inputs,
  )
  const inputs = Object.fromEntries(stored.map(({ name }) => [name, node.data.inputs[name]]))
  const credential = credentialOf(node.data)
  const accepted = template.credential?.credentialNames ?? []
  const fits = known?.credential?.credentialNames.some((name) => accepted.includes(name))
  const isOwnLabel =
    known === undefined ? node.data.label !== node.data.name : node.data.label !== englishOf(known).label
  const { width: _, height: __, ...place } = node
  return {
    ...(place as GraphNode),
    id,
    type: 'customNode',
    data: {
      ...data,
      label: isOwnLabel && node.data.label ? node.data.label : data.label,
      inputs: { ...data.inputs, ...inputs },
      ...(credential && fits && { credential }),
    },
  }
}

/** The new node takes the old one's place in the file; references to the old one are renamed. */
function swap(graph: Graph, id: string, node: GraphNode, output: string | undefined): Graph {
  const rename = (name: string) => (name === id ? node.id : name)
  const nodes = [...graph.nodes].map(([key, each]): [string, GraphNode] => {
    if (key === id) {
      return [node.id, node]
    }
    const inputs = renameReferences(each.data.inputs, rename) as GraphNode['data']['inputs']
    const area = areaOf(each)
    const same = JSON.stringify(inputs) === JSON.stringify(each.data.inputs) && !area?.members.includes(id)
    return [
      key,
      same
        ? each
        : withData(each, { inputs, ...(area && { area: { ...area, members: area.members.map(rename) } }) }),
    ]
  })
  const edges = [...graph.edges].map(([key, edge]): [string, GraphEdge] => {
    if (edge.source !== id) {
      return [key, edge]
    }
    const moved = { ...edge, source: node.id, sourceHandle: output ?? '' }
    return [edgeId(moved), { ...moved, id: edgeId(moved) }]
  })
  return { ...graph, nodes: new Map(nodes), edges: new Map(edges) }
}

function linkInto(graph: Graph, edge: GraphEdge, target: string, templates: Templates): Graph | undefined {
  const name = nameOfHandle(edge.targetHandle ?? '')
  const ports = inputPorts(shapeOf(getNode(graph, target), templates))
  const ends = ports
    .toSorted((a, b) => Number(b.name === name) - Number(a.name === name))
    .map((port) => ({
      source: edge.source,
      sourceHandle: edge.sourceHandle ?? '',
      target,
      targetHandle: port.id,
    }))
    .find((each) => judge(graph, each, templates).fits)
  return ends && connect(graph, ends, templates)
}
