import type { Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { checkLedger, type Finding } from './check-ledger.ts'

type Deps = { store: Store; now: () => Date }

/**
 * What the last look at the whole ledger found. Looked at on every start, hourly, and on demand. Until a look finds nothing
 * again, no money moves.
 */
export function createLedgerWatch({ store, now }: Deps) {
  let last: { findings: Finding[]; checkedDate: Date } | undefined
  let looking: Promise<Finding[]> | undefined

  /** Who asks while somebody looks gets what that one finds. */
  function check() {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function look() {
    const findings = await checkLedger(store.db)
    last = { findings, checkedDate: now() }
    return findings
  }

  /** Throws UNAVAILABLE while something is wrong: fail closed. Reading goes on. */
  function rejectIfUnsound() {
    if (last && last.findings.length > 0) {
      throw new AppError(
        'UNAVAILABLE',
        'Charges and payments are paused while the ledger is checked. Try again later.',
        // Inside the server only: which rule it was.
        { cause: new Error(last.findings.map(({ rule, id }) => `${rule} (${id})`).join(', ')) },
      )
    }
  }

  function state() {
    const { findings = [], checkedDate = null } = last ?? {}
    return { isSound: findings.length === 0, checkedDate, findings }
  }

  return { check, state, rejectIfUnsound, last: () => last }
}

export type LedgerWatch = ReturnType<typeof createLedgerWatch>
