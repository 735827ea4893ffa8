import { createContext, use } from 'react'

/** Opens *Connect a model* over any screen. Undefined where there is no host for it. */
export const ConnectModelContext = createContext<(() => void) | undefined>(undefined)

export function useConnectModel() {
  return use(ConnectModelContext)
}
