import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Edge, type Node, useStore, useStoreApi } from 'reactflow'
import { lazilySoon } from '#client/components/on-demand.tsx'
import { isSameSet } from '../graph/flow-graph.ts'
import type { WireData } from '../store/derive.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { createDrawnCards, type DrawnCards } from './drawn-cards.ts'
import { boxOf, meet, windowOf } from './geometry.ts'
import type { LooksOf } from './sheet.ts'
import { type Detail, detailOf, isLarge } from './visible-cards.ts'

export {
  type FlowNodes,
  useDrawnCount,
  useFlowId,
  useFlowNode,
  useFlowNodes,
  useFlowSize,
  useFlowState,
  useMeasuredPorts,
  useTransform,
  useZoom,
} from './flow-state.ts'
export { bendOf, endOf, isMeasured, portsOf, threadBetween } from './geometry.ts'
export type { CardLook } from './scene.ts'
// The interface of this folder: nothing else of it is imported from outside, and nobody else reads reactflow's own store.
export { type Detail, isMany, useShownDetail } from './visible-cards.ts'

const DrawnContext = createContext<DrawnCards | undefined>(undefined)

/** Around a canvas that paints the cards of a large flow until they are drawn. Without it every card is drawn. */
export function PaintingProvider({ children }: { children: ReactNode }) {
  const container = useStoreApi()
  const store = useCanvasStore()
  const [drawn] = useState(() => createDrawnCards(container, store))
  useEffect(() => drawn.start(), [drawn])
  return <DrawnContext value={drawn}>{children}</DrawnContext>
}

function useDrawnCards(): DrawnCards {
  const drawn = use(DrawnContext)
  if (!drawn) {
    throw new Error('There is no PaintingProvider above this component.')
  }
  return drawn
}

// Loaded ahead of use: most flows are never large, but one may become so while offline.
const Sheet = lazilySoon(async () => (await import('./painted-sheet.tsx')).PaintedSheet)

export function Painting({ looksOf }: { looksOf: LooksOf }) {
  const drawn = useDrawnCards()
  const large = useIsLarge()
  const picturing = useCanvas((state) => state.picturing)
  return large && !picturing ? (
    <Suspense fallback={null}>
      <Sheet drawn={drawn} looksOf={looksOf} />
    </Suspense>
  ) : null
}

/** For the board: the wires to draw, and whom to tell where the focus is. Keeps to reactflow what is painted only. */
export function usePainting() {
  const drawn = useDrawnCards()
  const wires = useDrawnWires(drawn)
  useRetainedNodes(drawn)
  useBoxSelection()
  return { wires, onFocus: drawn.follow }
}

/** How one card is shown; rerenders when that changes, and only then. */
export function useShownCard(id: string) {
  const drawn = use(DrawnContext)
  const subscribe = useCallback(
    (listener: () => void) => drawn?.watchCard(id, listener) ?? (() => undefined),
    [drawn, id],
  )
  return useSyncExternalStore(subscribe, () => drawn?.shownOf(id) ?? 'self')
}

/** How much of a card the zoom asks for. */
export function useDetail(): Detail {
  return useStore(detailOf)
}

/** Whether there are so many nodes that those out of sight are painted. */
export function useIsLarge(): boolean {
  return useStore(isLarge)
}

const none: Edge<WireData>[] = []

/** Of a small flow all wires, but none where cards are tiles; of a large one those between cards that are drawn. */
function useDrawnWires(drawn: DrawnCards): Edge<WireData>[] {
  const wires = useCanvas((state) => state.flowEdges)
  const picturing = useCanvas((state) => state.picturing)
  const isTile = useStore((state) => detailOf(state) === 'tile')
  const cards = useSyncExternalStore(drawn.watch, drawn.all)
  const between = useMemo(
    () => cards && wires.filter(({ source, target }) => cards.has(source) && cards.has(target)),
    [cards, wires],
  )
  if (between && !picturing) {
    return between.length === 0 ? none : between
  }
  return isTile ? none : wires
}

/**
 * What reactflow has an element for: of a large flow only nodes of which something is drawn, or can be grabbed. With a
 * thousand elements it would go through all of them whenever one card changes. The list stays the same as long as its
 * members do: reactflow's own getter makes a new one on each call, and so draws all cards with every step of a pan.
 */
function useRetainedNodes(drawn: DrawnCards) {
  const container = useStoreApi()
  useState(() => {
    let of: readonly unknown[] = []
    let list: Node[] = []
    container.setState({
      getNodes() {
        const { nodeInternals } = container.getState()
        const held = drawn.held()
        if (of[0] !== nodeInternals || of[1] !== held) {
          of = [nodeInternals, held]
          list = [...nodeInternals.values()].filter((node) => !held || held.has(node.id) || staysOf(node))
        }
        return list
      },
    })
  })
}

/** Only cards are painted. reactflow deselects through this list, so selected nodes have to be in it. */
function staysOf({ type, selected, dragging }: Node): boolean {
  return type !== 'card' || Boolean(selected) || Boolean(dragging)
}

/** A box drawn with Shift selects what it touches. reactflow itself finds nodes with an element only, no painted ones. */
function useBoxSelection() {
  const container = useStoreApi()
  const store = useCanvasStore()
  useEffect(
    () =>
      container.subscribe(
        ({ userSelectionRect: rect, userSelectionActive, nodeInternals, transform }, before) => {
          if (!rect || !userSelectionActive || rect === before.userSelectionRect) {
            return
          }
          const [x, y, zoom] = transform
          const box = windowOf([x - rect.x, y - rect.y, zoom], rect.width, rect.height)
          const inside = [...nodeInternals.values()]
            .filter((node) => !node.hidden && meet(boxOf(node), box))
            .map(({ id }) => id)
          const { selectedNodes, selectedEdges, select } = store.getState()
          if (!isSameSet(new Set(inside), new Set(selectedNodes))) {
            select(inside, selectedEdges)
          }
        },
      ),
    [container, store],
  )
}
