import { createContext, use } from 'react'
import type { ProcessingUpsert } from '#shared/upserts.ts'

/** A flow, or a document store or pool (`knowledge`). */
export type UpsertSubject = { id: string; name: string; purpose: 'flow' | 'knowledge' }

type StartedUpsert = Omit<ProcessingUpsert, 'date'>

export type Upserts = {
  /**
   * Shows the status bars of upserts that have just been started. A given one is shown even if it has ended before the
   * server is asked.
   */
  watch: (started?: StartedUpsert) => void
  /** `upsertNow` is offered while the history is empty. */
  openHistory: (subject: UpsertSubject, upsertNow?: () => void) => void
  openReceipt: (id: string, subject: UpsertSubject) => void
}

/** Status bars, receipts and histories of upserts. Undefined without a host. */
export const UpsertContext = createContext<Upserts | undefined>(undefined)

export function useUpserts() {
  return use(UpsertContext)
}
