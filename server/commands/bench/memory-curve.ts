// Memory over many runs: the built product, its stub on the same machine, 10 callers. Prints the resident memory after every
// thousand answers; a curve that goes on rising is a leak. `node server/commands/bench/memory-curve.ts [runs]`
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeEnvironment, nodeFlags } from '../../process-settings.mjs'
import { openTarget, type Target } from './open-target.ts'

const RUNS = Number(process.argv[2] ?? 10_000)
const STEP = Math.max(1, Math.round(RUNS / 10))
const CALLERS = 10
const STUB_PORT = 4_011
const PORT = 3_198
const folder = mkdtempSync(join(tmpdir(), 'flowtill-memory-'))
const url = `http://127.0.0.1:${PORT}`

const stub = spawn(process.execPath, [join(import.meta.dirname, 'stub.ts'), String(STUB_PORT)], {
  stdio: 'pipe',
})
await once(stub.stdout, 'data')
const server = start()
try {
  await untilItAnswers()
  const target = await openTarget(url, `http://127.0.0.1:${STUB_PORT}/v1`)
  await askMany(target, 500)
  say('after 500 to warm up', await settled())
  const curve: number[] = []
  for (let done = STEP; done <= RUNS; done += STEP) {
    const begun = performance.now()
    await askMany(target, STEP)
    const rate = Math.round((STEP / (performance.now() - begun)) * 1_000)
    curve.push(await settled())
    say(`after ${done} runs (${rate}/s)`, curve.at(-1) ?? 0)
  }
  // The first half fills caches; what the second adds would go on.
  const half = curve.slice(Math.floor(curve.length / 2))
  const perThousand = (((half.at(-1) ?? 0) - (half[0] ?? 0)) / ((half.length - 1) * STEP)) * 1_000
  process.stdout.write(`second half: ${perThousand.toFixed(2)} MiB per thousand runs\n`)
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  stub.kill()
  rmSync(folder, { recursive: true, force: true })
}

function start(): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, 'dist/server/main.mjs'], {
    env: {
      ...nodeEnvironment,
      PATH: '',
      PORT: String(PORT),
      DATA_DIR: folder,
      OUTGOING_ALLOW: `127.0.0.1:${STUB_PORT}`,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
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

/** Each asks in a conversation of its own, so that no history grows. */
async function askMany({ url: address, headers }: Target, count: number) {
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

/** What stays, a while after the last answer. MiB. */
async function settled(): Promise<number> {
  await pause(1_500)
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024) * 10) / 10
}

function say(what: string, mebibytes: number) {
  process.stdout.write(`${what.padEnd(28)} ${mebibytes} MiB\n`)
}
