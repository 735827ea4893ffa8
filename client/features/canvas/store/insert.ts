import { readStored, useStorage, writeStored } from '#client/components/use-storage.ts'
import { readNames } from '#shared/json.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { isStepKind } from '#shared/step-traits.ts'
import { addLinkedStep, addStep, addStepBetween } from '../agent/add-step.ts'
import { rehouse } from '../agent/boxes.ts'
import type { Clip } from '../graph/clip.ts'
import { addBetween, addLinked, type OpenEnd } from '../graph/fits.ts'
import {
  emptyGraph,
  type Graph,
  type GraphNode,
  getNode,
  type Point,
  positionOf,
  type Templates,
} from '../graph/flow-graph.ts'
import { addNode, addNote, type Box, findFreePlace } from '../graph/place.ts'
import { inputPorts, outputPorts, shapeOf } from '../graph/shape.ts'
import { cardWidth, noteSize, type Size, sizeOf } from '../graph/size.ts'
import type { CanvasState, CanvasStore } from './canvas-store.ts'
import { linkKey } from './derive.ts'
import type { QuickAdd } from './surface.ts'

type Way = (graph: Graph, templates: Templates) => { graph: Graph; id: string }

const origin = { x: 0, y: 0 }

/** A free visible place, as near as possible. */
function freePlace(store: CanvasStore, target: Point, template: NodeTemplate): Point {
  const { graph, id } = addAny(emptyGraph, template, origin)
  return findFreeSpace(store, target, sizeOf(getNode(graph, id), store.getState().templates))
}

/** Adds nodes as one step and selects them. */
function add(store: CanvasStore, name: 'add' | 'addNote', what: string, way: Way) {
  let added = ''
  store.getState().act({ name, what }, (graph, templates) => {
    const { graph: after, id } = way(graph, templates)
    added = id
    return after
  })
  store.getState().select([added])
  store.getState().camera?.panTo([added])
}

/** Loads the whole template. */
function withTemplate(store: CanvasStore, { name }: NodeSummary, place: (template: NodeTemplate) => void) {
  store.getState().withTemplates([name], () => {
    const template = store.getState().templates.get(name)
    if (template) {
      place(template)
    }
  })
}

export function dropNode(store: CanvasStore, kind: NodeSummary, at: Point) {
  withTemplate(store, kind, (template) => {
    rememberUsed(template.name)
    add(store, 'add', template.label, (graph) => addAny(graph, template, at))
  })
}

/** Inserts at a point, or at the nearest free place. */
export function insertNode(store: CanvasStore, kind: NodeSummary, target: Point) {
  withTemplate(store, kind, (template) => {
    const at = freePlace(store, target, template)
    rememberUsed(template.name)
    add(store, 'add', template.label, (graph) => addAny(graph, template, at))
  })
}

export function insertNote(store: CanvasStore, target: Point) {
  const at = findFreeSpace(store, target, noteSize)
  add(store, 'addNote', '', (graph) => addNote(graph, at))
}

export function insertQuick(
  store: CanvasStore,
  kind: NodeSummary,
  { place: target, from, between }: QuickAdd,
) {
  withTemplate(store, kind, (template) => {
    const place = freePlace(store, target, template)
    rememberUsed(template.name)
    add(store, 'add', template.label, (graph, templates) => {
      if (isStepKind(template.name)) {
        return addStepQuick(graph, template, place, { from, between })
      }
      if (from) {
        return addLinked(graph, template, place, from, templates)
      }
      return between === undefined
        ? addNode(graph, template, place)
        : addBetween(graph, template, place, between, templates)
    })
  })
}

function addAny(graph: Graph, template: NodeTemplate, at: Point) {
  return isStepKind(template.name) ? addInBox(graph, template, at) : addNode(graph, template, at)
}

function addInBox(graph: Graph, template: NodeTemplate, at: Point) {
  const { id, graph: after } = addStep(graph, template, at)
  return { id, graph: rehouse(after, [id], new Map()) }
}

