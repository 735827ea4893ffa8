import { flushSync } from 'react-dom'
import type { useStoreApi } from 'reactflow'
import { isSameSet } from '../graph/flow-graph.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import { elementOf, isFocused } from '../store/elements.ts'
import { isActive } from '../store/use-canvas.ts'
import {
  createMotion,
  createOnlookers,
  type Detail,
  detailOf,
  isCard,
  isLarge,
  type Shown,
  type Step,
  stepsTo,
  walkAround,
} from './visible-cards.ts'

type Listener = () => void
type FlowStore = ReturnType<typeof useStoreApi>
type FlowState = ReturnType<FlowStore['getState']>
export type DrawnCards = ReturnType<typeof createDrawnCards>

/** Share of a frame, in ms. Layout and paint of the new cards take several times as long. */
const share = 1
/** Used only at rest, since a long frame would delay a movement. */
const shareAtRest = 6
/** Below this number of cards all get their elements at once: reactflow scans all nodes for each new one. */
const atOnce = 4
/** Wires are rendered this many ms after the cards of a batch; until then they are painted. */
const pauseMs = 120
/** A pan or zoom counts as finished this long after its last event, in ms. */
const restMs = 120
const watched = ['transform', 'nodeInternals', 'width', 'height'] as const

/**
 * Decides which cards of a large flow are rendered, and how; the others are painted. Cards come and go a few per frame, and
 * not at all during a zoom, because each step would render and lay out what the next one discards.
 */
