import type { Node, useStoreApi } from 'reactflow'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { viewOf } from '../card/card-view.ts'
import { detailOf } from '../card/detail.ts'
import type { DrawnCards } from '../card/drawn-cards.ts'
import { lettersOf } from '../card/node-icon.tsx'
import { isOff } from '../graph/edit.ts'
import { isSameSet } from '../graph/flow-graph.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import { type FarColors, readColors, watchColors } from './colors.ts'
import { createLift } from './lift.ts'
import { isEmptyAt, paintFar, rimOf } from './paint.ts'
import { createPlates } from './plates.ts'
import {
  cardsOf,
  changedBoxes,
  emptyScene,
  type FarLook,
  type Scene,
  wiresOf,
  without,
  withoutHeld,
} from './scene.ts'
import { grow } from './tile.ts'

type Of = { room: ReturnType<typeof useStoreApi>; store: CanvasStore; drawn: DrawnCards }

/** Of a frame, in ms: the browser takes twice as long to bring to the screen what was painted meanwhile. */
const share = 1.5
/** While nothing moves: an old picture should not be seen beside new cards for long. */
const shareAtRest = 5
/** A run says two hundred things a second: what only changes colour waits so long for others, in ms. */
const together = 100
/** And while the canvas is pushed about: what is old lies under cards, or will be there for a moment only. */
const togetherInMotion = 400
const none: ReadonlySet<string> = new Set()
const noCards: ReadonlyMap<string, unknown> = new Map()