function addStepQuick(
  graph: Graph,
  template: NodeTemplate,
  at: Point,
  { from, between }: { from: QuickAdd['from'] | undefined; between: string | undefined },
) {
  if (from) {
    return addLinkedStep(graph, template, at, from)
  }
  return between === undefined ? addInBox(graph, template, at) : addStepBetween(graph, template, at, between)
}

/** The nearest free and visible position to a point, if there is one. */
function findFreeSpace(store: CanvasStore, target: Point, size: Size): Point {
  const { flowNodes, camera } = store.getState()
  const taken = flowNodes
    .filter(({ hidden }) => !hidden)
    .map(({ position, positionAbsolute, width, height }) => ({
      ...(positionAbsolute ?? position),
      width: width ?? 320,
      height: height ?? 240,
    }))
  return findFreePlace(target, size, taken, camera?.visibleArea())
}

/** As `findFreeSpace`, for several nodes that keep their relative positions. */
export function findFreeSpaceFor(store: CanvasStore, target: Point, { nodes }: Clip): Point {
  return findFreeSpace(store, target, boundsOf(nodes, store))
}

function boundsOf(nodes: readonly GraphNode[], store: CanvasStore): Size {
  const { templates } = store.getState()
  const boxes = nodes
    .filter(({ parentNode }) => typeof parentNode !== 'string')
    .map((node): Box => ({ ...positionOf(node), ...sizeOf(node, templates) }))
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  return {
    width: Math.max(...boxes.map(({ x, width }) => x + width)) - left,
    height: Math.max(...boxes.map(({ y, height }) => y + height)) - top,
  }
}

const favouritesKey = 'canvas.favouriteNodes'
const recentsKey = 'canvas.recentNodes'
const max = 5
const none: string[] = []

export function usePaletteMemory() {
  const [favourites, setFavourites] = useStorage(favouritesKey, none)
  const [recents] = useStorage(recentsKey, none)
  return {
    favourites,
    recents,
    toggleFavourite: (name: string) =>
      setFavourites(
        favourites.includes(name) ? favourites.filter((each) => each !== name) : [...favourites, name],
      ),
  }
}

function rememberUsed(name: string) {
  const before = readNames(readStored(recentsKey)).filter((each) => each !== name)
  writeStored(recentsKey, JSON.stringify([name, ...before].slice(0, max)))
}

const across = 104

/** Opens quick-add for a node without link targets, at the given port or at its most urgent one. */
export function quickAddFrom(
  state: CanvasState,
  node: string,
  port: OpenEnd | undefined,
  at: Point,
): QuickAdd | undefined {
  const from = port ?? openPort(state, node)
  const card = state.flowNodes.find(({ id }) => id === node)
  const { x, y } = card?.positionAbsolute ?? card?.position ?? { x: 0, y: 0 }
  const left =
    from?.side === 'in' ? x - across - cardWidth.default : x + (card?.width ?? cardWidth.default) + across
  return from && { at, place: { x: left, y }, from }
}

/** A required open input, else an output, else any input. */
function openPort({ graph, templates, links }: CanvasState, id: string): OpenEnd | undefined {
  const node = graph.nodes.get(id)
  if (!node) {
    return undefined
  }
  const shape = shapeOf(node, templates)
  const open = inputPorts(shape).filter(({ name }) => !links.has(linkKey(id, name)))
  const required = open.find(({ optional, acceptVariable }) => !(optional || acceptVariable))
  const [output] = outputPorts(shape, node.data)
  const input = required ?? (output ? undefined : open[0])
  if (input) {
    return { node: id, handle: input.id, side: 'in' }
  }
  return output && { node: id, handle: output.id, side: 'out' }
}

/** Data type of a node type that is dragged from the palette. */
export const dragType = 'application/x-flowtill-node'
