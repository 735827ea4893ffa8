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
    /** The first account. */
    admin: { username: string; password: string }
  }
}

/** Builds the product and starts it as a user would, in an empty folder, on a free port. */
export default async function startProduct({ provide }: TestProject) {
  if (!chromiumPath()) {
    throw new Error(HOW_TO_GET_CHROMIUM)
  }
  build()
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-e2e-'))
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    // Everybody comes from an address of his own: so many from one would be too many.
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

/** A product of its own on an empty database, until the test ends. Gives its address. */
export async function startEmptyProduct(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-empty-'))
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: { PATH: '', DATA_DIR: join(folder, 'data'), PORT: '0', TRUST_PROXY: '1', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(folder, { recursive: true })
  })
  return (await readAddress(server.stdout)).replace('localhost', '127.0.0.1')
}

/** Unless that has just been done, as `npm run check` does it beside its other checks. */
function build() {
  // As users get it: the tests' own NODE_ENV would make a development build.
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
