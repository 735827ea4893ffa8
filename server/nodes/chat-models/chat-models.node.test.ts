import { describe, expect, test } from 'vitest'
import { settingsOf } from './testing/settings-of.ts'

const more = { temperature: 0.9, streaming: true }

describe('form values reach the adapter', () => {
  test.each<[string, object, object, object]>([
    [
      'chatOpenAI',
      {},
      { openAIApiKey: 'k' },
      { provider: 'openai', model: 'gpt-4o-mini', apiKey: 'k', ...more },
    ],
    [
      'chatOpenAI',
      {
        modelName: 'gpt-5.4',
        temperature: '',
        maxTokens: '100',
        topP: '0.5',
        frequencyPenalty: '0,1',
        presencePenalty: 0.2,
        timeout: '5000',
        stopSequence: 'END, STOP,',
        streaming: 'false',
        reasoning: true,
        reasoningEffort: 'low',
        strictToolCalling: true,
        basepath: 'https://models.example/v1',
        baseOptions: '{"X-Team":"shop","Authorization":"Bearer x","host":"evil","bad name":"y"}',
      },
      { openAIApiKey: 'k', basePath: 'https://proxy.example/v1' },
      {
        provider: 'openai',
        model: 'gpt-5.4',
        apiKey: 'k',
        baseUrl: 'https://proxy.example/v1',
        customBaseUrl: 'https://models.example/v1',
        maxOutputTokens: 100,
        topP: 0.5,
        frequencyPenalty: 0.1,
        presencePenalty: 0.2,
        timeoutMs: 5000,
        stopSequences: ['END', 'STOP'],
        streaming: false,
        strictTools: true,
        headers: { 'X-Team': 'shop' },
        providerOptions: { reasoningEffort: 'low' },
      },
    ],
    [
      'chatAnthropic',
      { extendedThinking: true, budgetTokens: '2000', maxTokensToSample: '3000', topK: '5' },
      { anthropicApiKey: 'k' },
      {
        provider: 'anthropic',
        model: 'claude-haiku-4-5',
        apiKey: 'k',
        ...more,
        maxOutputTokens: 1000,
        thinkingTokens: 2000,
        topK: 5,
        providerOptions: { thinking: { type: 'enabled', budgetTokens: 2000 } },
      },
    ],
    [
      'chatAnthropic',
      {
        modelName: 'claude-opus-4-6',
        adaptiveThinking: 'true',
        thinkingEffort: 'max',
        extendedThinking: true,
      },
      { anthropicApiKey: 'k' },
      {
        provider: 'anthropic',
        model: 'claude-opus-4-6',
        apiKey: 'k',
        ...more,
        thinkingTokens: 0,
        providerOptions: { thinking: { type: 'adaptive' }, effort: 'max' },
      },
    ],
    [
      'chatGoogleGenerativeAI',
      {
        modelName: 'gemini-2.5-flash',
        thinkingBudget: '0',
        maxOutputTokens: '50',
        safetySettings: '[{"harmCategory":"HARM_CATEGORY_HARASSMENT","harmBlockThreshold":"BLOCK_NONE"},{}]',
        baseUrl: 'https://gemini.example',
      },
      { googleGenerativeAPIKey: 'k' },
      {
        provider: 'google',
        model: 'gemini-2.5-flash',
        apiKey: 'k',
        customBaseUrl: 'https://gemini.example',
        ...more,
        maxOutputTokens: 50,
        providerOptions: {
          thinkingConfig: { thinkingBudget: 0 },
          safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
        },
      },
    ],
    [
      'chatGoogleGenerativeAI',
      {
        modelName: 'gemini-3-flash-preview',
        customModelName: 'gemini-next',
        thinkingLevel: 'LOW',
        thinkingBudget: 9,
      },
      { googleGenerativeAPIKey: 'k' },
      {
        provider: 'google',
        model: 'gemini-next',
        apiKey: 'k',
        ...more,
        providerOptions: { thinkingConfig: { thinkingLevel: 'low' } },
      },
    ],
    [
      'chatOllama',
      {
        modelName: 'llama3.2',
        jsonMode: true,
        think: true,
        numCtx: '4096',
        mirostatTau: '5',
        stop: 'END',
        keepAlive: '1h',
      },
      {},
      {
        provider: 'ollama',
        model: 'llama3.2',
        baseUrl: 'http://localhost:11434',
        ...more,
        stopSequences: ['END'],
        providerOptions: { think: true, format: 'json', keep_alive: '1h', num_ctx: 4096, mirostat_tau: 5 },
      },
    ],
    [
      'chatOllama',
      { modelName: 'llama3.2', baseUrl: 'http://gpu:11434' },
      { ollamaApiKey: 'k' },
      {
        provider: 'ollama',
        model: 'llama3.2',
        apiKey: 'k',
        baseUrl: 'http://localhost:11434',
        customBaseUrl: 'http://gpu:11434',
        ...more,
        providerOptions: { keep_alive: '5m' },
      },
    ],
    [
      'flowtillDemoModel',
      {},
      {},
      {
        provider: 'flowtill',
        model: 'flowtill-demo',
        apiKey: 'sandbox-flowtill',
        temperature: 0.9,
        maxOutputTokens: 512,
      },
    ],
  ])('%s', (name, inputs, credential, settings) => {
    expect({ sees: false, ...settingsOf(name, inputs, credential) }).toEqual({ sees: false, ...settings })
  })
})

describe('images of a question', () => {
  test.each<[string, object]>([
    ['chatOpenAI', { openAIApiKey: 'k' }],
    ['chatAnthropic', { anthropicApiKey: 'k' }],
    ['chatGoogleGenerativeAI', { googleGenerativeAPIKey: 'k' }],
    ['chatOllama', {}],
    ['chatXAI', { xaiApiKey: 'k' }],
    ['chatOpenRouter', { openRouterApiKey: 'k' }],
  ])('are allowed for %s if its author enables them', (name, credential) => {
    const inputs = { modelName: 'm', allowImageUploads: 'true' }

    expect(settingsOf(name, inputs, credential)).toMatchObject({ sees: true })
    expect(settingsOf(name, { modelName: 'm' }, credential)).toMatchObject({ sees: false })
  })
})
