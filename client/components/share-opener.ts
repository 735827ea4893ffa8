import { createContext, use } from 'react'

export type SharedFlow = {
  id: string
  /** Publishes the version on the canvas. Defaults to publishing the stored draft. */
  publish?: () => unknown
}

/** Opens the sharing dialog of a flow. Undefined where no host is mounted. */
export const ShareContext = createContext<((flow: SharedFlow) => void) | undefined>(undefined)

export function useShare() {
  return use(ShareContext)
}
