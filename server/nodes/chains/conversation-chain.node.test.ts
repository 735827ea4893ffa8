import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ChatMessage, ChatRequest, Ports } from '#server/engine/ports.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { parseFlowFile, referenceTo } from '#shared/flow-file.ts'

const history: ChatMessage[] = [
  { role: 'user', content: 'My name is Deniz.' },
  { role: 'assistant', content: 'Nice to meet you, Deniz!' },
]

test('answers from the conversation history', async () => {
  const { chat } = await openSandboxModels()

  const { text } = await prepareRun({
    flow: aConversationFlow(),
    chat,
    question: 'What is my name?',
    history,
  }).run()

  expect(text).toBe('Your name is Deniz.')
})

test('a Flowise file runs unchanged once a credential is selected', async () => {
  const { chat, url } = await openSandboxModels()
  const flow = parseFlowFile(
    readFileSync(join(import.meta.dirname, '../../testing/flows/conversation-chain.json'), 'utf8'),
  )
  for (const { data } of flow.nodes) {
    data.credential = data.name === 'chatOpenAI' ? 'chosen' : undefined
  }
  const credential = { values: { openAIApiKey: 'sandbox-key', basePath: url }, platform: true }
  const { run, events } = prepareRun({ flow, chat, question: '6 * 7', credential })

  expect(await run()).toEqual({ text: '6 × 7 = **42**' })
  expect(events.find(({ type }) => type === 'model_called')).toMatchObject({
    provider: 'openai',
    model: 'gpt-3.5-turbo-16k',
    paidBy: 'platform',
  })
})

describe('sends', () => {
  test('the system message, the history, and the question', async () => {
    const { chat, requests } = listening()

    await prepareRun({ flow: aConversationFlow(), chat, question: 'And now?', history }).run()

    expect(requests).toEqual([
      {
        system: 'You help people in Izmir. The museum opens at nine.',
        messages: [...history, { role: 'user', content: 'And now?' }],
      },
    ])
  })

  test('a chat prompt with the conversation before its last message', async () => {
    const { chat, requests } = listening()

    await prepareRun({
      flow: withPrompt('You are Ada.', 'Asked: {input}'),
      chat,
      question: 'Hm?',
      history,
    }).run()

    expect(requests).toEqual([
      {
        messages: [
          { role: 'system', content: 'You are Ada.' },
          ...history,
          { role: 'user', content: 'Asked: Hm?' },
        ],
      },
    ])
  })

  test('a chat prompt with the history in its placeholder', async () => {
    const { chat, requests } = listening()
    const flow = withPrompt('So far:\n{chat_history}', '{text}')

    await prepareRun({ flow, chat, question: 'Hm?', history }).run()

    expect(requests).toEqual([
      {
        messages: [
          {
            role: 'system',
            content: 'So far:\nuser: My name is Deniz.\nassistant: Nice to meet you, Deniz!',
          },
          { role: 'user', content: 'Hm?' },
        ],
      },
    ])
  })

  test('only the last questions and answers, with a window', async () => {
    const { chat, requests } = listening()
    const memory = { name: 'bufferWindowMemory', inputs: { k: '1' } }
    const long = [
      ...history,
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Ho' },
    ] as ChatMessage[]

    await prepareRun({ flow: aConversationFlow({ memory }), chat, question: 'Hm?', history: long }).run()

    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(['Hi', 'Ho', 'Hm?'])
  })

  test('no history, with a window of zero', async () => {
    const { chat, requests } = listening()
    const memory = { name: 'bufferWindowMemory', inputs: { k: 0 } }

    await prepareRun({ flow: aConversationFlow({ memory }), chat, question: 'Hm?', history }).run()

    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(['Hm?'])
  })
})

function withPrompt(systemMessagePrompt: string, humanMessagePrompt: string) {
  const prompt = { name: 'chatPromptTemplate', inputs: { systemMessagePrompt, humanMessagePrompt } }
  const flow = aConversationFlow({ chain: { chatPromptTemplate: referenceTo('chatPromptTemplate_0') } })
  const { nodes } = buildFlow([prompt])
  const edges = [{ source: 'chatPromptTemplate_0', target: 'conversationChain_0' }]
  return { ...flow, nodes: [...nodes, ...flow.nodes], edges: [...flow.edges, ...edges] }
}

function listening() {
  const requests: ChatRequest[] = []
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(request)
    yield { text: 'Hm.' }
    const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
    return { text: 'Hm.', usage, estimated: false }
  }
  return { chat, requests }
}
