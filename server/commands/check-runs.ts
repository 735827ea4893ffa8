import type { Config } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { checkRuns } from '../features/executions/check-runs.ts'
import { catalogue } from '../nodes/catalogue.ts'

/** Folds every agent run beside a running server and prints the findings. Exit code 1 when there are any. */
export async function checkRunsNow(config: Config) {
  const store = await openStore(config.DATABASE_URL)
  const { runs, findings } = await checkRuns(store.db, catalogue)
  await store.close()
  for (const { rule, id } of findings) {
    process.stdout.write(`Broken: ${rule} (${id})\n`)
  }
  process.stdout.write(
    findings.length === 0 ? `All ${runs} runs match their logs.\n` : `${findings.length} findings.\n`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}
