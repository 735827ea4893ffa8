import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type Node, type NodeChange } from 'reactflow'
import type { StateCreator } from 'zustand'
import { rehouse } from '../agent/boxes.ts'
import { areaOf, regroup } from '../graph/areas.ts'
import { type HelperLine, snapToOthers } from '../graph/arrange.ts'
import { moveNodes } from '../graph/edit.ts'
import type { CanvasState } from './canvas-store.ts'

/** Selection, sizes and where cards are while they are dragged: nothing of it is saved or undone. */
export type ViewSlice = {
  selectedNodes: readonly string[]
  selectedEdges: readonly string[]
  /** Along which the card that is dragged lies together with others. */
  helperLines: readonly HelperLine[]
  /** Px of the canvas within which helper lines draw a card to them: 6 on the screen. 0 turns them off. */
  magnet: number
  changeNodes: (changes: NodeChange[]) => void
  changeEdges: (changes: EdgeChange[]) => void
  select: (nodes: readonly string[], edges?: readonly string[]) => void
  /** Makes what dragging has done to the view part of the flow. */
  settleMove: () => void
  forgetGone: () => void
}

type Slice = StateCreator<CanvasState, [], [], ViewSlice>

/** Px on the screen within which helper lines draw a card to them. */
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
    const flowNodes = applyChanges(takeAlong(snapped, get()), get().flowNodes)
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
    // What moved into a box is a new card there, and stays in hand.
    if (get().selectedNodes !== selectedNodes) {
      get().select(selectedNodes)
    }
  },

  forgetGone() {
    const { flowNodes, flowEdges, selectedNodes, selectedEdges } = get()
    const [nodes, edges] = [chosen(flowNodes), chosen(flowEdges)]
    if (nodes.length !== selectedNodes.length || edges.length !== selectedEdges.length) {
      set({ selectedNodes: nodes, selectedEdges: edges })
    }
  },
})

const noLines: readonly HelperLine[] = []
/** Cards further away than this are not looked at for helper lines. */
const sight = 2_400

/** A single card that is dragged is drawn to the edges and middles of those around it. */
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

/** What stands in a frame goes with it. */
function takeAlong(changes: NodeChange[], { graph, flowNodes }: CanvasState): NodeChange[] {
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

/** Cards whose size is known, for the file. */
export function sizesOf(nodes: readonly Node[]) {
  return new Map(
    nodes.flatMap(({ id, width, height }) => (width && height ? [[id, { width, height }] as const] : [])),
  )
}

/** As reactflow's own, which compares every node with every change: a thousand cards measured at once are a million. */
export function applyChanges(changes: readonly NodeChange[], nodes: readonly Node[]): Node[] {
  const byNode = Map.groupBy(changes, (change) => ('id' in change ? change.id : ''))
  return nodes.map((node) => {
    const own = byNode.get(node.id)
    return own ? (applyNodeChanges(own, [node])[0] ?? node) : node
  })
}
