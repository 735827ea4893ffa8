import { nodeLabel } from '#client/texts/node-texts.ts'
import { carryMembers } from '../graph/areas.ts'
import { nextBox } from '../graph/arrange.ts'
import { duplicate } from '../graph/clip.ts'
import { moveNodes, setDisabled, toggleDisabled } from '../graph/edit.ts'
import { findAllTargets, findTargets } from '../graph/fits.ts'
import { labelIn, type Point, positionOf } from '../graph/flow-graph.ts'
import { removeEdges, removeNodes } from '../graph/remove.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { elementOf, goToDock, portAt } from '../store/elements.ts'
import { insertNote, quickAddFrom } from '../store/insert.ts'
import type { View } from './use-view.ts'

const grid = 20
const arrows: [string, Point][] = [
  ['arrowleft', { x: -1, y: 0 }],
  ['arrowright', { x: 1, y: 0 }],
  ['arrowup', { x: 0, y: -1 }],
  ['arrowdown', { x: 0, y: 1 }],
]

export function createActions(store: CanvasStore, view: View) {
  const state = () => store.getState()

  function nudge({ x, y }: Point, steps: number) {
    const { selectedNodes, graph, act, locked } = state()
    if (locked) {
      return
    }
    const places = new Map(
      selectedNodes.flatMap((id) => {
        const node = graph.nodes.get(id)
        const from = node && positionOf(node)
        return from ? [[id, { x: from.x + x * grid * steps, y: from.y + y * grid * steps }] as const] : []
      }),
    )
    act(
      { name: 'move', count: places.size },
      (before) => moveNodes(before, carryMembers(before, places)),
      'nudge',
    )
  }

  function continueMove(way: Point) {
    const { selectedNodes, flowNodes } = state()
    const boxes = new Map(
      flowNodes
        .filter(({ hidden }) => !hidden)
        .map(({ id, position, width, height }) => [
          id,
          { ...position, width: width ?? 320, height: height ?? 240 },
        ]),
    )
    const next = selectedNodes[0] === undefined ? flowNodes[0]?.id : nextBox(boxes, selectedNodes[0], way)
    if (next !== undefined) {
      state().select([next])
      view.scrollIntoView(next)
      elementOf(next)?.focus({ preventScroll: true })
    }
  }

  function only(): string | undefined {
    const { selectedNodes } = state()
    return selectedNodes.length === 1 ? selectedNodes[0] : undefined
  }

  function placeOf(id: string): Point {
    const card = elementOf(id)?.getBoundingClientRect()
    return { x: (card?.left ?? 0) + 16, y: (card?.top ?? 0) + 52 }
  }

  return {
    selectAll: () => state().select([...state().graph.nodes.keys()]),

    duplicate() {
      const { selectedNodes, act } = state()
      let ids: string[] = []
      act({ name: 'copies', count: selectedNodes.length }, (graph) => {
        const copied = duplicate(graph, selectedNodes)
        ids = copied.ids
        return selectedNodes.length > 0 ? copied.graph : graph
      })
      if (ids.length > 0) {
        state().select(ids)
      }
    },

    remove() {
      const { selectedNodes, selectedEdges, act, graph, locked } = state()
      if (locked) {
        return
      }
      const count = selectedNodes.length
      const only = count === 1 ? graph.nodes.get(selectedNodes[0] ?? '') : undefined
      const what = only && nodeLabel(only.data)
      const step =
        count > 0 ? { name: 'delete' as const, count, ...(what && { what }) } : deletedLinks(selectedEdges)
      act(step, (before, templates) =>
        removeNodes(removeEdges(before, selectedEdges, templates), selectedNodes, templates),
      )
    },

    release() {
      state().stopLink()
      state().dismissRejection()
      state().select([])
    },

    rename: () => state().put(only() ? { renaming: only() } : { renamingFlow: true }),
    inspect: () => only() && goToDock(store, 'inspector'),

    /** Enter selects the focused card or wire; a selected card opens in the inspector. */
    openSelected(focused: Element | null) {
      const node = focused?.getAttribute('data-node')
      const edge = focused?.getAttribute('data-testid')?.replace('rf__edge-', '')
      if (node && !state().selectedNodes.includes(node)) {
        state().select([node])
      } else if (node) {
        goToDock(store, 'inspector')
      } else if (edge && focused?.classList.contains('react-flow__edge')) {
        state().select([], [edge])
      }
    },

    openMenu() {
      const node = only()
      if (node) {
        state().put({ nodeMenu: { node, at: placeOf(node) } })
      }
    },

    /** Targets of the focused port, else of the selected card. */
    listTargets() {
      const port = portAt(document.activeElement)
      const node = port?.node ?? only()
      if (node) {
        const { graph, templates } = state()
        const targets = port ? findTargets(graph, port, templates) : findAllTargets(graph, node, templates)
        const at = placeOf(node)
        const quickAdd = targets.length === 0 ? quickAddFrom(state(), node, port, at) : undefined
        state().put(quickAdd ? { quickAdd } : { targetList: { node, port, at } })
      }
    },

    quickAdd() {
      const container = document.querySelector('.canvas-room')?.getBoundingClientRect()
      const at = {
        x: (container?.left ?? 0) + (container?.width ?? 0) / 2 - 170,
        y: (container?.top ?? 0) + 96,
      }
      const { x, y } = view.centre()
      state().put({ quickAdd: { at, place: { x: x - 160, y: y - 90 } } })
    },

    addNote() {
      const { x, y } = view.centre()
      insertNote(store, { x: x - 150, y: y - 60 })
    },

    nudges: Object.fromEntries(
      arrows.flatMap(([key, way]) => [
        [key, () => nudge(way, 1)],
        [`shift+${key}`, () => nudge(way, 5)],
        [`alt+${key}`, () => continueMove(way)],
      ]),
    ) as Record<string, () => void>,
  }
}

function deletedLinks(edges: readonly string[]) {
  return { name: 'deleteLinks' as const, count: edges.length }
}

/** Disables nodes, or enables them when all are disabled, in one undo step. */
export function switchNodes(store: CanvasStore, ids: readonly string[]) {
  const { graph, act } = store.getState()
  const target = toggleDisabled(graph, ids)
  if (target) {
    const count = target.ids.length
    const label = labelIn(graph, target.ids[0] ?? '')
    const what = count === 1 && label ? { what: label } : {}
    act({ name: target.disabled ? 'disable' : 'enable', count, ...what }, (before) =>
      setDisabled(before, target.ids, target.disabled),
    )
  }
}

export function switchSelected(store: CanvasStore) {
  const { selectedNodes, locked } = store.getState()
  if (!locked) {
    switchNodes(store, selectedNodes)
  }
}
