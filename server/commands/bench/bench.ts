// npm run bench: the built product against a stub on the same machine. Only ratios are meaningful, because both
// share its cores.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { nodeEnvironment, nodeFlags } from '../../process-settings.mjs'
import { openTarget, type Target } from './open-target.ts'

const STUB_PORT = 4_010
const PORT = 3_199
const SECONDS = Number(process.argv[2] ?? 6)
const folder = mkdtempSync(join(tmpdir(), 'flowtill-bench-'))
let server: ChildProcess | undefined
const url = `http://127.0.0.1:${PORT}`

const stub = spawn(process.execPath, [join(import.meta.dirname, 'stub.ts'), String(STUB_PORT)], {
  stdio: 'pipe',
})
try {
  await measure()
} finally {
  await stop()
  stub.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  await once(stub.stdout, 'data')
  print('first start, empty folder', `${await timeStart()} ms`)
  await stop()
  print('start to first 200', `${await timeStart()} ms`)
  await pause(3_000)
  print('idle memory', memory())

  const target = await openTarget(url, `http://127.0.0.1:${STUB_PORT}/v1`)
  for (const callers of [1, 10, 50, 100]) {
    const alone = load({ callers, stream: false })
    const through = load({ callers, stream: false, target })
    const added = through.ms.p50 - alone.ms.p50
    const parts = [
      `${through.perSecond}/s`,
      `p50 ${through.ms.p50} ms (+${added.toFixed(2)} over the stub)`,
      `p99 ${through.ms.p99} ms`,
    ]
    print(
      `answers, ${callers} callers`,
      `${parts.join(', ')}, ${through.failed} failed; stub alone ${alone.perSecond}/s`,
    )
  }
  for (const callers of [1, 50]) {
    const alone = load({ callers, stream: true })
    const through = load({ callers, stream: true, target })
    const added = through.firstMs.p50 - alone.firstMs.p50
    print(
      `first token, ${callers} callers`,
      `p50 ${through.firstMs.p50} ms (+${added.toFixed(2)}), ${through.perSecond} streams/s, ${through.failed} failed`,
    )
  }
  await pause(3_000)
  print('memory after load', memory())
  for (const [name, path] of [
    ['/nodes', '/api/v1/nodes'],
    ['list of flows', '/trpc/flows.summaries?input={}'],
  ] as const) {
    const text = await (await fetch(url + path, { headers: target.headers })).text()
    print(name, `${kilobytes(text.length)}, ${kilobytes(gzipSync(text).length)} gzip`)
  }
  print(
    'ledger afterwards',
    execFileSync(process.execPath, ['dist/server/main.mjs', 'check-ledger'], { env: environment() })
      .toString()
      .trim(),
  )
}

function environment() {
  return {
    ...nodeEnvironment,
    PATH: '',
    PORT: String(PORT),
    DATA_DIR: folder,
    OUTGOING_ALLOW: `127.0.0.1:${STUB_PORT}`,
    LOG_LEVEL: 'error',
  }
}

async function timeStart() {
  const startedAt = performance.now()
  server = spawn(process.execPath, [...nodeFlags, 'dist/server/main.mjs'], {
    env: environment(),
    stdio: 'ignore',
  })
  while (
    !(await fetch(`${url}/api/v1/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    await pause(5)
  }
  return Math.round(performance.now() - startedAt)
}

async function stop() {
  server?.kill('SIGTERM')
  await (server && once(server, 'exit'))
  server = undefined
}

function memory() {
  const status = readFileSync(`/proc/${server?.pid}/status`, 'utf8')
  return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)} MiB`
}

type Result = { perSecond: number; failed: number; ms: Spread; firstMs: Spread }
type Spread = { p50: number; p99: number }

function load({
  callers,
  stream,
  target: through,
}: {
  callers: number
  stream: boolean
  target?: Target
}): Result {
  const order = through
    ? { url: through.url, headers: through.headers, body: `{"question":"Hello {{i}}","streaming":${stream}}` }
    : {
        url: `http://127.0.0.1:${STUB_PORT}/v1/chat/completions`,
        headers: {},
        body: `{"stream":${stream},"messages":[]}`,
      }
  const first = stream ? 'word0' : undefined
  const load = JSON.stringify({ ...order, callers, seconds: SECONDS, expect: 'word19', first })
  return JSON.parse(execFileSync(process.execPath, [join(import.meta.dirname, 'load.ts'), load]).toString())
}

function kilobytes(bytes: number) {
  return `${(bytes / 1_024).toFixed(1)} KB`
}

function print(what: string, value: string) {
  process.stdout.write(`${what.padEnd(28)} ${value}\n`)
}
