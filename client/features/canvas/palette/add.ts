import type { NodeTemplate } from '#shared/nodes.ts'
import { addBetween, addLinked } from '../graph/fits.ts'
import type { Graph, Point, Templates } from '../graph/flow-graph.ts'
import { addNode, addNote } from '../graph/place.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { QuickAdd } from '../store/surface.ts'

type Way = (graph: Graph, templates: Templates) => { graph: Graph; id: string }

/** Does an addition as one step, and selects what came of it. */
function add(store: CanvasStore, name: 'add' | 'addNote', what: string, way: Way): string {
  let added = ''
  store.getState().act({ name, what }, (graph, templates) => {
    const { graph: after, id } = way(graph, templates)
    added = id
    return after
  })
  store.getState().select([added])
  return added
}

export function insertNode(store: CanvasStore, template: NodeTemplate, at: Point): string {
  return add(store, 'add', template.label, (graph) => addNode(graph, template, at))
}

export function insertNote(store: CanvasStore, at: Point): string {
  return add(store, 'addNote', '', (graph) => addNote(graph, at))
}

/** What the quick-add popover was opened for: alone, at an open port, or into a link. */
export function insertQuick(
  store: CanvasStore,
  template: NodeTemplate,
  { place, from, between }: QuickAdd,
): string {
  return add(store, 'add', template.label, (graph, templates) => {
    if (from) {
      return addLinked(graph, template, place, from, templates)
    }
    return between === undefined
      ? addNode(graph, template, place)
      : addBetween(graph, template, place, between, templates)
  })
}