/** Keeps the sheet as it should be, until what it returns is called. */
export function createSheet(host: HTMLElement, { room, store, drawn }: Of): () => void {
  let frame = 0
  /** Where the room stood in the frame before. */
  let seen: unknown
  let pushedAt = Number.NEGATIVE_INFINITY
  let hasBegun = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let colors: FarColors | undefined
  /** Since when what is painted is old; `now` when it should not wait for others. */
  let stale: 'not' | 'later' | 'now' = 'now'
  let scene: Scene = emptyScene
  let still: Scene = emptyScene
  let inHand = none
  let madeOf: readonly unknown[] = []

  const plates = createPlates(host, {
    isEmpty: (box, zoom) => isEmptyAt(still, grow(box, rimOf(zoom))),
    paint(pen, box, zoom) {
      colors ??= readColors(host)
      paintFar(pen, still, grow(box, rimOf(zoom)), colors, zoom)
    },
  })
  const lift = createLift(host)

  function refresh() {
    const { nodeInternals } = room.getState()
    const state = store.getState()
    const real = drawn.all() ?? noCards
    // Under a drawn card its picture would look out at the corners; where cards are about to go it has to be there.
    const isNear = !isFar()
    const parts = [nodeInternals, state.flowEdges, real]
    const isSame = parts.every((part, index) => part === madeOf[index])
    madeOf = parts
    const after: Scene = {
      cards: cardsOf(scene, isNear ? without(nodeInternals, real) : nodeInternals, looksOf(state)),
      wires: isSame ? scene.wires : wiresOf(scene, state.flowEdges, nodeInternals, real),
    }
    inHand = draggedOf(nodeInternals)
    const settled = withoutHeld(after, inHand, state.flowEdges)
    const rim = rimOf(room.getState().transform[2])
    plates.spoil(changedBoxes(still, settled).map((box) => grow(box, rim)))
    scene = after
    still = settled
    stale = 'not'
  }

  /** Whether cards are only painted, or may soon be. */
  function isFar(): boolean {
    return drawn.isZooming() || detailOf(room.getState()) === 'tile'
  }

  function paint() {
    frame = 0
    const state = room.getState()
    // Before the room has a size there is nothing to be seen; it tells when it has one.
    if (state.width === 0 || state.height === 0) {
      return
    }
    if (stale === 'now') {
      clearTimeout(timer)
      timer = undefined
      refresh()
    }
    const isPushed = notePush(state.transform)
    plates.show(state, !drawn.isZooming())
    const isDone = paintTiles(isPushed)
    paintInHand()
    nameIt()
    // Once more after the last step of a pan: then there is time for what is only nearly in sight.
    if (!isDone || isPushed) {
      ask()
    }
  }

  /** True when nothing is left. Opened, the flow is there at once, however long it takes. */
  function paintTiles(isPushed: boolean): boolean {
    const isDone = plates.work(isPushed || inHand.size > 0 ? share : shareAtRest, isPushed ? 1 : undefined)
    if (!hasBegun) {
      hasBegun = true
      plates.finish()
    }
    return isDone
  }

  /** Whether the room has been pushed about since the frame before. */
  function notePush(transform: unknown): boolean {
    const isPushed = transform !== seen
    seen = transform
    if (isPushed) {
      pushedAt = performance.now()
    }
    return isPushed
  }

  /** What stands for cards has another name than what only holds the wires between them. */
  function nameIt() {
    const isNear = drawn.isSettled() && detailOf(room.getState()) !== 'tile'
    host.classList.toggle('far-sheet', !isNear)
  }

  /** What is dragged is painted in every frame; the sheet without it stays as it is. */
  function paintInHand() {
    const { nodeInternals, transform, width, height } = room.getState()
    if (inHand.size === 0) {
      // Its old picture goes when there is a new one.
      if (plates.isWhole()) {
        lift.clear()
      }
      return
    }
    const state = store.getState()
    const held = new Map([...nodeInternals].filter(([id]) => inHand.has(id) && !drawn.all()?.has(id)))
    const edges = state.flowEdges.filter(({ source, target }) => inHand.has(source) || inHand.has(target))
    const lifted: Scene = {
      cards: cardsOf(emptyScene, held, looksOf(state)),
      wires: wiresOf(emptyScene, edges, nodeInternals, drawn.all() ?? noCards),
    }
    colors ??= readColors(host)
    lift.paint(lifted, { transform, width, height }, colors)
  }

  function ask() {
    frame ||= requestAnimationFrame(paint)
  }
  function askNow() {
    stale = 'now'
    ask()
  }
  function isMoving(): boolean {
    return performance.now() - pushedAt < togetherInMotion
  }
  function askLater() {
    if (stale === 'not') {
      stale = 'later'
      timer ??= setTimeout(askNow, isMoving() ? togetherInMotion : together)
    }
  }

  let nodes = room.getState().nodeInternals
  const leaveRoom = room.subscribe(({ nodeInternals }) => {
    if (nodeInternals !== nodes) {
      nodes = nodeInternals
      const isHeld = inHand.size > 0 && isSameSet(draggedOf(nodes), inHand)
      if (isHeld || (!isFar() && inHand.size === 0 && draggedOf(nodes).size === 0)) {
        askLater()
      } else {
        stale = 'now'
      }
    }
    ask()
  })
  const leaveStore = store.subscribe((state, before) => {
    if (
      state.graph !== before.graph ||
      state.flowEdges !== before.flowEdges ||
      state.templates !== before.templates ||
      state.problemsByNode !== before.problemsByNode ||
      state.selectedNodes !== before.selectedNodes
    ) {
      askNow()
    } else if (state.runs !== before.runs) {
      askLater()
    }
  })
  // Where cards come, what is painted under them may stay for a moment; where they go, it has to be there.
  const leaveDrawn = drawn.watch(() => (isFar() ? askNow() : askLater()))
  const leaveColors = watchColors(() => {
    colors = undefined
    plates.spoil()
    ask()
  })
  paint()

  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    leaveColors()
    leaveRoom()
    leaveStore()
    leaveDrawn()
    plates.clear()
    lift.clear()
  }
}

function draggedOf(nodes: ReadonlyMap<string, Node>): ReadonlySet<string> {
  let dragged: Set<string> | undefined
  for (const { id, dragging } of nodes.values()) {
    if (dragging) {
      dragged ??= new Set()
      dragged.add(id)
    }
  }
  return dragged ?? none
}

function looksOf({ graph, templates, summaries, runs, problemsByNode, selectedNodes }: CanvasState) {
  const chosen = new Set(selectedNodes)
  return (id: string): FarLook => {
    const node = graph.nodes.get(id)
    return {
      kind: node ? viewOf(node, templates).kind : 'any',
      label: (node && nodeLabel(node.data)) || id,
      letters: lettersOf(summaries, node?.data.name),
      state: runs.get(id)?.state,
      selected: chosen.has(id),
      hasProblem: problemsByNode.has(id),
      isOff: isOff(graph, id),
    }
  }
}
