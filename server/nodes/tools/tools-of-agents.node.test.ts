import { expect, test } from 'vitest'
import type { FlowQuestion, Ports } from '#server/engine/ports.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { readDocument } from '#server/upstream/documents/read-document.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { referenceTo } from '#shared/flow-file.ts'

type Given = { name: string; inputs: Record<string, unknown> }

async function openSite() {
  const seen: string[] = []
  const { origin } = await listen((request, response) => {
    const body: Buffer[] = []
    request.on('data', (chunk: Buffer) => void body.push(chunk))
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${Buffer.concat(body)}`)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hours</title><p>Open at ten.</p>')
    })
  })
  return { origin, seen, fetch: createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined }) }
}

/** Runs an agent whose model calls its one tool, then answers. */
async function letCall(
  given: Given,
  args: Record<string, unknown>,
  {
    more = [],
    replies = [],
    ...options
  }: Partial<Parameters<typeof prepareRun>[0]> & {
    more?: Given[]
    replies?: string[]
  } = {},
) {
  const { chat, requests } = scriptedModel([
    { text: '', toolCalls: [{ id: 'one', name: 'the_tool', args: args as never }] },
    ...replies,
    'Done.',
  ])
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'bufferMemory' },
    ...more,
    given,
    {
      name: 'toolAgent',
      inputs: {
        tools: [referenceTo(`${given.name}_0`)],
        memory: referenceTo('bufferMemory_0'),
        model: referenceTo('flowtillDemoModel_0'),
      },
    },
  ])
  const result = await prepareRun({ flow, chat, question: 'What is it?', ...options }).run()
  const reported = requests.at(-1)?.messages.at(-1)
  return { result, told: reported?.content, offered: requests[0]?.tools?.[0] }
}

test('an agent calls a chain, and the chain its own model', async () => {
  const more = [
    { name: 'promptTemplate', inputs: { template: 'Shout: {text}' } },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), prompt: referenceTo('promptTemplate_0') },
    },
  ]
  const inputs = { name: 'the tool', description: 'Shouts', baseChain: referenceTo('llmChain_0') }

  const {
    result,
    told: reported,
    offered,
  } = await letCall({ name: 'chainTool', inputs }, { input: 'hello' }, { more, replies: ['HELLO'] })

  expect(offered).toMatchObject({ name: 'the_tool', description: 'Shouts' })
  expect(reported).toBe('HELLO')
  expect(result).toMatchObject({ text: 'Done.', usedTools: [{ tool: 'the_tool', toolOutput: 'HELLO' }] })
})

test.each([
  ['what the model writes, in one conversation', {}, { question: 'hours?', sessionId: 'session:flow' }],
  ['the question itself', { useQuestionFromChat: true }, { question: 'What is it?' }],
  ['always the same', { customInput: 'menu?' }, { question: 'menu?' }],
  ['each time anew', { startNewSessionPerMessage: true }, { sessionId: undefined }],
  ['with settings', { overrideConfig: '{"vars":{"a":"1"}}' }, { overrideConfig: { vars: { a: '1' } } }],
])('an agent calls another flow: %s', async (_, more, expected) => {
  const requested: FlowQuestion[] = []
  const sourceDocuments = [{ pageContent: 'Open at ten.', metadata: {} }]
  const callFlow = async (question: FlowQuestion) => {
    requested.push(question)
    return { answer: { text: 'At ten.', sourceDocuments }, costMicro: 0 }
  }
  const inputs = { selectedChatflow: 'other', name: 'the tool', description: 'Knows hours', ...more }

  const { result, told: reported } = await letCall(
    { name: 'ChatflowTool', inputs },
    { input: 'hours?' },
    { world: { callFlow } },
  )

  expect(requested).toMatchObject([{ flowId: 'other', ...expected }])
  expect(reported).toBe('At ten.')
  expect(result).toMatchObject({ text: 'Done.', sourceDocuments })
})

test.each([
  ['requestsGet', { requestsGetQueryParamsSchema: '{"day":{"type":"string"}}' }, 'GET /hours?day=mon '],
  ['requestsPost', { requestsPostBodySchema: '{"day":{"type":"string"}}' }, 'POST /hours {"day":"mon"}'],
  ['requestsPut', { requestsPutBodySchema: '{"day":{"type":"string"}}' }, 'PUT /hours {"day":"mon"}'],
  [
    'requestsDelete',
    { requestsDeleteQueryParamsSchema: '{"day":{"type":"string"}}' },
    'DELETE /hours?day=mon ',
  ],
])('an agent sends a request: %s', async (name, more, sent) => {
  const { origin, seen, fetch } = await openSite()
  const inputs = { [`${name}Url`]: `${origin}/hours`, [`${name}Name`]: 'the tool', ...more }

  const { told: reported } = await letCall({ name, inputs }, { day: 'mon' }, { fetch })

  expect(seen).toEqual([sent])
  expect(reported).toContain('Open at ten.')
})

test('an agent reads a web page, which becomes a source, through the address guard', async () => {
  const { origin, fetch } = await openSite()
  const world: Partial<Ports> = {
    readDocument: (bytes, format, settings = {}) => readDocument(bytes, format, settings),
  }
  const scraper = { name: 'webScraperTool', inputs: { maxDepth: 0 } }
  const read = (url: string) => {
    const { chat, requests } = scriptedModel([
      { text: '', toolCalls: [{ id: 'one', name: 'web_scraper', args: { url } }] },
      'Done.',
    ])
    return { run: letCall(scraper, {}, { chat, fetch, world }), requests }
  }

  const page = await read(origin).run
  expect(page.result.sourceDocuments).toMatchObject([{ pageContent: 'Open at ten.' }])

  const inner = read('http://169.254.169.254/')
  await inner.run
  expect(JSON.stringify(inner.requests[1]?.messages.at(-1))).toContain('OUTGOING_ALLOW')
})
