import { createContext, use, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CanvasState, CanvasStore } from './canvas-store.ts'

const StoreContext = createContext<CanvasStore | undefined>(undefined)

export const CanvasStoreProvider = StoreContext

/** Returns the store itself, for event handlers: reading it does not subscribe the component. */
export function useCanvasStore(): CanvasStore {
  const store = use(StoreContext)
  if (!store) {
    throw new Error('There is no CanvasStoreProvider above this component.')
  }
  return store
}

/** Returns one value of the open canvas; the component re-renders only when that value changes. */
export function useCanvas<Value>(read: (state: CanvasState) => Value): Value {
  return useStore(useCanvasStore(), read)
}

/**
 * Selects one value about a node. Unlike `useCanvas`, the selector does not run while other nodes change, which
 * keeps content rendered on every card cheap. Subscribes to the node, its box, its run, its problems, its
 * selection, all links and a wire being drawn.
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

/** Subscriptions to one node; a listener is called only when something about its node may have changed. */
type NodeWatch = (id: string, listener: Listener) => () => void

const watches = new WeakMap<CanvasStore, NodeWatch>()

/**
 * Returns the watch of a store: one listener that notifies only the affected cards. A thousand subscriptions would
 * cost more than rendering the cards.
 */
function watchOf(store: CanvasStore): NodeWatch {
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

/** True for the one hovered or selected card. Of the painted cards, only this one is rendered as an element. */
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

/** A node inside a disabled box is disabled too. */
function boxOf(id: string, { graph: { nodes } }: CanvasState) {
  const box = nodes.get(id)?.parentNode
  return typeof box === 'string' ? nodes.get(box) : undefined
}

/** Memoizes a function for its last arguments. */
export function memoizeLast<Of extends readonly object[], Value>(read: (...of: Of) => Value) {
  let last: { of: Of; value: Value } | undefined
  return (...of: Of): Value => {
    if (!last?.of.every((part, index) => part === of[index])) {
      last = { of, value: read(...of) }
    }
    return last.value
  }
}
