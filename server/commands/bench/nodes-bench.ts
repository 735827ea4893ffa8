// Sizes and response times of the node lists on the built server: `node server/commands/bench/nodes-bench.ts`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = 400
const WARM_UP = 50

const folder = mkdtempSync(join(tmpdir(), 'flowtill-nodes-'))
const server = spawn(process.execPath, ['dist/server/main.mjs'], {
  env: { PATH: '', PORT: '0', DATA_DIR: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

try {
  const [greeting] = await once(server.stdout, 'data')
  const [url = ''] = /http:\/\/\S+/.exec(String(greeting)) ?? []
  const authorization = `Bearer ${await signUp(url)}`
  for (const path of ['/api/v1/nodes', '/trpc/nodes.summaries']) {
    const request = (headers: Record<string, string>) => fetchBytes(url + path, { authorization, ...headers })
    const plain = await request({})
    const brotli = await request({ 'accept-encoding': 'br' })
    const gzipped = await request({ 'accept-encoding': 'gzip' })
    const full = await median(() => request({ 'accept-encoding': 'br' }))
    const known = await median(() => request({ 'accept-encoding': 'br', 'if-none-match': brotli.etag }))
    process.stdout.write(
      `${path}: ${plain.size} bytes, gzip ${gzipped.size}, br ${brotli.size}; p50 ${full} ms, known (304) ${known} ms\n`,
    )
  }
} finally {
  agent.destroy()
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
}

async function signUp(url: string) {
  const response = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'the first account', email: 'root@example.com' }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Node's `fetch` would decompress the response. */
async function fetchBytes(url: string, headers: Record<string, string>) {
  const [response] = await once(get(url, { headers, agent }), 'response')
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
  }
  return { size, etag: String(response.headers.etag) }
}

async function median(work: () => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b)
  return (sorted[ROUNDS / 2] ?? 0).toFixed(2)
}