export function createDrawnCards(container: FlowStore, store: CanvasStore) {
  let drawn: ReadonlyMap<string, Detail> = new Map()
  let walk: ReadonlySet<string> = new Set()
  let held: ReadonlySet<string> = new Set()
  let focused: string | undefined
  let isSettled = false
  let frame = 0
  const cards = new Map<string, Listener>()
  const onlookers = createOnlookers(pauseMs)
  const moving = createMotion(restMs, requestFrame)
  const zooming = createMotion(restMs, () => {
    onlookers.tell()
    requestFrame()
  })

  function requestFrame() {
    frame ||= requestAnimationFrame(work)
  }

  /** Retains elements of cards that are rendered, interactive or about to be rendered. */
  function hold(coming: readonly string[] = []) {
    const { touched } = store.getState()
    const next = new Set([...drawn.keys(), ...walk, ...coming, ...(touched === undefined ? [] : [touched])])
    if (!isSameSet(next, held)) {
      held = next
      // The only purpose is to make reactflow read its nodes, which it does on any store change; nothing else has
      // changed.
      container.setState({})
    }
  }

  function work() {
    frame = 0
    const state = container.getState()
    if (zooming.isOn() || !isLarge(state)) {
      return
    }
    const steps = stepsTo(detailOf(state), drawn, state.nodeInternals, state, moving.isOn())
    const done = renderSteps(steps)
    const wasSettled = isSettled
    isSettled = done === steps.length
    if (isSettled) {
      hold()
    }
    if (isSettled !== wasSettled) {
      onlookers.tell()
    } else if (done > 0) {
      onlookers.notifySoon()
    }
    if (!isSettled) {
      requestFrame()
    }
  }

  /** Renders cards until the time is up. Returns how many. */
  function renderSteps(steps: readonly Step[]): number {
    if (steps.length === 0) {
      return 0
    }
    const end = performance.now() + (moving.isOn() ? share : shareAtRest)
    const coming = steps.filter(({ to }) => to !== 'none').slice(0, atOnce)
    flushSync(() => hold(coming.map(({ id }) => id)))
    let done = 0
    for (const step of steps) {
      draw(step)
      done += 1
      if (performance.now() > end) {
        break
      }
    }
    return done
  }

  /** Synchronous, so that the time it takes can be measured. */
  function draw({ id, to }: Step) {
    const next = new Map(drawn)
    if (to === 'none') {
      next.delete(id)
    } else {
      next.set(id, to)
    }
    drawn = next
    const hadFocus = isFocused(id)
    flushSync(() => cards.get(id)?.())
    if (hadFocus && !isFocused(id)) {
      // The rendered and the painted card are different elements.
      elementOf(id)?.focus({ preventScroll: true })
    }
  }

  function walkOn() {
    const { nodeInternals } = container.getState()
    const before = walk
    walk = isLarge({ nodeInternals }) ? walkAround(nodeInternals, focused) : new Set()
    for (const id of [...before, ...walk]) {
      if (before.has(id) !== walk.has(id)) {
        cards.get(id)?.()
      }
    }
    hold()
  }

  function noteZoom() {
    const isFirst = !zooming.isOn()
    zooming.note()
    isSettled = false
    if (isFirst) {
      onlookers.tell()
    }
  }

  /** Every card changes how it is shown. */
  function notifyCards() {
    for (const listener of [...cards.values()]) {
      listener()
    }
    onlookers.tell()
  }

  function follow(state: FlowState, before: FlowState) {
    if (state.transform !== before.transform) {
      moving.note()
    }
    if (state.transform[2] !== before.transform[2]) {
      noteZoom()
    }
    if (isLarge(state) !== isLarge(before)) {
      notifyCards()
      container.setState({})
    }
    if (state.nodeInternals.size !== before.nodeInternals.size) {
      walkOn()
    }
    if (isLarge(state) && watched.some((name) => state[name] !== before[name])) {
      requestFrame()
    }
  }

  /** A new selection notifies the cards it concerns; taking a picture notifies all. */
  function followStore(state: CanvasState, before: CanvasState) {
    if (state.picturing !== before.picturing) {
      notifyCards()
      container.setState({})
    } else if (state.touched !== before.touched || state.selectedNodes !== before.selectedNodes) {
      const held = [before.touched, state.touched, before.selectedNodes[0], state.selectedNodes[0]]
      for (const id of new Set(held)) {
        cards.get(id ?? '')?.()
      }
      hold()
    }
  }

  function start() {
    const leave = container.subscribe(follow)
    const leaveStore = store.subscribe(followStore)
    walkOn()
    requestFrame()
    return () => {
      leave()
      leaveStore()
      moving.stop()
      zooming.stop()
      onlookers.stop()
      cancelAnimationFrame(frame)
      frame = 0
    }
  }

  return {
    start,
    /** Detail by card id; undefined in a small flow, where every card is rendered. */
    all: () => (isLarge(container.getState()) ? drawn : undefined),
    /** Cards to mount besides selected and dragged ones; undefined means all. */
    held: () => (isLarge(container.getState()) && !store.getState().picturing ? held : undefined),
    /** Whether each visible card is rendered at its target detail, which is none when zoomed far out. */
    isSettled: () => isSettled,
    isZooming: zooming.isOn,
    watch: onlookers.watch,
    /**
     * `self`: the flow is small, and each card reads the zoom itself. `all`: a picture is taken. `grip`: painted
     * only, but the pointer or the Tab key can reach it.
     */
    shownOf(id: string): Shown | 'self' | 'all' | 'grip' {
      const state = store.getState()
      if (state.picturing) {
        return 'all'
      }
      if (!isLarge(container.getState())) {
        return 'self'
      }
      return drawn.get(id) ?? (walk.has(id) || isActive(id, state) ? 'grip' : 'none')
    },
    watchCard(id: string, listener: Listener) {
      cards.set(id, listener)
      return () => {
        if (cards.get(id) === listener) {
          cards.delete(id)
        }
      }
    },
    /** An element of the canvas received the focus. */
    follow(target: Element) {
      const id = target.closest('[data-node]')?.getAttribute('data-node') ?? undefined
      if (
        id !== undefined &&
        id !== focused &&
        isCard(container.getState().nodeInternals.get(id) ?? noCard)
      ) {
        focused = id
        walkOn()
      }
    },
  }
}

const noCard = { id: '', position: { x: 0, y: 0 }, data: undefined }
