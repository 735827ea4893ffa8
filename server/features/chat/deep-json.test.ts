import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { type FlowFile, referenceTo } from '#shared/flow-file.ts'

const depth = 3_000
const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

async function openWorld() {
  const { origin } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(request.url?.startsWith('/v1') ? modelAnswer(body.includes('"tool"')) : deep)
    })
  })
  const world = await createTestApp({ listen: true, env: { OUTGOING_ALLOW: new URL(origin).host } })
  await world.signUp('root')
  const ada = await world.signUp('ada')
  const plainDataObj = { openAIApiKey: 'k', basePath: `${origin}/v1` }
  const credential = (
    await ada.call('POST', '/credentials', { name: 'Own', credentialName: 'openAIApi', plainDataObj })
  ).json().id
  return { ...world, ada, origin, credential }
}

function modelAnswer(isSecond: boolean) {
  const call = { id: 'c', type: 'function', function: { name: 'lookup', arguments: deep } }
  const message = isSecond
    ? { role: 'assistant', content: 'Answered.' }
    : { role: 'assistant', content: null, tool_calls: [call] }
  const choice = { index: 0, message, finish_reason: isSecond ? 'stop' : 'tool_calls' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  return JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [choice],
    usage,
  })
}

type World = { origin: string; credential: string }
const anEnding = (functionInputVariables: unknown, more: Parameters<typeof buildFlow>[0] = []) =>
  buildFlow([
    ...more,
    {
      name: 'customFunction',
      inputs: { functionInputVariables, javascriptFunction: 'return "x"' },
      outputs: { output: 'EndingNode' },
    },
  ])
const anApi = ({ origin }: World) => ({
  name: 'apiLoader',
  inputs: { method: 'GET', url: `${origin}/data` },
  outputs: { output: 'text' },
})

const cases: Record<string, [(world: World) => FlowFile, number, object]> = {
  'a field of a node': [
    () => anEnding(deep),
    400,
    { error: 'Custom JS Function: Input Variables is not valid.' },
  ],
  'the response of an API': [
    (world) => anEnding({ data: referenceTo('apiLoader_0') }, [anApi(world)]),
    200,
    { text: 'x' },
  ],
  'a part of the response of an API': [
    (world) => anEnding('{"data": "{{apiLoader_0.data.instance.a}}"}', [anApi(world)]),
    200,
    { text: 'x' },
  ],
  'the metadata of a document': [
    () =>
      anEnding({ data: referenceTo('plainText_0') }, [
        { name: 'plainText', inputs: { text: 'Ten.', metadata: deep }, outputs: { output: 'text' } },
      ]),
    400,
    { error: 'Plain Text: Additional Metadata is not valid.' },
  ],
  'the arguments of a tool': [({ credential }) => anAgent(credential), 200, { text: 'Answered.' }],
}

function anAgent(credential: string) {
  return buildFlow([
    { name: 'chatOpenAI', credential, inputs: { modelName: 'gpt-4.1', streaming: false } },
    { name: 'bufferMemory' },
    {
      name: 'requestsGet',
      inputs: {
        requestsGetUrl: 'http://127.0.0.1:1/none',
        requestsGetName: 'lookup',
        requestsGetDescription: 'Looks it up',
      },
    },
    {
      name: 'toolAgent',
      inputs: {
        model: referenceTo('chatOpenAI_0'),
        memory: referenceTo('bufferMemory_0'),
        tools: [referenceTo('requestsGet_0')],
      },
    },
  ])
}

test.each(Object.entries(cases))(
  'deep JSON in %s becomes an error of its step or a text',
  async (_, [flowOf, status, expected]) => {
    const { ada, ...world } = await openWorld()
    const flowData = JSON.stringify(flowOf(world))
    const { id } = (await ada.call('POST', '/chatflows', { name: 'Deep', type: 'CHATFLOW', flowData })).json()

    for (const route of ['prediction', 'internal-prediction']) {
      const answer = await ada.call('POST', `/${route}/${id}`, { question: 'Hi' })
      expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining(expected)])
    }

    expect((await ada.call('GET', `/chatmessage/${id}`)).statusCode).toBe(200)
  },
)
