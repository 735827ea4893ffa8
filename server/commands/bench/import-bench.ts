// node server/commands/bench/import-bench.ts [megabytes]: a large import into the built product while another
// client measures every pause of the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeEnvironment, nodeFlags } from '../../process-settings.mjs'
import { closePings, watchPings } from './watch-pings.ts'

const MEGABYTES = Number(process.argv[2] ?? 49)
const PORT = 3_198
const origin = `http://127.0.0.1:${PORT}`
const url = `${origin}/api/v1`
const folder = mkdtempSync(join(tmpdir(), 'flowtill-import-'))
const [, , , entry = 'dist/server/main.mjs'] = process.argv

const server = spawn(process.execPath, [...nodeFlags, entry], {
  env: { ...nodeEnvironment, PATH: '', PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await measure(server)
} finally {
  closePings()
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ pid }: ChildProcess) {
  await isUp()
  const headers = await signUp()
  const file = makeFile()
  await pause(2_000)
  print(
    'file',
    `${(file.length / 1_048_576).toFixed(1)} MiB, ${JSON.parse(file.toString()).ChatFlow.length} flows`,
  )
  print('memory before', `${memory(pid)} MiB`)

  const silent = await watch(pid, () => pause(3_000))
  print('ping, nothing else', silent.text)
  for (const [what, path] of [
    ['preview', 'preview'],
    ['import', 'import'],
    ['import again, all ids taken', 'import'],
  ] as const) {
    const { text, result, max, ms } = await watch(pid, () => send(`/export-import/${path}`, headers, file))
    print(what, `${Math.round(ms)} ms, answered ${result}`)
    print('  ping meanwhile', text)
    print('  memory, most', `${max} MiB`)
  }
  const { text, result, ms } = await watch(pid, () =>
    send('/export-import/export', headers, Buffer.from('{"chatflow":true}')),
  )
  print('export of it all', `${Math.round(ms)} ms, answered ${result}`)
  print('  ping meanwhile', text)
  await pause(4_000)
  print('memory after', `${memory(pid)} MiB`)
}

async function watch<Result>(pid: number | undefined, work: () => Promise<Result>) {
  let max = 0
  const looking = setInterval(() => {
    max = Math.max(max, memory(pid))
  }, 50)
  const { result, ms, pings } = await watchPings(origin, work)
  clearInterval(looking)
  return { text: pings, result, max, ms }
}

function send(path: string, headers: Record<string, string>, body: Buffer) {
  return new Promise<number | undefined>((resolve, reject) => {
    const call = request(
      url + path,
      { method: 'POST', headers: { ...headers, 'content-length': body.length } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

function makeFile() {
  const flows = join(import.meta.dirname, '../../testing/flows')
  const texts = readdirSync(flows).map((name) => readFileSync(join(flows, name), 'utf8'))
  const ChatFlow: object[] = []
  for (let bytes = 0, number = 0; bytes < MEGABYTES * 1_000_000; number += 1) {
    const flowData = texts[number % texts.length] ?? ''
    const id = `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
    ChatFlow.push({ id, name: `Flow ${number}`, type: 'CHATFLOW', flowData })
    bytes += Buffer.byteLength(JSON.stringify(flowData)) + 120
  }
  return Buffer.from(JSON.stringify({ ChatFlow }))
}

async function signUp() {
  const response = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', email: 'bench@example.com', password: 'long enough' }),
  })
  const { token } = (await response.json()) as { token: string }
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function isUp() {
  while (
    !(await fetch(`${url}/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    await pause(20)
  }
}

function memory(pid: number | undefined) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}

function print(what: string, value: string) {
  process.stdout.write(`${what.padEnd(28)} ${value}\n`)
}
