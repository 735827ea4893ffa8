import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Node, type ReactFlowState, useStore } from 'reactflow'
import { type Box, boxOf, meet, windowOf } from './geometry.ts'

export type Shown = 'none' | Detail
/** The visible part of the canvas; sizes in px. */
export type Viewport = { transform: readonly [number, number, number]; width: number; height: number }
export type Step = { id: string; to: Shown }

/**
 * Margins around the visible area, as shares of its size: cards within `add` are drawn, and drawn cards stay within
 * `retain`. At rest there is time to draw the cards that a pan shows next; during movement only visible cards are drawn.
 */
const atRest = { add: 0.2, retain: 0.25 }
const inMotion = { add: 0, retain: 0.6 }

/**
 * The updates that bring all cards to a level of detail: additions and changes first, nearest to the centre first,
 * then removals. Applying only the first few and recomputing converges as well.
 */
export function stepsTo(
  level: Detail,
  drawn: ReadonlyMap<string, Detail>,
  nodes: ReadonlyMap<string, Node>,
  viewport: Viewport,
  isMoving: boolean,
): Step[] {
  const visible = windowOf(viewport.transform, viewport.width, viewport.height)
  const share = isMoving ? inMotion : atRest
  const [addArea, retainArea] = [expand(visible, share.add), expand(visible, share.retain)]
  const additions: (Step & { away: number })[] = []
  const removals: Step[] = []
  for (const node of nodes.values()) {
    const { id } = node
    const now = drawn.get(id)
    if (isCard(node) && level !== 'tile' && meet(boxOf(node), addArea)) {
      if (now !== level) {
        additions.push({ id, to: level, away: distance(boxOf(node), visible) })
      }
    } else if (now && !(isCard(node) && level !== 'tile' && meet(boxOf(node), retainArea))) {
      removals.push({ id, to: 'none' })
    }
  }
  const removed = [...drawn.keys()].filter((id) => !nodes.has(id)).map((id): Step => ({ id, to: 'none' }))
  return [
    ...additions.toSorted((a, b) => a.away - b.away).map(({ id, to }) => ({ id, to })),
    ...removals,
    ...removed,
  ]
}

export function isCard({ type, hidden }: Node): boolean {
  return type === 'card' && !hidden
}

function expand({ left, top, right, bottom }: Box, share: number): Box {
  const [x, y] = [(right - left) * share, (bottom - top) * share]
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y }
}

function distance(one: Box, other: Box): number {
  return Math.hypot(
    one.left + one.right - other.left - other.right,
    one.top + one.bottom - other.top - other.bottom,
  )
}

/**
 * Painted cards that Tab must reach: the first, the last, and the neighbours of the focused card. Each move makes
 * the next one possible, so five elements are enough for a thousand cards.
 */
export function walkAround(
  nodes: ReadonlyMap<string, Node>,
  focused: string | undefined,
): ReadonlySet<string> {
  const ids = [...nodes.values()].filter(isCard).map(({ id }) => id)
  const at = focused === undefined ? -1 : ids.indexOf(focused)
  const around = at < 0 ? [] : ids.slice(Math.max(0, at - 1), at + 2)
  return new Set([...ids.slice(0, 1), ...around, ...ids.slice(-1)])
}

/** True from each `note` until `restMs` after the last one. */
export function createMotion(restMs: number, onRest: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    isOn: () => timer !== undefined,
    note() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        onRest()
      }, restMs)
    },
    stop,
  }
}

type Listener = () => void

/** Listeners for every change, or for batches where changes come with every frame. */
export function createOnlookers(pauseMs: number) {
  const listeners = new Set<Listener>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function notify() {
    clearTimeout(timer)
    timer = undefined
    for (const listener of listeners) {
      listener()
    }
  }

  return {
    tell: notify,
    notifySoon() {
      timer ??= setTimeout(notify, pauseMs)
    },
    watch(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    stop: () => clearTimeout(timer),
  }
}

export type Detail = 'full' | 'summary' | 'tile'

/** Below this zoom cards are tiles without ports, and wires straight paths. */
const farZoom = 0.3
const nearZoom = 0.6
/**
 * From this many nodes on only visible ones are rendered, over several frames; the others are painted on a canvas.
 */
const manyNodes = 50

/** A level instead of the zoom itself, with which every card would rerender at every step of a zoom. */
export function detailOf({ transform: [, , zoom] }: Pick<ReactFlowState, 'transform'>): Detail {
  if (zoom >= nearZoom) {
    return 'full'
  }
  return zoom >= farZoom ? 'summary' : 'tile'
}

export function isLarge({ nodeInternals }: Pick<ReactFlowState, 'nodeInternals'>): boolean {
  return isMany(nodeInternals.size)
}

export function isMany(count: number): boolean {
  return count > manyNodes
}

const ranks = { none: 0, tile: 1, summary: 2, full: 3 }
type DetailShown = keyof typeof ranks

/**
 * The detail of a card for the zoom; in a large flow an increase waits for its scheduled turn. `atOnce` skips the
 * queue, for pictures.
 */
export function useShownDetail(atOnce: boolean): DetailShown {
  const target: Detail = useStore(detailOf)
  const large = useStore(isLarge)
  const [granted, grant] = useState<DetailShown>(large && !atOnce ? 'none' : target)
  const waits = large && !atOnce && ranks[target] > ranks[granted]
  if (!waits && granted !== target) {
    grant(target)
  }
  useEffect(() => (waits ? scheduleInFrame(() => grant(target)) : undefined), [waits, target])
  return waits ? granted : target
}

/** Share of a frame, in ms; the rest is for layout and paint. */
const share = 5
const waiting = new Set<() => void>()
let frame = 0

/**
 * Lets something heavy begin in one of the next frames, as many of them in each as there is time for. Panning over a large
 * flow shows a column of cards at once, and drawing them together would interrupt the pan. Returns how
 * to cancel.
 */
export function scheduleInFrame(start: () => void): () => void {
  waiting.add(start)
  if (frame === 0) {
    frame = requestAnimationFrame(runScheduled)
  }
  return () => {
    waiting.delete(start)
  }
}

function runScheduled() {
  const end = performance.now() + share
  for (const start of waiting) {
    waiting.delete(start)
    // Synchronous, so that its time counts towards the frame's share.
    flushSync(start)
    if (performance.now() > end) {
      break
    }
  }
  frame = waiting.size > 0 ? requestAnimationFrame(runScheduled) : 0
}
