import type { Config } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { createAuditService } from '../features/audit/audit.service.ts'
import { newOrderedId } from '../ids.ts'

/** Verifies the whole audit trail of a running server and prints the first modified entry, with exit code 1. */
export async function checkAuditNow(config: Config) {
  const store = await openStore(config.DATABASE_URL)
  const audit = createAuditService({ store, newId: newOrderedId, now: () => new Date() })
  const { entries, firstBroken, head } = await audit.check()
  await store.close()
  const sentence =
    firstBroken === null
      ? `The audit trail is sound: ${entries} entries, the last one's hash is ${head || 'none'}.`
      : `Broken: entry ${firstBroken} is missing, changed or out of place; the ${entries} before it are sound.`
  process.stdout.write(`${sentence}\n`)
  process.exitCode = firstBroken === null ? 0 : 1
}
