import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useStoreApi } from 'reactflow'
import { useCanvasStore } from '../store/use-canvas.ts'
import { createDrawnCards, type DrawnCards } from './drawn-cards.ts'

const DrawnContext = createContext<DrawnCards | undefined>(undefined)

/** Around a canvas with a sheet, on which its cards are painted until they are drawn. Without it each card is drawn. */
export function DrawnProvider({ children }: { children: ReactNode }) {
  const room = useStoreApi()
  const store = useCanvasStore()
  const [drawn] = useState(() => createDrawnCards(room, store))
  useEffect(() => drawn.start(), [drawn])
  return <DrawnContext value={drawn}>{children}</DrawnContext>
}

export function useDrawnCards(): DrawnCards {
  const drawn = use(DrawnContext)
  if (!drawn) {
    throw new Error('There is no DrawnProvider above this component.')
  }
  return drawn
}

/** How one card is shown. Only a change of that re-renders the card. */
export function useShown(id: string) {
  const drawn = use(DrawnContext)
  const subscribe = useCallback(
    (listener: () => void) => drawn?.watchCard(id, listener) ?? (() => undefined),
    [drawn, id],
  )
  return useSyncExternalStore(subscribe, () => drawn?.shownOf(id) ?? 'self')
}
