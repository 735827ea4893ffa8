import { expect, test } from 'vitest'
import type { ModelWork } from '#server/engine/estimate-flow.ts'
import { findPrice, type Price, shippedPrices } from '#server/features/usage/price.ts'
import { anOpenAIKey } from '#server/testing/an-open-ai-key.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { findCheaper } from './cheaper-model.ts'

const find = async (provider: string, model: string) => findPrice(shippedPrices, provider, model)
const costOf = ({ inputPico, outputPico }: Price, input: number, output: number) =>
  Math.ceil((input * inputPico + output * outputPico) / 1_000_000)

async function offerFor(model: string, more: Partial<ModelWork> = {}, measured?: number) {
  const work: ModelWork = {
    nodeId: 'model_0',
    label: 'Our model',
    provider: 'openai',
    model,
    paidBy: 'platform',
    calls: { typical: 1, worst: 1 },
    input: { typical: 400, worst: 5_000 },
    output: { typical: 300, worst: undefined },
    takesOthers: true,
    sees: false,
    ...more,
  }
  const price = await find(work.provider, model)
  const typicalMicro = price ? costOf(price, 400, 300) : null
  const { calls: _, input: __, output: ___, takesOthers: ____, sees: _____, ...named } = work
  const line = { ...named, calls: 1, inputTokens: 400, outputTokens: 300, typicalMicro, worstMicro: null }
  return findCheaper([work], { lines: [line], typicalMicro: measured ?? typicalMicro }, { find, costOf })
}

test('of the models that make a message three times cheaper, the one nearest in price is suggested', async () => {
  expect(await offerFor('gpt-4.1')).toEqual({
    nodeId: 'model_0',
    label: 'Our model',
    model: 'gpt-4.1-mini',
    // 400 tokens at $0.40 and 300 at $1.60 a million.
    typicalMicro: 640,
  })
  expect((await offerFor('claude-opus-5', { provider: 'anthropic' }))?.model).toBe('claude-haiku-4-5')
  expect(await offerFor('gpt-4.1-nano')).toBeUndefined()
  expect(await offerFor('gpt-5-nano')).toBeUndefined()
  // A dated edition counts as its model; a reasoning model is replaced only by another reasoning model.
  expect((await offerFor('gpt-4.1-2025-04-14'))?.model).toBe('gpt-4.1-mini')
  expect((await offerFor('gpt-5.5'))?.model).toBe('gpt-5.1')
})

test('the measured cost shrinks in proportion', async () => {
  expect((await offerFor('gpt-4.1', {}, 1_001))?.typicalMicro).toBe(201)
})

test('an unsuitable model is not suggested', async () => {
  // Context windows too short for this input, or output limits too low for this answer.
  const long = { input: { typical: 400, worst: 500_000 } }
  expect(await offerFor('gpt-5.5', long)).toBeUndefined()
  const much = { output: { typical: 300, worst: 20_000 } }
  expect((await offerFor('gpt-4o', much))?.model).toBe('gpt-4.1-mini')
  expect(await offerFor('gpt-4.1', { output: { typical: 300, worst: 100_000 } })).toBeUndefined()
  // Nova Micro does not accept images.
  const nova = { provider: 'bedrock' }
  expect((await offerFor('amazon.nova-pro-v1:0', { ...nova, sees: true }))?.model).toBe(
    'amazon.nova-lite-v1:0',
  )
  expect(await offerFor('amazon.nova-lite-v1:0', { ...nova, sees: true })).toBeUndefined()
  // Model-specific thinking settings, an unknown provider, or a custom address.
  expect(await offerFor('gpt-5.5', { takesOthers: false })).toBeUndefined()
  expect(await offerFor('gpt-4o', { provider: 'azure' })).toBeUndefined()
  // Not a chat model, or one that lacks abilities of its group.
  expect(await offerFor('tts-1-hd')).toBeUndefined()
  expect(await offerFor('gpt-3.5-turbo-16k')).toBeUndefined()
})

test('no suggestion is made for an unknown price or a key of the owner', async () => {
  expect(await offerFor('some-new-model')).toBeUndefined()
  expect(await offerFor('gpt-4.1', { paidBy: 'owner' })).toBeUndefined()
})

test('the estimate of a flow includes the suggestion, except with its own key, configured thinking or a custom endpoint', async () => {
  const { signUp, services } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const ada = await signUp('ada')
  const [shared, own] = [await anOpenAIKey(root, true), await anOpenAIKey(ada, false)]
  const start = async (credential: string, inputs: Record<string, unknown>) => {
    const flow = buildFlow([
      { name: 'chatOpenAI', credential, inputs },
      { name: 'bufferMemory' },
      { name: 'calculator' },
      {
        name: 'toolAgent',
        inputs: {
          tools: [referenceTo('calculator_0')],
          model: referenceTo('chatOpenAI_0'),
          memory: referenceTo('bufferMemory_0'),
        },
      },
    ])
    const body = { name: 'Agent', type: 'CHATFLOW', flowData: JSON.stringify(flow) }
    return (await ada.call('POST', '/chatflows', body)).json<{ id: string }>().id
  }
  const estimate = (id: string) => services.chat.estimate(ada.user.id, id)

  const flowId = await start(shared, { modelName: 'gpt-4.1' })
  const estimated = await estimate(flowId)
  expect(estimated.cheaper).toMatchObject({ nodeId: 'chatOpenAI_0', model: 'gpt-4.1-mini' })
  const { typicalMicro = 0 } = estimated.cheaper ?? {}
  expect(Math.abs(typicalMicro * 5 - (estimated.typicalMicro ?? 0))).toBeLessThanOrEqual(5)

  expect((await estimate(await start(own, { modelName: 'gpt-4.1' }))).cheaper).toBeUndefined()
  const thinking = { modelName: 'gpt-5.5', reasoning: true, reasoningEffort: 'high' }
  expect((await estimate(await start(shared, thinking))).cheaper).toBeUndefined()
  const elsewhere = { modelName: 'gpt-4.1', basepath: 'https://example.com' }
  expect((await estimate(await start(shared, elsewhere))).cheaper).toBeUndefined()
})
