import type { Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { checkLedger, type Finding } from './check-ledger.ts'

type Deps = { store: Store; now: () => Date }

/**
 * Result of the last ledger check, which runs on start, hourly and on demand. After findings, no money moves until
 * a check passes.
 */
export function createLedgerWatch({ store, now }: Deps) {
  let last: { findings: Finding[]; checkedDate: Date; tookMs: number } | undefined
  let looking: Promise<Finding[]> | undefined

  function check() {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function look() {
    const start = performance.now()
    const findings = await checkLedger(store.db)
    last = { findings, checkedDate: now(), tookMs: performance.now() - start }
    return findings
  }

  /** Throws UNAVAILABLE while a violation exists (fail closed). Reads still work. */
  function rejectIfUnsound() {
    if (last && last.findings.length > 0) {
      throw new AppError(
        'UNAVAILABLE',
        'Charges and payments are paused while the ledger is checked. Try again later.',
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
