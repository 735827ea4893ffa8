import { createContext, use, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CanvasState, CanvasStore } from './canvas-store.ts'
import { watchOf } from './watch.ts'

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
