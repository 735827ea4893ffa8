import { createContext, use } from 'react'
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
