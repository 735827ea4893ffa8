import type { Node, useStoreApi } from 'reactflow'
import { isSameSet } from '../graph/flow-graph.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import type { DrawnCards } from './drawn-cards.ts'
import { around, overlap, windowOf } from './geometry.ts'
import { isEmptyAt, type PaintColors, paintScene, readColors, rimOf, watchColors } from './paint.ts'
import { createPlates, type Look } from './plates.ts'
import {
  type CardLook,
  cardsOf,
  changedBoxes,
  emptyScene,
  type Scene,
  wiresOf,
  without,
  withoutHeld,
} from './scene.ts'
import { expand } from './tile.ts'
import { detailOf } from './visible-cards.ts'

/** How the cards of a state look, by id. */
export type LooksOf = (state: CanvasState) => (id: string) => CardLook

type Of = {
  container: ReturnType<typeof useStoreApi>
  store: CanvasStore
  drawn: DrawnCards
  looksOf: LooksOf
}

/** Share of a frame, in ms: the browser needs twice as long to present what was painted. */
const share = 1.5
/** Used only at rest: outdated tiles should not stay beside new cards for long. */
const shareAtRest = 5
/** A run sends two hundred events a second, so colour changes are batched for this many ms. */
const together = 100
/** The same while panning: outdated parts lie under cards, or are visible only for a moment. */
const togetherInMotion = 400
const none: ReadonlySet<string> = new Set()
const noCards: ReadonlyMap<string, unknown> = new Map()

