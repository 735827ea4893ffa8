import { createContext, use } from 'react'

export type SharedFlow = {
  id: string
  /** Publishes what the canvas shows; elsewhere the stored draft is published. */
  publish?: () => unknown
}

/** Opens the sharing of a flow over the current screen. Undefined where no host is mounted. */
export const ShareContext = createContext<((flow: SharedFlow) => void) | undefined>(undefined)

export function useShare() {
  return use(ShareContext)
}
