import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { assistantsServer } from '#server/testing/assistants-server.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { parseFlowFile, referenceTo } from '#shared/flow-file.ts'

async function openAssistant(plan: Parameters<typeof assistantsServer>[0]) {
  const { listener, requested } = assistantsServer(plan)
  const { origin } = await listen(listener)
  const env = { OUTGOING_ALLOW: new URL(origin).host }
  const { signUp } = await createTestApp({ listen: true, env })
  const { call } = await signUp('root')
  const credential = (
    await call('POST', '/credentials', {
      name: 'Mine',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-mine-123', basePath: `${origin}/v1` },
    })
  ).json()
  const details = JSON.stringify({ id: 'asst_1', name: 'Desk', instructions: 'Helps.' })
  const stored = (
    await call('POST', '/assistants', { details, credential: credential.id, type: 'OPENAI' })
  ).json()
  return { call, requested, assistant: stored.id as string, credential }
}

type Call = Awaited<ReturnType<typeof openAssistant>>['call']

async function saveFlow(call: Call, flow: object): Promise<string> {
  return (
    await call('POST', '/chatflows', { type: 'CHATFLOW', name: 'A flow', flowData: JSON.stringify(flow) })
  ).json().id
}

const aFlow = (selectedAssistant: string, inputs = {}) =>
  buildFlow([
    { name: 'calculator' },
    {
      name: 'openAIAssistant',
      inputs: { selectedAssistant, tools: [referenceTo('calculator_0')], ...inputs },
    },
  ])

test('an assistant answers with our tools, in a thread per session', async () => {
  const { call, requested, assistant } = await openAssistant([{ name: 'calculator', args: { input: '6*7' } }])
  const id = await saveFlow(call, aFlow(assistant, { toolChoice: 'calculator' }))
  const predict = async (chatId: string) =>
    (await call('POST', `/prediction/${id}`, { question: '6*7?', chatId })).json()

  expect(await predict('one')).toMatchObject({
    text: 'It is 42.',
    usedTools: [{ tool: 'calculator', toolInput: { input: '6*7' }, toolOutput: '42' }],
    fileAnnotations: [{ filePath: 'sandbox:/mnt/a.csv', fileId: 'file_1' }],
  })
  await predict('one')
  await predict('two')

  expect(requested.filter(({ path }) => path === '/threads')).toHaveLength(2)
  const run = requested.find(({ path }) => path === '/threads/thread_1/runs')
  expect(run).toMatchObject({
    key: 'Bearer sk-mine-123',
    body: {
      assistant_id: 'asst_1',
      stream: true,
      tools: [{ type: 'code_interpreter' }, { type: 'function', function: { name: 'calculator' } }],
      tool_choice: { type: 'function', function: { name: 'calculator' } },
    },
  })
  expect(requested.find(({ path }) => path.endsWith('/runs/run_1/submit_tool_outputs'))?.body).toMatchObject({
    tool_outputs: [{ tool_call_id: 'call_1', output: '42' }],
  })
})

test('an OpenAI error reaches the answer, and the next question starts a thread with the past messages', async () => {
  const { call, requested, assistant } = await openAssistant([])
  const id = await saveFlow(call, aFlow(assistant))
  const predict = (question: string) => call('POST', `/prediction/${id}`, { question, chatId: 'one' })

  await predict('Hello')
  const failed = await predict('fail')
  await predict('Hello again')

  expect([failed.statusCode, failed.json().error]).toEqual([
    502,
    'The assistant stopped: You exceeded your quota.',
  ])
  const threads = requested.filter(({ path }) => path === '/threads')
  expect(threads).toHaveLength(2)
  expect(threads[1]?.body.messages).toEqual(
    expect.arrayContaining([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'It is fine.' },
    ]),
  )
})

test('a platform key is rejected for a call with unpredictable cost', async () => {
  const { call, requested, credential } = await openAssistant([])
  const credentials: { id: string; credentialName: string }[] = (await call('GET', '/credentials')).json()
  const platform = credentials.find(
    ({ credentialName, id }) => credentialName === 'openAIApi' && id !== credential.id,
  )
  const details = JSON.stringify({ id: 'asst_1' })
  const stored = (
    await call('POST', '/assistants', { details, credential: platform?.id, type: 'OPENAI' })
  ).json()

  const rejected = await call('POST', `/prediction/${await saveFlow(call, aFlow(stored.id))}`, {
    question: 'Hi',
  })

  expect(rejected.json().error).toContain('needs an OpenAI credential of your own')
  expect(requested).toEqual([])
})

const file = join(resolve(import.meta.dirname, '../../../../shared/flows'), 'chatflows/OpenAI Assistant.json')

if (existsSync(file)) {
  test('a Flowise file runs once its assistant, tool and credentials are selected', async () => {
    const { call, assistant } = await openAssistant([{ name: 'calculator', args: { input: '2^10' } }])
    const tool = (
      await call('POST', '/tools', {
        name: 'one',
        description: 'One',
        color: '#000',
        schema: '[]',
        func: 'return 1',
      })
    ).json()
    const serper = (
      await call('POST', '/credentials', {
        name: 'S',
        credentialName: 'serperApi',
        plainDataObj: { serperApiKey: 'k' },
      })
    ).json()
    const flow = parseFlowFile(readFileSync(file, 'utf8'))
    for (const { data } of flow.nodes) {
      Object.assign(data, data.name === 'serper' && { credential: serper.id })
      Object.assign(data.inputs, data.name === 'openAIAssistant' && { selectedAssistant: assistant })
      Object.assign(data.inputs, data.name === 'customTool' && { selectedTool: tool.id })
    }

    const answer = (
      await call('POST', `/prediction/${await saveFlow(call, flow)}`, { question: '2^10?' })
    ).json()

    expect(answer).toMatchObject({ text: 'It is 1024.', usedTools: [{ tool: 'calculator' }] })
  })
}
