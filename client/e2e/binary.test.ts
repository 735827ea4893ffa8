import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildBinary } from '#server/binary/build-binary.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { makePdf } from '#server/testing/documents/make-documents.ts'
import { readAddress } from './start-product.ts'

async function build() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-binary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { platform, arch, execPath: node } = process
  const output = join(folder, 'flowtill')
  await buildBinary({ platform, arch, node, output, isQuick: true })
  // No search path, no home: nothing of this machine but the file.
  const env = { FLOWTILL_CACHE: join(folder, 'cache'), DATA_DIR: join(folder, 'data'), PORT: '0' }
  const run = (...words: string[]) => execFileSync(output, words, { env, encoding: 'utf8' })
  async function start() {
    const server = spawn(output, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    const url = await readAddress(server.stdout)
    return { url, stop: () => Promise.all([once(server, 'exit'), server.kill('SIGTERM')]) }
  }
  return { run, start, cache: env.FLOWTILL_CACHE }
}

test('the single executable answers questions and reads documents, and unpacks itself once', async () => {
  const { run, start, cache } = await build()
  expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  const [program = '', ...more] = readdirSync(cache)
  expect(more).toEqual([])
  const first = statSync(join(cache, program)).birthtimeMs

  const { url, stop } = await start()
  let headers: Record<string, string> = { 'content-type': 'application/json' }
  const post = async <Result>(path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Result
  }
  const account = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
  const { token } = await post<{ token: string }>('/api/v1/auth/register', account)
  headers = { ...headers, authorization: `Bearer ${token}` }
  const flowData = JSON.stringify(aConversationFlow())
  const chatbotConfig = JSON.stringify({ fullFileUpload: { status: true } })
  const { id } = await post<{ id: string }>('/api/v1/chatflows', {
    name: 'Museum',
    type: 'CHATFLOW',
    flowData,
    chatbotConfig,
  })
  const answer = await post<{ text: string }>(`/api/v1/prediction/${id}`, { question: 'When do you open?' })
  expect(answer.text).toContain('nine')

  // A process of its own, which is the executable again.
  const form = new FormData()
  form.set(
    'files',
    new Blob([Buffer.from(makePdf('The garden opens in May.'))], { type: 'application/pdf' }),
    'a.pdf',
  )
  const { authorization = '' } = headers
  const attachments = `${url}/api/v1/attachments/${id}/chat`
  const read = await fetch(attachments, { method: 'POST', headers: { authorization }, body: form })
  expect(await read.json()).toMatchObject([{ name: 'a.pdf', content: expect.stringContaining('May') }])
  await stop()

  run('check-ledger')
  expect(readdirSync(cache)).toEqual([program])
  expect(statSync(join(cache, program)).birthtimeMs).toBe(first)
})
