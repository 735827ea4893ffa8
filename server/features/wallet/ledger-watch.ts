import type { Store } from '#server/db/store.ts'
import { checkLedger, type Finding } from './check-ledger.ts'

type Deps = { store: Store; now: () => Date }

/** What the last look at the whole ledger found. Looked at on every start, hourly, and on demand. */
export function createLedgerWatch({ store, now }: Deps) {
  let last: { findings: Finding[]; checkedDate: Date } | undefined

  async function check() {
    last = { findings: await checkLedger(store.db), checkedDate: now() }
    return last.findings
  }

  return { check, last: () => last }
}
