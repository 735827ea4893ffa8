import { describe, expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { loadPorts, nodeNamed, settingsOf } from './testing/settings-of.ts'

const defaults = { temperature: 0.9, streaming: true }
const filled = {
  temperature: '0.2',
  streaming: 'false',
  maxTokens: '100',
  topP: '0.5',
  frequencyPenalty: '0,1',
  presencePenalty: 0.2,
  timeout: '5000',
}
const read = {
  temperature: 0.2,
  streaming: false,
  maxOutputTokens: 100,
  topP: 0.5,
  frequencyPenalty: 0.1,
  presencePenalty: 0.2,
  timeoutMs: 5000,
}

describe('form values reach the adapter', () => {
  test.each<[string, object, object, object]>([
    [
      'groqChat',
      { modelName: 'openai/gpt-oss-20b', maxTokens: '100' },
      { groqApiKey: 'k' },
      { provider: 'groq', model: 'openai/gpt-oss-20b', apiKey: 'k', ...defaults, maxOutputTokens: 100 },
    ],
    ['groqChat', { modelName: 'm' }, {}, { provider: 'groq', model: 'm', ...defaults }],
    [
      'chatMistralAI',
      {},
      { mistralAIAPIKey: 'k' },
      { provider: 'mistral', model: 'mistral-tiny', apiKey: 'k', ...defaults },
    ],
    [
      'chatMistralAI',
      {
        modelName: 'mistral-small-latest',
        maxOutputTokens: '100',
        topP: '0.5',
        randomSeed: '7',
        safeMode: 'true',
        overrideEndpoint: 'https://mistral.example/',
      },
      { mistralAIAPIKey: 'k' },
      {
        provider: 'mistral',
        model: 'mistral-small-latest',
        apiKey: 'k',
        ...defaults,
        customBaseUrl: 'https://mistral.example/v1',
        maxOutputTokens: 100,
        topP: 0.5,
        providerOptions: { random_seed: 7, safe_prompt: true },
      },
    ],
    [
      'chatMistralAI',
      { overrideEndpoint: 'https://api.mistral.ai' },
      { mistralAIAPIKey: 'k' },
      { provider: 'mistral', model: 'mistral-tiny', apiKey: 'k', ...defaults },
    ],
    [
      'chatDeepseek',
      {},
      { deepseekApiKey: 'k' },
      { provider: 'deepseek', model: 'deepseek-chat', apiKey: 'k', ...defaults, temperature: 0.7 },
    ],
    [
      'chatDeepseek',
      {
        ...filled,
        stopSequence: 'END, STOP,',
        baseOptions:
          '{"defaultHeaders":{"X-Team":"shop","Authorization":"Bearer x"},"baseURL":"https://evil"}',
      },
      { deepseekApiKey: 'k' },
      {
        provider: 'deepseek',
        model: 'deepseek-chat',
        apiKey: 'k',
        ...read,
        stopSequences: ['END', 'STOP'],
        headers: { 'X-Team': 'shop' },
      },
    ],
    [
      'chatXAI',
      { modelName: 'grok-4', maxTokens: '100' },
      { xaiApiKey: 'k' },
      { provider: 'xai', model: 'grok-4', apiKey: 'k', ...defaults, maxOutputTokens: 100 },
    ],
    [
      'chatTogetherAI',
      { modelName: 'm' },
      { togetherAIApiKey: 'k' },
      { provider: 'together', model: 'm', apiKey: 'k', ...defaults },
    ],
    [
      'chatFireworks',
      { streaming: false },
      { fireworksApiKey: 'k' },
      {
        provider: 'fireworks',
        model: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
        apiKey: 'k',
        ...defaults,
        streaming: false,
      },
    ],
    [
      'chatPerplexity',
      { ...filled, topK: '5' },
      { perplexityApiKey: 'k' },
      { provider: 'perplexity', model: 'sonar', apiKey: 'k', ...read, topK: 5 },
    ],
    [
      'chatOpenRouter',
      { ...filled, modelName: 'openai/gpt-4o-mini', baseOptions: '{"X-Title":"Shop","Host":"evil"}' },
      { openRouterApiKey: 'k' },
      {
        provider: 'openrouter',
        model: 'openai/gpt-4o-mini',
        apiKey: 'k',
        ...read,
        headers: { 'X-Title': 'Shop' },
      },
    ],
    [
      'chatOpenRouter',
      { modelName: 'm', basepath: 'https://router.example/v1' },
      {},
      { provider: 'openrouter', model: 'm', ...defaults, customBaseUrl: 'https://router.example/v1' },
    ],
    [
      'chatCerebras',
      { ...filled, modelName: 'gpt-oss-120b', basepath: 'https://api.cerebras.ai/v1/' },
      { cerebrasApiKey: 'k' },
      { provider: 'cerebras', model: 'gpt-oss-120b', apiKey: 'k', ...read },
    ],
    [
      'chatOpenAICustom',
      { ...filled, modelName: 'mine', basepath: 'http://gpu:8000/v1', baseOptions: '{"X-Team":"shop"}' },
      {},
      {
        provider: 'openai',
        model: 'mine',
        ...read,
        customBaseUrl: 'http://gpu:8000/v1',
        headers: { 'X-Team': 'shop' },
      },
    ],
    [
      'chatOpenAICustom',
      { modelName: 'ft:gpt-4o-mini:me' },
      { openAIApiKey: 'k', basePath: 'https://proxy.example/v1' },
      {
        provider: 'openai',
        model: 'ft:gpt-4o-mini:me',
        apiKey: 'k',
        ...defaults,
        baseUrl: 'https://proxy.example/v1',
      },
    ],
  ])('%s', (name, inputs, credential, settings) => {
    expect({ sees: false, ...settingsOf(name, inputs, credential) }).toEqual({ sees: false, ...settings })
  })
})

describe('lists of models', () => {
  test.each([
    ['groqChat', 'groq', { groqApiKey: 'k' }],
    ['chatMistralAI', 'mistral', { mistralAIAPIKey: 'k' }],
    ['chatDeepseek', 'deepseek', { deepseekApiKey: 'k' }],
  ])(
    '%s queries its provider once there is a key, at no URL typed into it',
    async (name, provider, credential) => {
      const requested: unknown[] = []
      const listModels: Ports['listModels'] = async (settings) => {
        requested.push(settings)
        return ['a-model']
      }
      const inputs = { overrideEndpoint: 'https://evil.example' }

      const listed = await nodeNamed(name).loadMethods?.listModels?.({
        credential,
        inputs,
        ports: loadPorts({ listModels }),
      })

      expect(listed).toEqual([{ label: 'a-model', name: 'a-model' }])
      expect(requested).toEqual([{ provider, apiKey: 'k' }])
    },
  )

  test.each(['groqChat', 'chatMistralAI', 'chatDeepseek', 'chatPerplexity'])(
    '%s has a built-in list',
    async (name) => {
      const ports = loadPorts({})

      const listed = await nodeNamed(name).loadMethods?.listModels?.({
        credential: undefined,
        inputs: {},
        ports,
      })

      const defaultModel = Object.values(nodeNamed(name).inputs).flatMap((input) =>
        'loadMethod' in input && input.default ? [input.default] : [],
      )
      expect(listed?.map((option) => option.name)).toEqual(expect.arrayContaining(defaultModel))
      expect(listed?.length).toBeGreaterThan(1)
    },
  )
})
