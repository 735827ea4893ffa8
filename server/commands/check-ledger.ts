import type { Config } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { checkLedgerAndFile } from '../features/wallet/check-ledger.ts'

/** Checks the whole ledger beside a running server and prints the findings. Exit code 1 when there are any. */
export async function checkLedgerNow(config: Config) {
  const store = await openStore(config.DATABASE_URL)
  const findings = await checkLedgerAndFile(store.db)
  await store.close()
  for (const { rule, id } of findings) {
    process.stdout.write(`Broken: ${rule} (${id})\n`)
  }
  process.stdout.write(findings.length === 0 ? 'The ledger is sound.\n' : `${findings.length} findings.\n`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
