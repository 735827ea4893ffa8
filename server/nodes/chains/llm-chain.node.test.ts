import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChatModel, Moderation, OutputParser } from '#server/engine/handles.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { makePrompt } from '#server/nodes/prompts/make-prompt.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { prepareRun, textOfTokens } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { llmChain } from './llm-chain.node.ts'

test('the answer of one chain is inserted into the prompt of the next', async () => {
  const { chat } = await openSandboxModels()
  const { run, events } = prepareRun({ flow: promptChaining(), chat, question: 'open a tea shop' })

  const { text } = await run()

  const called = events.flatMap((event) => (event.type === 'model_called' ? [event.callId] : []))
  const [first] = events.flatMap((event) => (event.type === 'model_finished' ? [event.reply.text] : []))
  expect(called).toEqual(['chatOpenAI_0:llmChain_0:1', 'chatOpenAI_1:llmChain_1:1'])
  expect(first).toContain('demo model')
  expect(textOfTokens(events)).toBe(text)
  expect(
    events
      .filter(({ type }) => type === 'token')
      .every((event) => 'nodeId' in event && event.nodeId === 'llmChain_1'),
  ).toBe(true)
})

test('with an output parser the answer is data, and the model receives the format', async () => {
  const { call, requests } = aCall({ template: 'Name two. {format_instructions}', outputParser: commas })

  const { pieces, result } = await listen(llmChain.run?.(call))

  expect(pieces).toEqual([])
  expect(result).toEqual({ json: ['red', 'blue'] })
  expect(requests).toEqual([{ messages: [{ role: 'user', content: 'Name two. Write a, b' }] }])
})

test('with an output parser a prediction is JSON text', async () => {
  const { call } = aCall({ template: 'Name two', outputParser: commas })

  expect(await llmChain.outputs?.outputPrediction.build(call)).toBe('["red","blue"]')
})

test('a rejected question is answered by the moderation, without a model call', async () => {
  const { call, requests } = aCall({ template: '{x}', inputModeration: [letPass, reject] })

  const { pieces, result } = await listen(llmChain.run?.(call))

  expect(pieces).toEqual(['Not', ' about', ' that.'])
  expect(result).toBeUndefined()
  expect(await llmChain.outputs?.outputPrediction.build(call)).toBe('Not about that.')
  expect(requests).toEqual([])
})

test('another node can call the chain', async () => {
  const { call, requests } = aCall({ template: 'Colours of {thing}' })

  const chain = await llmChain.outputs?.llmChain.build(call)

  expect(await chain?.ask('flags')).toBe('red, blue')
  expect(requests).toEqual([{ messages: [{ role: 'user', content: 'Colours of flags' }] }])
})

/** Flowise's own flow file, with the sandbox in place of OpenAI. */
function promptChaining() {
  const file = join(import.meta.dirname, '../../testing/flows/prompt-chaining.json')
  const text = readFileSync(file, 'utf8')
  const flow = parseFlowFile(text)
  for (const { data } of flow.nodes) {
    if (data.name === 'chatOpenAI') {
      // The demo model keeps the file's ids and references.
      data.name = 'flowtillDemoModel'
      data.inputs = {}
    }
  }
  return flow
}

const commas: OutputParser = {
  instructions: 'Write a, b',
  parse: async (text) => text.split(',').map((part) => part.trim()),
}
const letPass: Moderation = { refuse: async () => undefined }
const reject: Moderation = { refuse: async () => 'Not about that.' }

type Parts = { template: string; outputParser?: OutputParser; inputModeration?: Moderation[] }

function aCall({ template, outputParser, inputModeration = [] }: Parts) {
  const requests: ChatRequest[] = []
  const model: ChatModel = {
    async *stream(request) {
      requests.push(request)
      const text = 'red, blue'
      yield text
      const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
      return { text, usage, estimated: false }
    },
  }
  const prompt = makePrompt([{ role: 'user', template }], undefined, 'Prompt Template')
  const inputs = { model, prompt, outputParser, inputModeration, chainName: undefined }
  return { requests, call: { ...aSurrounding({}, 'LLM Chain'), inputs, credential: undefined } }
}

async function listen<Result>(generator: AsyncGenerator<string, Result> | undefined) {
  const pieces: string[] = []
  let step = await generator?.next()
  while (step && !step.done) {
    pieces.push(step.value)
    step = await generator?.next()
  }
  return { pieces, result: step?.value }
}
