import type { NodeSummary } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { addLinkedStep, addStep, addStepBetween } from '../agent/add-step.ts'
import { rehouse } from '../agent/boxes.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import { addBetween, addLinked } from '../graph/fits.ts'
import type { Graph, Point, Templates } from '../graph/flow-graph.ts'
import { findFreePlace } from '../graph/free-place.ts'
import { addNode, addNote } from '../graph/place.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { QuickAdd } from '../store/surface.ts'
import { rememberUsed } from './palette-memory.ts'

type Way = (graph: Graph, templates: Templates) => { graph: Graph; id: string }

/** What a card takes before it has been measured. */
const cardSize = { width: 320, height: 240 }

/** Beside what is there already, as near as can be. */
function freePlace(store: CanvasStore, wanted: Point): Point {
  const taken = store.getState().flowNodes.map(({ position, width, height }) => ({
    ...position,
    width: width ?? cardSize.width,
    height: height ?? cardSize.height,
  }))
  return findFreePlace(wanted, cardSize, taken)
}

/** Does an addition as one step, and selects what came of it. */
function add(store: CanvasStore, name: 'add' | 'addNote', what: string, way: Way) {
  let added = ''
  store.getState().act({ name, what }, (graph, templates) => {
    const { graph: after, id } = way(graph, templates)
    added = id
    return after
  })
  store.getState().select([added])
}

/** Only a whole template can be placed; steps are not the server's. */
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

/** Exactly here: where it was dropped. */
export function dropNode(store: CanvasStore, kind: NodeSummary, at: Point) {
  withTemplate(store, kind, (template) => {
    rememberUsed(template.name)
    add(store, 'add', template.label, (graph) => addAny(graph, template, at))
  })
}

/** Here, or where there is room. */
export function insertNode(store: CanvasStore, kind: NodeSummary, wanted: Point) {
  withTemplate(store, kind, (template) => {
    const at = freePlace(store, wanted)
    rememberUsed(template.name)
    add(store, 'add', template.label, (graph) => addAny(graph, template, at))
  })
}

export function insertNote(store: CanvasStore, wanted: Point) {
  const at = freePlace(store, wanted)
  add(store, 'addNote', '', (graph) => addNote(graph, at))
}

/** What the quick-add popover was opened for: alone, at an open port, or into a link. */
export function insertQuick(
  store: CanvasStore,
  kind: NodeSummary,
  { place: wanted, from, between }: QuickAdd,
) {
  withTemplate(store, kind, (template) => {
    const place = freePlace(store, wanted)
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
