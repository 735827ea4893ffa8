import { expect, test } from 'vitest'
import type { ChatImage, ChatRequest, Ports } from '#server/engine/ports.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { referenceTo } from '#shared/flow-file.ts'

const image: ChatImage = { mediaType: 'image/png', data: 'iVBORw0KGgo=' }
const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }

function aModel(allowImageUploads: boolean) {
  return { name: 'chatOpenAI', credential: 'chosen', inputs: { allowImageUploads } }
}

function anLLMFlow(allowImageUploads: boolean) {
  return buildFlow([
    aModel(allowImageUploads),
    { name: 'promptTemplate', inputs: { template: 'Describe: {what}' } },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('chatOpenAI_0'), prompt: referenceTo('promptTemplate_0') },
    },
  ])
}

test.each([
  ['conversation chain', aConversationFlow({ model: aModel(true) })],
  ['LLM chain', anLLMFlow(true)],
])('a %s sends the images of the question to a vision model', async (_, flow) => {
  const { requests, chat } = listening()

  await prepareRun({ flow, chat, images: [image], question: 'What is it?' }).run()

  expect(requests[0]?.messages.at(-1)).toMatchObject({ role: 'user', images: [image] })
})

test.each([
  ['conversation chain', aConversationFlow({ model: aModel(false) })],
  ['LLM chain', anLLMFlow(false)],
])('a %s calls a model without vision with text only', async (_, flow) => {
  const { requests, chat } = listening()

  await prepareRun({ flow, chat, images: [image], question: 'What is it?' }).run()

  expect(requests[0]?.messages.at(-1)).not.toHaveProperty('images')
  expect(JSON.stringify(requests)).toContain('What is it?')
})

test('an image of unknown size is held at the maximum gpt-4o-mini can bill for one', async () => {
  const { chat } = listening()
  const worst = async (images: ChatImage[]) => {
    const run = prepareRun({ flow: anLLMFlow(true), chat, images })
    await run.run()
    return run.events.flatMap((event) => (event.type === 'model_called' ? event.worstCase.input : []))[0] ?? 0
  }

  expect((await worst([image])) - (await worst([]))).toBe(2_833 + 8 * 5_667)
})

function listening() {
  const requests: ChatRequest[] = []
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(request)
    yield { text: 'A cat.' }
    return { text: 'A cat.', usage, estimated: false }
  }
  return { requests, chat }
}
