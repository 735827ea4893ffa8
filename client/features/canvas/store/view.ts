import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type Node, type NodeChange } from 'reactflow'
import type { StateCreator } from 'zustand'
import { rehouse } from '../agent/boxes.ts'
import { areaOf, regroup } from '../graph/areas.ts'
import { type HelperLine, snapToOthers } from '../graph/arrange.ts'
import { moveNodes } from '../graph/edit.ts'
import type { CanvasState } from './canvas-store.ts'

/** Selection, sizes and positions during a drag: neither saved nor part of the undo history. */
export type ViewSlice = {
  selectedNodes: readonly string[]
  selectedEdges: readonly string[]
  /** Lines along which the dragged card aligns with others. */
  helperLines: readonly HelperLine[]
  /** Snap distance of helper lines in canvas px (6 px on the screen). 0 disables snapping. */
  magnet: number
  changeNodes: (changes: NodeChange[]) => void
  changeEdges: (changes: EdgeChange[]) => void
  select: (nodes: readonly string[], edges?: readonly string[]) => void
  /** Commits the dragged positions to the flow. */
  settleMove: () => void
  forgetRemoved: () => void
}

type Slice = StateCreator<CanvasState, [], [], ViewSlice>

/** Snap distance of helper lines, in screen px. */
export const magnetReach = 6

export const createView: Slice = (set, get) => ({
  selectedNodes: [],
  selectedEdges: [],
  helperLines: noLines,
  magnet: magnetReach,

  changeNodes(changes) {
    const { snapped, lines } = snap(changes, get())
    if (lines !== get().helperLines) {
      set({ helperLines: lines })
    }
    const flowNodes = applyChanges(moveMembers(snapped, get()), get().flowNodes)
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
    const { selectedNodes } = get()
    const count = selectedNodes.length || 1
    set({ helperLines: noLines })
    get().act({ name: 'move', count }, (graph) => {
      const moved = moveNodes(graph, places)
      const ids = [...places.keys()].filter((id) => moved.nodes.get(id) !== graph.nodes.get(id))
      const sizes = sizesOf(get().flowNodes)
      return rehouse(regroup(moved, ids, sizes), ids, sizes)
    })
    // A node moved into a box is a new card there and stays selected.
    if (get().selectedNodes !== selectedNodes) {
      get().select(selectedNodes)
    }
  },

  forgetRemoved() {
    const { flowNodes, flowEdges, selectedNodes, selectedEdges } = get()
    const [nodes, edges] = [chosen(flowNodes), chosen(flowEdges)]
    if (nodes.length !== selectedNodes.length || edges.length !== selectedEdges.length) {
      set({ selectedNodes: nodes, selectedEdges: edges })
    }
  },
})

const noLines: readonly HelperLine[] = []
/** Maximum distance of cards considered for helper lines. */
const sight = 2_400

/** Snaps a single dragged card to the edges and centres of the cards around it. */
function snap(changes: NodeChange[], { flowNodes, graph, magnet, helperLines }: CanvasState) {
  const [change] = changes
  const single = changes.length === 1 && change?.type === 'position' && change.dragging && change.position
  const own = single && magnet > 0 ? flowNodes.find(({ id }) => id === change.id) : undefined
  if (!single || !own || areaOf(graph.nodes.get(own.id))) {
    return {
      snapped: changes,
      lines: helperLines.length > 0 && change?.type === 'position' ? noLines : helperLines,
    }
  }
  const { x, y } = change.position ?? own.position
  const others = flowNodes.filter(
    ({ id, type, hidden, position }) =>
      id !== own.id &&
      type !== 'area' &&
      !hidden &&
      Math.abs(position.x - x) < sight &&
      Math.abs(position.y - y) < sight,
  )
  const box = (node: Node) => ({ ...node.position, width: node.width ?? 320, height: node.height ?? 240 })
  const { place, lines } = snapToOthers({ ...box(own), x, y }, others.map(box), magnet)
  return {
    snapped: [{ ...change, position: place, positionAbsolute: place }],
    lines: lines.length === 0 && helperLines.length === 0 ? helperLines : lines,
  }
}

/** Nodes inside a frame move with it. */
function moveMembers(changes: NodeChange[], { graph, flowNodes }: CanvasState): NodeChange[] {
  const moved = new Set(changes.map((change) => (change.type === 'position' ? change.id : '')))
  return changes.flatMap((change) => {
    const area =
      change.type === 'position' && change.position ? areaOf(graph.nodes.get(change.id)) : undefined
    if (!area || change.type !== 'position' || !change.position) {
      return [change]
    }
    const from = flowNodes.find(({ id }) => id === change.id)?.position ?? change.position
    const by = { x: change.position.x - from.x, y: change.position.y - from.y }
    const members = new Set(area.members.filter((id) => !moved.has(id)))
    const along = flowNodes
      .filter(({ id }) => members.has(id))
      .map(
        ({ id, position }): NodeChange => ({
          id,
          type: 'position',
          position: { x: position.x + by.x, y: position.y + by.y },
          ...(change.dragging !== undefined && { dragging: change.dragging }),
        }),
      )
    return [change, ...along]
  })
}

type Item = { id: string; selected?: boolean }

function chosen(items: readonly Item[]): string[] {
  return items.filter(({ selected }) => selected).map(({ id }) => id)
}

function mark<Each extends Item>(items: readonly Each[], ids: readonly string[]): Each[] {
  const target = new Set(ids)
  return items.map((item) => {
    const selected = target.has(item.id)
    return Boolean(item.selected) === selected ? item : { ...item, selected }
  })
}

export function sizesOf(nodes: readonly Node[]) {
  return new Map(
    nodes.flatMap(({ id, width, height }) => (width && height ? [[id, { width, height }] as const] : [])),
  )
}

/**
 * Replaces reactflow's own function, which compares every node with every change: measuring a thousand cards takes
 * a million comparisons.
 */
function applyChanges(changes: readonly NodeChange[], nodes: readonly Node[]): Node[] {
  const byNode = Map.groupBy(changes, (change) => ('id' in change ? change.id : ''))
  return nodes.map((node) => {
    const own = byNode.get(node.id)
    return own ? (applyNodeChanges(own, [node])[0] ?? node) : node
  })
}
