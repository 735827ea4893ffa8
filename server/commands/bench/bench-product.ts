import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Target } from './open-target.ts'
import { closePings } from './watch-pings.ts'

const STUB_PORT = 4_010
const PORT = 3_199

/** `sent` counts the requests of warming up, too. */
export type Result = { perSecond: number; sent: number; failed: number; ms: Spread; firstMs: Spread }
type Spread = { p50: number; p99: number }
type Load = {
  callers: number
  seconds: number
  stream?: boolean
  target?: Target
  /** Part of every good response. */
  expect?: string
}

/** Measures the built product, which is stopped afterwards. */
export async function withProduct(measure: (product: Product) => Promise<void>) {
  const product = await openProduct()
  try {
    await product.start()
    await measure(product)
  } finally {
    closePings()
    await product.close()
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>

/**
 * The built product of a checkout (this one by default) in a new folder, and a stub of a model beside it. `close`
 * stops both. Several at a time need different places, which choose their ports.
 */
export async function openProduct({ root = '.', place = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-bench-'))
  const { nodeEnvironment, nodeFlags }: typeof import('../../process-settings.mjs') = await import(
    join(resolve(root), 'server/process-settings.mjs')
  )
  const port = PORT + place
  const stubPort = STUB_PORT + place
  const environment = {
    ...nodeEnvironment,
    ...{ PATH: '', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...{ OUTGOING_ALLOW: `127.0.0.1:${stubPort}`, ADMIN_DAILY_MAX_USD: '1000000' },
    // Load comes from many addresses, as through a proxy.
    TRUST_PROXY: '127.0.0.1',
  }
  const url = `http://127.0.0.1:${port}`
  const stubUrl = `http://127.0.0.1:${stubPort}/v1`
  let server: ChildProcess | undefined
  const stub = spawn(process.execPath, [join(import.meta.dirname, 'stub.ts'), String(stubPort)], {
    stdio: 'pipe',
  })
  await once(stub.stdout, 'data')

  /** Milliseconds until the first 200. */
  async function start() {
    const startedAt = performance.now()
    const counting = ['--import', join(import.meta.dirname, 'count-allocations.mjs')]
    server = spawn(process.execPath, [...nodeFlags, ...counting, 'dist/server/main.mjs'], {
      ...{ env: environment, cwd: root, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
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

  /** Resident memory in MiB. */
  function memory() {
    const status = readFileSync(`/proc/${server?.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
  }

  /** Seconds of CPU the server has used. */
  function cpuSeconds() {
    const [user = 0, system = 0] = readFileSync(`/proc/${server?.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user + system) / 100
  }

  /** Bytes the server's main thread has allocated. */
  async function allocatedBytes() {
    if (!server) {
      return 0
    }
    server.kill('SIGUSR2')
    const [report] = (await once(server, 'message')) as [{ allocatedBytes: number }]
    return report.allocatedBytes
  }

  /** Without a target, the stub alone. */
  function load({ callers, seconds, stream = false, target, expect = 'word19' }: Load): Result {
    const order = target
      ? {
          ...{ url: target.url, headers: target.headers },
          body: `{"question":"Hello {{i}}","streaming":${stream}}`,
        }
      : { url: `${stubUrl}/chat/completions`, headers: {}, body: `{"stream":${stream},"messages":[]}` }
    const first = stream ? 'word0' : undefined
    const request = JSON.stringify({ ...order, callers, seconds, expect, first })
    return JSON.parse(
      execFileSync(process.execPath, [join(import.meta.dirname, 'load.ts'), request]).toString(),
    )
  }

  /** Runs a command of the product. */
  function command(name: string) {
    return execFileSync(process.execPath, ['dist/server/main.mjs', name], { env: environment, cwd: root })
      .toString()
      .trim()
  }

  async function close() {
    await stop()
    stub.kill()
    rmSync(folder, { recursive: true, force: true })
  }

  return { url, stubUrl, folder, start, stop, memory, cpuSeconds, allocatedBytes, load, command, close }
}

export function print(what: string, value: string) {
  process.stdout.write(`${what.padEnd(28)} ${value}\n`)
}
