import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestProject } from 'vitest/node'
import { chromiumPath, HOW_TO_GET_CHROMIUM } from './find-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    url: string
    admin: { username: string; password: string }
  }
}

export default async function startProduct({ provide }: TestProject) {
  if (!chromiumPath()) {
    throw new Error(HOW_TO_GET_CHROMIUM)
  }
  build()
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-e2e-'))
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    // Each client sends its own IP address; all from one would hit the rate limit.
    env: { PATH: '', DATA_DIR: join(folder, 'data'), PORT: '0', TRUST_PROXY: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await readAddress(server.stdout)
  provide('url', url)
  provide('admin', await registerAdmin(url))

  return async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(folder, { recursive: true })
  }
}

/** Starts a separate server on an empty database until the test ends. Returns its URL. */
export async function startEmptyProduct(settings: Record<string, string> = {}) {
  return (await startProductToKill(settings)).url
}

/**
 * As `startEmptyProduct`. `restart` kills the server without a warning and starts another one on the same data, as if
 * it had been down for so long. `whileDown` may write to its database.
 */
export async function startProductToKill(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-empty-'))
  const env = { PATH: '', DATA_DIR: join(folder, 'data'), PORT: '0', TRUST_PROXY: '1', ...settings }
  const start = (port: string, downMs = 0) =>
    spawn(process.execPath, [...clockAhead(downMs), 'dist/server/main.mjs'], {
      env: { ...env, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    return exited
  }
  let server = start('0')
  onTestFinished(async () => {
    await end('SIGTERM')
    rmSync(folder, { recursive: true })
  })
  const url = (await readAddress(server.stdout)).replace('localhost', '127.0.0.1')
  return {
    url,
    async restart(downMs = 0, whileDown?: (databaseFile: string) => Promise<void>) {
      await end('SIGKILL')
      await whileDown?.(join(folder, 'data', 'flowtill.db'))
      server = start(new URL(url).port, downMs)
      await readAddress(server.stdout)
    },
  }
}

/** Node's arguments for a process whose clock is so far ahead. */
function clockAhead(ms: number) {
  const script = `
    const { now } = Date
    Date.now = () => now() + ${ms}
    const construct = (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [Date.now()], target)
    globalThis.Date = new Proxy(Date, { construct })`
  return ms > 0 ? ['--import', `data:text/javascript,${encodeURIComponent(script)}`] : []
}

/** Skipped when the build is recent, as in `npm run check`, which builds beside its other checks. */
function build() {
  // The tests' own NODE_ENV would make a development build.
  const env = { NODE_ENV: 'production' }
  // biome-ignore lint/style/noProcessEnv: what has run before the tests is no setting of the product
  const isBuilt = process.env.FLOWTILL_IS_BUILT === '1'
  if (
    !isBuilt &&
    spawnSync(process.execPath, ['server/commands/build.ts'], { env, stdio: 'inherit' }).status !== 0
  ) {
    throw new Error('The product could not be built.')
  }
}

async function registerAdmin(url: string) {
  const admin = { username: 'root', password: 'the first of all accounts' }
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, email: 'root@example.com' }),
  })
  if (!response.ok) {
    throw new Error(`The administrator could not register: ${await response.text()}`)
  }
  return admin
}

export function readAddress(output: NodeJS.ReadableStream) {
  return new Promise<string>((resolve, reject) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk
      const [address] = /http:\/\/\S+/.exec(text) ?? []
      if (address) {
        resolve(address)
      }
    })
    output.on('end', () => reject(new Error(`The product did not start: ${text}`)))
  })
}
