import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type Node, type NodeChange } from 'reactflow'
import type { StateCreator } from 'zustand'
import { moveNodes } from '../graph/edit.ts'
import type { CanvasState } from './canvas-store.ts'

/** Selection, sizes and where cards are while they are dragged: nothing of it is saved or undone. */
export type ViewSlice = {
  selectedNodes: readonly string[]
  selectedEdges: readonly string[]
  changeNodes: (changes: NodeChange[]) => void
  changeEdges: (changes: EdgeChange[]) => void
  select: (nodes: readonly string[], edges?: readonly string[]) => void
  /** Makes what dragging has done to the view part of the flow. */
  settleMove: () => void
  forgetGone: () => void
}

type Slice = StateCreator<CanvasState, [], [], ViewSlice>

export const createView: Slice = (set, get) => ({
  selectedNodes: [],
  selectedEdges: [],

  changeNodes(changes) {
    const flowNodes = applyNodeChanges(changes, get().flowNodes)
    set(
      changes.some(({ type }) => type === 'select')
        ? { flowNodes, selectedNodes: chosen(flowNodes) }
        : { flowNodes },
    )
  },

  changeEdges(changes) {
    const flowEdges = applyEdgeChanges(changes, get().flowEdges)
    set({ flowEdges, selectedEdges: chosen(flowEdges) })
  },

  select(nodes, edges = []) {
    const flowNodes = mark(get().flowNodes, nodes)
    const flowEdges = mark(get().flowEdges, edges)
    set({ flowNodes, flowEdges, selectedNodes: chosen(flowNodes), selectedEdges: chosen(flowEdges) })
  },

  settleMove() {
    const places = new Map(get().flowNodes.map(({ id, position }) => [id, position]))
    const count = get().selectedNodes.length || 1
    get().act({ name: 'move', count }, (graph) => moveNodes(graph, places))
  },

  forgetGone() {
    const { flowNodes, flowEdges, selectedNodes, selectedEdges } = get()
    const [nodes, edges] = [chosen(flowNodes), chosen(flowEdges)]
    if (nodes.length !== selectedNodes.length || edges.length !== selectedEdges.length) {
      set({ selectedNodes: nodes, selectedEdges: edges })
    }
  },
})

type Item = { id: string; selected?: boolean }

function chosen(items: readonly Item[]): string[] {
  return items.filter(({ selected }) => selected).map(({ id }) => id)
}

function mark<Each extends Item>(items: readonly Each[], ids: readonly string[]): Each[] {
  return items.map((item) => {
    const selected = ids.includes(item.id)
    return Boolean(item.selected) === selected ? item : { ...item, selected }
  })
}

/** Cards whose size is known, for the file. */
export function sizesOf(nodes: readonly Node[]) {
  return new Map(
    nodes.flatMap(({ id, width, height }) => (width && height ? [[id, { width, height }] as const] : [])),
  )
}
