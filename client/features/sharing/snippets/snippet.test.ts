import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { type ApiRequest, languages, type SnippetLanguage } from './request.ts'
import { buildSnippet } from './snippet.ts'

const run = promisify(execFile)

const runners: Record<SnippetLanguage, { file: string; command: string[]; needs: string[] }> = {
  curl: { file: 'ask.sh', command: ['sh'], needs: ['curl', '--version'] },
  javascript: { file: 'ask.mjs', command: [process.execPath], needs: [process.execPath, '--version'] },
  python: { file: 'ask.py', command: ['python3'], needs: ['python3', '-c', 'import requests'] },
}

/** Languages without an interpreter on this machine are skipped. */
async function canRun(language: SnippetLanguage) {
  const [command = '', ...rest] = runners[language].needs
  return run(command, rest).then(
    () => true,
    () => false,
  )
}
const runnable = (
  await Promise.all(languages.map(async (name) => ((await canRun(name)) ? [name] : [])))
).flat()

const opened = (...names: string[]) =>
  names.map((name) => ({ name, label: name, type: 'string', enabled: true }))

async function openShop() {
  const { services, store: _, signUp, url } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const flow = buildFlow([
    { name: 'flowtillDemoModel', label: 'Model' },
    { name: 'bufferMemory', label: 'Memory' },
    { name: 'textFile', label: 'Text' },
    {
      name: 'conversationChain',
      label: 'Chain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        memory: referenceTo('bufferMemory_0'),
      },
    },
  ])
  const nodes = { Chain: opened('systemMessagePrompt'), Text: opened('txtFile') }
  const created = await root.call('POST', '/chatflows', {
    name: 'Shop',
    type: 'CHATFLOW',
    flowData: JSON.stringify(flow),
    apiConfig: JSON.stringify({ overrideConfig: { status: true, nodes, variables: [] } }),
  })
  const { id } = created.json<{ id: string }>()
  const makeKey = async (permission: string) => {
    const keys = (
      await root.call('POST', '/apikey', { keyName: permission, permissions: [permission] })
    ).json<ApiKey[]>()
    return keys.find(({ apiKey }) => !apiKey.includes('…'))
  }
  const [asks, views] = [await makeKey('flows:ask'), await makeKey('chatflows:view')]
  await root.call('PUT', `/chatflows/${id}`, { apikeyid: asks?.id })
  const request = (more: Partial<ApiRequest> = {}): ApiRequest => ({
    url: `${url}/api/v1/prediction/${id}`,
    key: asks?.apiKey,
    question: "What's 50% of “7 ğüşİ”?\nAsk \\n & $HOME",
    streaming: false,
    overrides: {},
    ...more,
  })
  const messages = async () =>
    (await root.call('GET', `/chatmessage/${id}?order=DESC`)).json<Record<string, unknown>[]>()
  return { services, request, messages, viewKey: views?.apiKey }
}

async function runSnippet(language: SnippetLanguage, request: ApiRequest) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-snippet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { file, command } = runners[language]
  const [program = '', ...rest] = command
  writeFileSync(join(folder, file), buildSnippet(language, request))
  writeFileSync(join(folder, 'example.txt'), 'Opens at nine.')
  // curl's config file adds the status, so that the snippet itself stays unchanged.
  writeFileSync(join(folder, '.curlrc'), 'silent\nwrite-out = "\\nHTTP %{http_code}"')
  // biome-ignore lint/style/noProcessEnv: the interpreters are found there
  const env = { ...process.env, CURL_HOME: folder, HOME: folder, PYTHONIOENCODING: 'utf-8' }
  const done = run(program, [...rest, file], { cwd: folder, env: { ...env } })
  return done.then(
    ({ stdout, stderr }) => ({ text: stdout, error: stderr }),
    (failure: { stdout: string; stderr: string }) => ({ text: failure.stdout, error: failure.stderr }),
  )
}

test('at least two languages run on this machine', () => {
  expect(runnable.length).toBeGreaterThanOrEqual(2)
})

test.each(runnable)('%s gets a non-streamed answer, and preserves a session', async (language) => {
  const { request, messages } = await openShop()

  const { text, error } = await runSnippet(language, request({ sessionId: 'visitor-42' }))

  const [answer, question] = await messages()
  expect(error).toBe('')
  expect(question).toMatchObject({
    content: request().question,
    sessionId: 'visitor-42',
    chatType: 'EXTERNAL',
  })
  const answerText = language === 'curl' ? JSON.parse(text.split('\nHTTP ')[0] ?? '').text : text.trimEnd()
  expect(answerText).toBe(String(answer?.content).trimEnd())
})

test.each(runnable)('%s streams', async (language) => {
  const { request, messages } = await openShop()

  const { text, error } = await runSnippet(language, request({ streaming: true }))

  const [answer] = await messages()
  const words = String(answer?.content)
  expect(error).toBe('')
  if (language === 'curl') {
    expect(text.match(/"event":"token"/g)?.length).toBeGreaterThan(1)
  } else {
    // JavaScript prints a line per piece.
    expect(text.replaceAll('\n', '')).toBe(words.replaceAll('\n', ''))
  }
})

test.each(runnable)('%s overrides a field, for all nodes and for one', async (language) => {
  const { request, messages } = await openShop()
  const prompt = 'Answer in "one" word.'

  for (const systemMessagePrompt of [prompt, { conversationChain_0: prompt }]) {
    const { error } = await runSnippet(language, request({ overrides: { systemMessagePrompt } }))
    expect(error).toBe('')
  }

  expect((await messages()).filter(({ role }) => role === 'apiMessage')).toHaveLength(2)
})

test.each(runnable)('%s sends a file, also when streaming', async (language) => {
  const { request, messages } = await openShop()
  const overrides = { systemMessagePrompt: 'Be kind.' }

  for (const streaming of [false, true]) {
    const { text, error } = await runSnippet(
      language,
      request({ file: 'example.txt', sessionId: 'v', streaming, overrides }),
    )
    expect([error, text.length > 0]).toEqual(['', true])
  }

  expect((await messages()).map(({ sessionId }) => sessionId)).toEqual(['v', 'v', 'v', 'v'])
})

test.each(runnable)('%s is rejected without a key, and with a view-only key', async (language) => {
  const { request, viewKey, messages } = await openShop()

  const without = await runSnippet(language, request({ key: undefined }))
  const views = await runSnippet(language, request({ key: viewKey }))

  expect(`${without.text}${without.error}`).toMatch(/\b401\b/)
  expect(`${views.text}${views.error}`).toMatch(/\b403\b/)
  expect(await messages()).toEqual([])
})
