// node server/commands/bench/script-bench.ts: short scripts per second in the sandbox, sequential and parallel,
// through the service that tests them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { openSqlite } from '../../db/open-sqlite.ts'
import { createServices } from '../../services.ts'

const CALLS = 1_000
const WIDTH = 8

const folder = mkdtempSync(join(tmpdir(), 'flowtill-scripts-'))
const store = await openSqlite(join(folder, 'bench.db'))
const secrets = { tokenSecret: Buffer.alloc(32, 1), credentialKey: Buffer.alloc(32, 2) }
const { tools } = createServices({ store, config: readConfig({ DATA_DIR: folder }), secrets })
const { signal } = new AbortController()
const scripts = {
  'a sum': 'return $a + $b',
  'a hundred rows sorted':
    'return Array.from({ length: 100 }, (_, i) => ({ i, v: (i * 7919) % 101 })).sort((x, y) => x.v - y.v).slice(0, 3)',
}

const run = (code: string, i: number) =>
  tools.runFunction(`user ${i % WIDTH}`, { code, inputs: { a: i, b: 1 } }, signal)

for (const [name, code] of Object.entries(scripts)) {
  await run(code, 0)
  const alone = await perSecond(async () => {
    for (let i = 0; i < CALLS; i += 1) {
      await run(code, i)
    }
  })
  const together = await perSecond(async () => {
    await Promise.all(Array.from({ length: WIDTH }, (_, lane) => runLane(code, lane)))
  })
  print(`${name}: ${alone} calls/s one after the other, ${together} with ${WIDTH} at a time`)
}
print(`memory: ${Math.round(process.memoryUsage().rss / 1_048_576)} MiB`)
await store.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)

async function runLane(code: string, lane: number) {
  for (let i = lane; i < CALLS; i += WIDTH) {
    await run(code, i)
  }
}

async function perSecond(work: () => Promise<void>) {
  const started = performance.now()
  await work()
  return Math.round((CALLS / (performance.now() - started)) * 1_000)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
