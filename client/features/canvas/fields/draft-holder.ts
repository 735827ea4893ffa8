import { createContext, use } from 'react'

const DraftContext = createContext<Set<() => void>>(new Set())

/** Around fields whose drafts are to be handed in together, before a save for one. */
export const DraftHolder = DraftContext

/** Those who still hold something that was typed. */
export function useDrafts(): Set<() => void> {
  return use(DraftContext)
}
