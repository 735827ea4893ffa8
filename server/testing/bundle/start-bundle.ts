import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleServer } from '#server/bundle-server.ts'

/** Bundles the server and starts it with an empty data folder, as users do. `stop` ends it and deletes its files. */
export async function startBundle() {
  // Inside the project, because the program looks there for its own files.
  mkdirSync('dist', { recursive: true })
  const bundle = mkdtempSync('dist/started-')
  const data = mkdtempSync(join(tmpdir(), 'flowtill-bundle-'))
  await bundleServer(bundle)
  const child = spawn(process.execPath, [join(bundle, 'main.mjs')], {
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
      rmSync(bundle, { recursive: true })
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