export function createSheet(host: HTMLElement, { container, store, drawn, looksOf }: Of): () => void {
  let frame = 0
  let seen: unknown
  let pushedAt = Number.NEGATIVE_INFINITY
  let hasStarted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let colors: PaintColors | undefined
  /** Whether the painted layer is outdated; `now` skips batching. */
  let stale: 'not' | 'later' | 'now' = 'now'
  let scene: Scene = emptyScene
  let still: Scene = emptyScene
  let active = none
  let madeOf: readonly unknown[] = []

  const plates = createPlates(host, {
    isEmpty: (box, zoom) => isEmptyAt(still, expand(box, rimOf(zoom))),
    paint(pen, box, zoom) {
      colors ??= readColors(host)
      paintScene(pen, still, expand(box, rimOf(zoom)), colors, zoom)
    },
  })
  const lift = createLift(host)

  function refresh() {
    const { nodeInternals } = container.getState()
    const state = store.getState()
    const real = drawn.all() ?? noCards
    // A picture under a rendered card would show at its corners; it is needed where cards are about to be removed.
    const isNear = !isFar()
    const parts = [nodeInternals, state.flowEdges, real]
    const isSame = parts.every((part, index) => part === madeOf[index])
    madeOf = parts
    const after: Scene = {
      cards: cardsOf(scene, isNear ? without(nodeInternals, real) : nodeInternals, looksOf(state)),
      wires: isSame ? scene.wires : wiresOf(scene, state.flowEdges, nodeInternals, real),
    }
    active = draggedOf(nodeInternals)
    const settled = withoutHeld(after, active, state.flowEdges)
    const rim = rimOf(container.getState().transform[2])
    plates.spoil(changedBoxes(still, settled).map((box) => expand(box, rim)))
    scene = after
    still = settled
    stale = 'not'
  }

  function isFar(): boolean {
    return drawn.isZooming() || detailOf(container.getState()) === 'tile'
  }

  function paint() {
    frame = 0
    const state = container.getState()
    // Nothing is visible before the canvas has a size; a resize triggers the first paint.
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
    paintActive()
    nameIt()
    // One more frame after a pan, to paint what is just outside the view.
    if (!isDone || isPushed) {
      requestFrame()
    }
  }

  /** True when nothing is left. On open the whole flow is painted at once, however long it takes. */
  function paintTiles(isPushed: boolean): boolean {
    const isDone = plates.work(isPushed || active.size > 0 ? share : shareAtRest, isPushed ? 1 : undefined)
    if (!hasStarted) {
      hasStarted = true
      plates.finish()
    }
    return isDone
  }

  function notePush(transform: unknown): boolean {
    const isPushed = transform !== seen
    seen = transform
    if (isPushed) {
      pushedAt = performance.now()
    }
    return isPushed
  }

  function nameIt() {
    const isNear = drawn.isSettled() && detailOf(container.getState()) !== 'tile'
    host.classList.toggle('far-sheet', !isNear)
  }

  /** Dragged cards are painted every frame, separately from the rest of the scene. */
  function paintActive() {
    const { nodeInternals, transform, width, height } = container.getState()
    if (active.size === 0) {
      // The lifted picture is removed once its tiles are painted.
      if (plates.isComplete()) {
        lift.clear()
      }
      return
    }
    const state = store.getState()
    const held = new Map([...nodeInternals].filter(([id]) => active.has(id) && !drawn.all()?.has(id)))
    const edges = state.flowEdges.filter(({ source, target }) => active.has(source) || active.has(target))
    const lifted: Scene = {
      cards: cardsOf(emptyScene, held, looksOf(state)),
      wires: wiresOf(emptyScene, edges, nodeInternals, drawn.all() ?? noCards),
    }
    colors ??= readColors(host)
    lift.paint(lifted, { transform, width, height }, colors)
  }

  function requestFrame() {
    frame ||= requestAnimationFrame(paint)
  }
  function requestFrameNow() {
    stale = 'now'
    requestFrame()
  }
  function isMoving(): boolean {
    return performance.now() - pushedAt < togetherInMotion
  }
  function requestFrameLater() {
    if (stale === 'not') {
      stale = 'later'
      timer ??= setTimeout(requestFrameNow, isMoving() ? togetherInMotion : together)
    }
  }

  let nodes = container.getState().nodeInternals
  const unsubscribe = container.subscribe(({ nodeInternals }) => {
    if (nodeInternals !== nodes) {
      nodes = nodeInternals
      const isHeld = active.size > 0 && isSameSet(draggedOf(nodes), active)
      if (isHeld || (!isFar() && active.size === 0 && draggedOf(nodes).size === 0)) {
        requestFrameLater()
      } else {
        stale = 'now'
      }
    }
    requestFrame()
  })
  const leaveStore = store.subscribe((state, before) => {
    if (
      state.graph !== before.graph ||
      state.flowEdges !== before.flowEdges ||
      state.templates !== before.templates ||
      state.problemsByNode !== before.problemsByNode ||
      state.selectedNodes !== before.selectedNodes
    ) {
      requestFrameNow()
    } else if (state.runs !== before.runs) {
      requestFrameLater()
    }
  })
  // Where cards appear, the paint under them may be outdated for a moment; where they disappear, it must be
  // current.
  const leaveDrawn = drawn.watch(() => (isFar() ? requestFrameNow() : requestFrameLater()))
  const leaveColors = watchColors(() => {
    colors = undefined
    plates.spoil()
    requestFrame()
  })
  paint()

  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    leaveColors()
    unsubscribe()
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

/** Px of the window. */
const step = 128

/**
 * A canvas layer above the others for elements that move with the pointer. Kept small, since it is composited in
 * every frame.
 */
function createLift(host: HTMLElement) {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  canvas.className = 'lift'

  function fit(wide: number, high: number, density: number) {
    const [across, down] = [Math.round(wide * density), Math.round(high * density)]
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across
      canvas.height = down
      canvas.style.width = `${wide}px`
      canvas.style.height = `${high}px`
    }
  }

  return {
    paint(scene: Scene, { transform, width, height }: Look, colors: PaintColors) {
      const boxes = [
        ...[...scene.cards.values()].map(({ box }) => box),
        ...[...scene.wires.values()].map(({ reach }) => reach),
      ]
      if (!pen || boxes.length === 0) {
        canvas.remove()
        return
      }
      const density = window.devicePixelRatio || 1
      const [x, y, zoom] = transform
      const rim = rimOf(zoom)
      const box = overlap(expand(around(boxes), rim), expand(windowOf(transform, width, height), rim))
      // In px of the window, rounded to whole pixels.
      const [left, top] = [Math.floor(box.left * zoom + x), Math.floor(box.top * zoom + y)]
      const wide = inSteps((box.right - box.left) * zoom)
      const high = inSteps((box.bottom - box.top) * zoom)
      fit(wide, high, density)
      canvas.style.transform = `translate(${left}px, ${top}px)`
      pen.setTransform(1, 0, 0, 1, 0, 0)
      pen.clearRect(0, 0, canvas.width, canvas.height)
      pen.setTransform(zoom * density, 0, 0, zoom * density, (x - left) * density, (y - top) * density)
      paintScene(pen, scene, box, colors, zoom)
      if (!canvas.isConnected) {
        host.append(canvas)
      }
    },
    clear() {
      canvas.remove()
    },
  }
}

/** A wire grows with every move, so memory is reallocated in steps. */
function inSteps(length: number): number {
  return step * Math.max(1, Math.ceil((length + 1) / step))
}
