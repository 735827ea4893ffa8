import type { Config } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { createAuditService } from '../features/audit/audit.service.ts'
import { newOrderedId } from '../ids.ts'

/** Reads the whole audit trail beside a running server and names the first entry that is not as it was. Exit code 1 then. */
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
