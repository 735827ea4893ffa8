import { createContext, use, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CanvasState, CanvasStore } from './canvas-store.ts'

const StoreContext = createContext<CanvasStore | undefined>(undefined)

export const CanvasStoreProvider = StoreContext

/** The store itself, for handlers: reading it does not redraw anything. */
export function useCanvasStore(): CanvasStore {
  const store = use(StoreContext)
  if (!store) {
    throw new Error('There is no CanvasStoreProvider above this component.')
  }
  return store
}

/** One value of the open canvas. The component is drawn again when that value changes, and only then. */
export function useCanvas<Value>(read: (state: CanvasState) => Value): Value {
  return useStore(useCanvasStore(), read)
}

/**
 * One value about a node. Unlike `useCanvas` it is not even looked at while other nodes change: for what stands on every
 * card. Follows the node itself, the box it stands in, its run, its problems, whether it is in hand, all links, and a wire that is being drawn; nothing else.
 */
export function useCanvasOf<Value>(id: string, read: (state: CanvasState) => Value): Value {
  const store = useCanvasStore()
  const own = useMemo(() => {
    const watch = watchOf(store)
    const subscribe: CanvasStore['subscribe'] = (listener) =>
      watch(id, () => listener(store.getState(), store.getState()))
    return { ...store, subscribe }
  }, [store, id])
  return useStore(own, read)
}

type Listener = () => void

/** Those who look at one node alone, told only when something about that node may have changed. */
export type NodeWatch = (id: string, listener: Listener) => () => void

const watches = new WeakMap<CanvasStore, NodeWatch>()

/**
 * The watch of a store. A thousand cards that each looked at every change would cost more than drawing them: here one
 * listener finds out who is concerned.
 */
export function watchOf(store: CanvasStore): NodeWatch {
  const watch = watches.get(store) ?? createWatch(store)
  watches.set(store, watch)
  return watch
}

function createWatch(store: CanvasStore): NodeWatch {
  const listeners = new Map<string, Set<Listener>>()

  store.subscribe((state, before) => {
    if (!mayConcern(state, before)) {
      return
    }
    const everybody = concernsAll(state, before)
    for (const [id, own] of listeners) {
      if (everybody || concerns(id, state, before)) {
        for (const listener of own) {
          listener()
        }
      }
    }
  })

  return (id, listener) => {
    const own = listeners.get(id) ?? new Set()
    listeners.set(id, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0) {
        listeners.delete(id)
      }
    }
  }
}

/** Whether this is the one card the pointer or the keys are at: of painted cards only it is there to be taken hold of. */
export function isActive(id: string, { touched, selectedNodes }: CanvasState): boolean {
  return touched === id || (selectedNodes.length === 1 && selectedNodes[0] === id)
}

function mayConcern(state: CanvasState, before: CanvasState) {
  return (
    state.graph !== before.graph ||
    state.runs !== before.runs ||
    state.problemsByNode !== before.problemsByNode ||
    state.touched !== before.touched ||
    state.selectedNodes !== before.selectedNodes ||
    concernsAll(state, before)
  )
}

function concernsAll(state: CanvasState, before: CanvasState) {
  return (
    state.templates !== before.templates ||
    state.picturing !== before.picturing ||
    state.linking !== before.linking ||
    state.links !== before.links ||
    state.given !== before.given
  )
}

function concerns(id: string, state: CanvasState, before: CanvasState) {
  return (
    state.runs.get(id) !== before.runs.get(id) ||
    state.graph.nodes.get(id) !== before.graph.nodes.get(id) ||
    boxOf(id, state) !== boxOf(id, before) ||
    state.problemsByNode.get(id) !== before.problemsByNode.get(id) ||
    isActive(id, state) !== isActive(id, before)
  )
}

/** What it stands in: a step in a box that is off is off, too. */
function boxOf(id: string, { graph: { nodes } }: CanvasState) {
  const box = nodes.get(id)?.parentNode
  return typeof box === 'string' ? nodes.get(box) : undefined
}

/** The same function, which does not look again while it is asked about the very same things. */
export function memoizeLast<Of extends readonly object[], Value>(read: (...of: Of) => Value) {
  let last: { of: Of; value: Value } | undefined
  return (...of: Of): Value => {
    if (!last?.of.every((part, index) => part === of[index])) {
      last = { of, value: read(...of) }
    }
    return last.value
  }
}
