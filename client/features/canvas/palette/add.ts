import { readStored, useStorage, writeStored } from '#client/components/use-storage.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { addLinkedStep, addStep, addStepBetween } from '../agent/add-step.ts'
import { rehouse } from '../agent/boxes.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import type { Clip } from '../graph/clip.ts'
import { addBetween, addLinked } from '../graph/fits.ts'
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
import { noteSize, type Size, sizeOf } from '../graph/size.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { QuickAdd } from '../store/surface.ts'

type Way = (graph: Graph, templates: Templates) => { graph: Graph; id: string }

const origin = { x: 0, y: 0 }

/** A free place in sight, as near as possible. */
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
  store.getState().camera?.bringIn([added])
}

/** Loads the whole template. Steps are not on the server. */
function withTemplate(store: CanvasStore, { name }: NodeSummary, place: (template: NodeTemplate) => void) {
  const step = stepTemplates.get(name)
  if (step) {
    place(step)
    return
  }
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
      if (isStepKind(template)) {
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

function isStepKind({ name }: NodeTemplate) {
  return stepTemplates.has(name)
}

function addAny(graph: Graph, template: NodeTemplate, at: Point) {
  return isStepKind(template) ? addInBox(graph, template, at) : addNode(graph, template, at)
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
export function findFreeSpace(store: CanvasStore, target: Point, size: Size): Point {
  const { flowNodes, camera } = store.getState()
  const taken = flowNodes
    .filter(({ hidden }) => !hidden)
    .map(({ position, positionAbsolute, width, height }) => ({
      ...(positionAbsolute ?? position),
      width: width ?? 320,
      height: height ?? 240,
    }))
  return findFreePlace(target, size, taken, camera?.sight())
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

export function rememberUsed(name: string) {
  const before = parseNames(readStored(recentsKey)).filter((each) => each !== name)
  writeStored(recentsKey, JSON.stringify([name, ...before].slice(0, max)))
}

function parseNames(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}
