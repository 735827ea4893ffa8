import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeEnvironment, nodeFlags } from '../../process-settings.mjs'
import type { Target } from './open-target.ts'
import { closePings } from './watch-pings.ts'

const STUB_PORT = 4_010
const PORT = 3_199

export type Result = { perSecond: number; failed: number; ms: Spread; firstMs: Spread }
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

/** The built product in a new folder, and a stub of a model beside it. `close` stops both. */
export async function openProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-bench-'))
  const environment = {
    ...nodeEnvironment,
    ...{ PATH: '', PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...{ OUTGOING_ALLOW: `127.0.0.1:${STUB_PORT}`, ADMIN_DAILY_MAX_USD: '1000000' },
    // Load comes from many addresses, as through a proxy.
    TRUST_PROXY: '127.0.0.1',
  }
  const url = `http://127.0.0.1:${PORT}`
  const stubUrl = `http://127.0.0.1:${STUB_PORT}/v1`
  let server: ChildProcess | undefined
  const stub = spawn(process.execPath, [join(import.meta.dirname, 'stub.ts'), String(STUB_PORT)], {
    stdio: 'pipe',
  })
  await once(stub.stdout, 'data')

  /** Milliseconds until the first 200. */
  async function start() {
    const startedAt = performance.now()
    server = spawn(process.execPath, [...nodeFlags, 'dist/server/main.mjs'], {
      env: environment,
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
    return execFileSync(process.execPath, ['dist/server/main.mjs', name], { env: environment })
      .toString()
      .trim()
  }

  async function close() {
    await stop()
    stub.kill()
    rmSync(folder, { recursive: true, force: true })
  }

  return { url, stubUrl, folder, start, stop, memory, cpuSeconds, load, command, close }
}

export function print(what: string, value: string) {
  process.stdout.write(`${what.padEnd(28)} ${value}\n`)
}
