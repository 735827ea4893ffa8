import { createContext, use } from 'react'

/** Opens *Connect a model* over the current screen. Undefined where no host is mounted. */
export const ConnectModelContext = createContext<(() => void) | undefined>(undefined)

export function useConnectModel() {
  return use(ConnectModelContext)
}
