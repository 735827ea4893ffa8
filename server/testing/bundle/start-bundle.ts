import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBundle } from './bundle-for-tests.ts'

/** Bundles the server and starts it with an empty data folder, as users do. `stop` ends it and deletes its files. */
export async function startBundle() {
  const bundle = await openBundle()
  const data = mkdtempSync(join(tmpdir(), 'flowtill-bundle-'))
  const child = spawn(process.execPath, [bundle.entry], {
    env: { PATH: '', DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = await readUrl(child.stdout)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      bundle.remove()
      rmSync(data, { recursive: true })
      return code
    },
  }
}

async function readUrl(output: AsyncIterable<Buffer>) {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const [url] = /http:\/\/\S+/.exec(text) ?? []
    if (url) {
      return url
    }
  }
  throw new Error(`The server did not start: ${text}`)
}
