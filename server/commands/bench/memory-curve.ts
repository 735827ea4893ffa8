// Memory over many runs of the built product, with a stub model and 10 callers. `node
// server/commands/bench/memory-curve.ts [runs]` prints CSV: process memory and collected V8 heap after every tenth
// of the runs. A steadily rising heap is a leak.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeEnvironment, nodeFlags } from '../../process-settings.mjs'
import { collectHeap } from './collect-heap.ts'
import { openTarget, type Target } from './open-target.ts'

const RUNS = Number(process.argv[2] ?? 10_000)
const STEP = Math.max(1, Math.round(RUNS / 10))
const CALLERS = 10
const STUB_PORT = 4_011
const PORT = 3_198
const INSPECTOR_PORT = 3_197
const folder = mkdtempSync(join(tmpdir(), 'flowtill-memory-'))
const url = `http://127.0.0.1:${PORT}`

const stub = spawn(process.execPath, [join(import.meta.dirname, 'stub.ts'), String(STUB_PORT)], {
  stdio: 'pipe',
})
await once(stub.stdout, 'data')
const server = start()
try {
  await untilItAnswers()
  const { target } = await openTarget(url, `http://127.0.0.1:${STUB_PORT}/v1`)
  process.stdout.write('runs,answers_per_second,rss_mib,heap_mib\n')
  await requestMany(target, 500)
  await sample('500 to warm up', '')
  const curve: Sample[] = []
  for (let done = STEP; done <= RUNS; done += STEP) {
    const startedAt = performance.now()
    await requestMany(target, STEP)
    const rate = Math.round((STEP / (performance.now() - startedAt)) * 1_000)
    curve.push(await sample(String(done), String(rate)))
  }
  const perThousand = (['rss', 'heap'] as const).map((name) => `${name} ${slope(curve, name).toFixed(2)} MiB`)
  process.stdout.write(`# second half, per thousand runs: ${perThousand.join(', ')}\n`)
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  stub.kill()
  rmSync(folder, { recursive: true, force: true })
}

function start(): ChildProcess {
  return spawn(
    process.execPath,
    [...nodeFlags, `--inspect=127.0.0.1:${INSPECTOR_PORT}`, 'dist/server/main.mjs'],
    {
      env: {
        ...nodeEnvironment,
        PATH: '',
        PORT: String(PORT),
        DATA_DIR: folder,
        OUTGOING_ALLOW: `127.0.0.1:${STUB_PORT}`,
        ADMIN_DAILY_MAX_USD: '1000000',
        LOG_LEVEL: 'error',
      },
      stdio: 'ignore',
    },
  )
}

async function untilItAnswers() {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const isThere = await fetch(`${url}/api/v1/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) {
      return
    }
    await pause(10)
  }
  throw new Error('The server did not start.')
}

/** Each request uses its own conversation, so that no history grows. */
async function requestMany({ url: address, headers }: Target, count: number) {
  let left = count
  const caller = async () => {
    while (left > 0) {
      left -= 1
      const body = JSON.stringify({ question: `Hello ${left}`, streaming: left % 2 === 0 })
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      const text = await response.text()
      if (!response.ok || !text.includes('word19')) {
        throw new Error(`Not answered: ${response.status} ${text.slice(0, 200)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/** In MiB. */
type Sample = { rss: number; heap: number }

async function sample(runs: string, rate: string): Promise<Sample> {
  await pause(1_500)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const rss = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
  const heap = (await collectHeap(INSPECTOR_PORT)) / 1_024 / 1_024
  process.stdout.write(`${runs},${rate},${rss.toFixed(1)},${heap.toFixed(2)}\n`)
  return { rss, heap }
}

/** The first half fills caches; growth in the second half would continue. */
function slope(curve: readonly Sample[], name: keyof Sample) {
  const half = curve.slice(Math.floor(curve.length / 2))
  const [first, last] = [half[0]?.[name] ?? 0, half.at(-1)?.[name] ?? 0]
  return ((last - first) / ((half.length - 1) * STEP)) * 1_000
}
