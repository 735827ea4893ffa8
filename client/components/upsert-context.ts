import { createContext, use } from 'react'

/** A flow, or a document store or pool (`knowledge`). */
export type UpsertSubject = { id: string; name: string; purpose: 'flow' | 'knowledge' }

export type Upserts = {
  /** Shows the status bars of upserts that have just been started. */
  watch: () => void
  /** `upsertNow` is offered while the history is empty. */
  openHistory: (subject: UpsertSubject, upsertNow?: () => void) => void
  openReceipt: (id: string, subject: UpsertSubject) => void
}

/** Status bars, receipts and histories of upserts. Undefined without a host. */
export const UpsertContext = createContext<Upserts | undefined>(undefined)

export function useUpserts() {
  return use(UpsertContext)
}
