import type { Store } from '../db/store.ts'
import { createAuditService } from '../features/audit/audit.service.ts'
import { checkRuns } from '../features/executions/check-runs.ts'
import { checkLedgerAndFile } from '../features/wallet/check-ledger.ts'
import { newOrderedId } from '../ids.ts'
import { catalogue } from '../nodes/catalogue.ts'

/** What is wrong in the ledger, the pages of the file, the audit trail and the logs of runs: normally nothing. */
export async function findUnsound(store: Store): Promise<string[]> {
  const ledger = await checkLedgerAndFile(store.db)
  const audit = await createAuditService({ store, newId: newOrderedId, now: () => new Date() }).check()
  const { findings } = await checkRuns(store.db, catalogue)
  return [
    ...ledger.map(({ rule, id }) => `${rule} (${id})`),
    ...(audit.firstBroken === null ? [] : [`entry ${audit.firstBroken} of the audit trail was changed`]),
    ...findings.map(({ rule, id }) => `${rule} (${id})`),
  ]
}
