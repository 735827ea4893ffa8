// Twenty hostile files sent to public flows beside a valid one, on the built server: `node
// server/commands/bench/hostile-files.ts [addresses, 1]`. Several addresses share the files.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { makeHostileDocuments } from '#server/testing/documents/hostile-documents.ts'
import { makeDocx } from '#server/testing/documents/make-documents.ts'

const PORT = 4_871
const addresses = Number(process.argv[2] ?? 1)
const mimes: Record<string, string> = {
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pdf: 'application/pdf',
  csv: 'text/csv',
  json: 'application/json',
}
type Sent = { status: number; ms: number; text: string }

const folder = mkdtempSync(join(tmpdir(), 'flowtill-hostile-'))
const server = spawn(process.execPath, ['dist/server/main.mjs'], {
  env: { PATH: '', PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'error' },
  stdio: 'ignore',
})
try {
  const flow = await openFlow()
  await send(flow, 'honest.docx', makeDocx('Ten.'), '127.0.0.3')
  const before = memoryOf(server)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(server))
  }, 50)
  const files = makeHostileDocuments()
    .filter(({ name }) => mimes[name.split('.').at(-1) ?? ''])
    .slice(0, 20)
  const hostile = files.map(({ name, bytes }, index) =>
    send(flow, name, bytes, `127.0.1.${1 + (index % addresses)}`),
  )
  await pause(300)
  const honest = await send(flow, 'honest.docx', makeDocx('Ten.'), '127.0.0.2')
  const answers = await Promise.all(hostile)
  clearInterval(watch)
  const lines = answers.map(
    ({ status, ms, text }, index) => `${files[index]?.name} ${status} ${ms} ms ${text}`,
  )
  process.stdout.write(`${lines.join('\n')}\nhonest: ${honest.status} ${honest.ms} ms ${honest.text}\n`)
  process.stdout.write(`memory of server and readers: ${before} MB, at most +${peak - before} MB\n`)
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

async function openFlow(): Promise<string> {
  const url = `http://127.0.0.1:${PORT}/api/v1`
  while (
    !(await fetch(`${url}/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    await pause(20)
  }
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    (
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    ).json()
  const account = { username: 'root', email: 'root@example.com', password: 'correct horse battery 9' }
  const { token } = (await post('/auth/register', account)) as { token: string }
  const flow = {
    name: 'Public',
    type: 'CHATFLOW',
    flowData: JSON.stringify(aConversationFlow({ model: { name: 'chatOpenAI' } })),
    isPublic: true,
    chatbotConfig: JSON.stringify({ fullFileUpload: { status: true } }),
  }
  const { id } = (await post('/chatflows', flow, { authorization: `Bearer ${token}` })) as { id: string }
  return id
}

/** `from` is the visitor's address: any 127.x address reaches this machine. */
function send(flow: string, name: string, bytes: Uint8Array, from: string): Promise<Sent> {
  const edge = 'edge-of-a-part'
  const mime = mimes[name.split('.').at(-1) ?? ''] ?? 'text/plain'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)])
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Sent>()
  const call = request(
    {
      ...{ host: '127.0.0.1', port: PORT, method: 'POST', localAddress: from },
      path: `/api/v1/attachments/${flow}/${crypto.randomUUID()}`,
      headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'content-length': body.length },
    },
    (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: Math.round(performance.now() - startedAt),
          text: text.slice(0, 120),
        }),
      )
    },
  )
  call.on('error', reject)
  call.end(body)
  return promise
}

/** Resident megabytes of the server and its child processes; shared pages count each time. */
function memoryOf({ pid }: ChildProcess): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const all = [String(pid), ...children].map((each) => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return Math.round(all.reduce((sum, kb) => sum + kb, 0) / 1_000)
}
