import { expect, test } from 'vitest'
import { openWire } from './testing/wire-server.ts'

const apiKey = 'k'

test.each([
  [
    'openai',
    {
      data: [
        { id: 'gpt-5' },
        { id: 'gpt-4o' },
        { id: 'text-embedding-3-small' },
        { id: 'whisper-1' },
        { id: 'gpt-4o-audio-preview' },
      ],
    },
    ['gpt-4o', 'gpt-5'],
    { path: '/v1/models', headers: { authorization: 'Bearer k' } },
  ],
  [
    'anthropic',
    { data: [{ id: 'claude-b' }, { id: 'claude-a' }], has_more: false },
    ['claude-a', 'claude-b'],
    { path: '/v1/models?limit=1000', headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' } },
  ],
  [
    'google',
    {
      models: [
        { name: 'models/gemini-b', supportedGenerationMethods: ['generateContent', 'countTokens'] },
        { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] },
        { name: 'models/gemini-a', supportedGenerationMethods: ['generateContent'] },
      ],
    },
    ['gemini-a', 'gemini-b'],
    { path: '/v1beta/models?pageSize=1000', headers: { 'x-goog-api-key': 'k' } },
  ],
  [
    'ollama',
    { models: [{ name: 'qwen3:8b' }, { name: 'llama3.2:latest' }] },
    ['llama3.2:latest', 'qwen3:8b'],
    { path: '/api/tags', headers: { authorization: 'Bearer k' } },
  ],
  [
    'groq',
    {
      data: [
        { id: 'whisper-large-v3' },
        { id: 'openai/gpt-oss-120b' },
        { id: 'canopylabs/orpheus-v1-english' },
        { id: 'meta-llama/llama-guard-4-12b' },
        { id: 'moonshotai/kimi-k2-instruct' },
      ],
    },
    ['moonshotai/kimi-k2-instruct', 'openai/gpt-oss-120b'],
    { path: '/openai/v1/models', headers: { authorization: 'Bearer k' } },
  ],
  [
    'mistral',
    {
      data: [
        { id: 'mistral-small-latest', capabilities: { completion_chat: true } },
        { id: 'mistral-small-latest', capabilities: { completion_chat: true } },
        { id: 'mistral-embed', capabilities: { completion_chat: false } },
        { id: 'mistral-ocr-latest' },
        { id: 'magistral-medium-latest', capabilities: { completion_chat: true } },
      ],
    },
    ['magistral-medium-latest', 'mistral-small-latest'],
    { path: '/v1/models', headers: { authorization: 'Bearer k' } },
  ],
  [
    'deepseek',
    { data: [{ id: 'deepseek-reasoner' }, { id: 'deepseek-chat' }] },
    ['deepseek-chat', 'deepseek-reasoner'],
    { path: '/models', headers: { authorization: 'Bearer k' } },
  ],
  [
    'flowtill',
    { data: [{ id: 'flowtill-embed' }, { id: 'flowtill-demo' }] },
    ['flowtill-demo'],
    { path: '/v1/models' },
  ],
])('%s lists its chat models, sorted', async (provider, body, names, request) => {
  const wire = await openWire({ body })

  expect(await wire.listModels({ provider, apiKey })).toEqual(names)
  expect(wire.seen).toMatchObject([{ method: 'GET', ...request }])
})

test('a server that imitates OpenAI lists all its models', async () => {
  const wire = await openWire({ body: { data: [{ id: 'my-search-model' }] } })

  expect(await wire.listModels({ provider: 'openai', apiKey, baseUrl: 'https://m.example/v1' })).toEqual([
    'my-search-model',
  ])
})

test('a provider without a list has none', async () => {
  const wire = await openWire()

  expect(await wire.listModels({ provider: 'acme', apiKey })).toEqual([])
})

test.each([
  [{ status: 401, body: {} }, 'OpenAI answered 401. Check its credential.'],
  [
    { status: 401, body: { error: { message: 'Incorrect API key provided: sk-abcdefghijkl.' } } },
    'OpenAI answered 401: Incorrect API key provided.',
  ],
  [
    { body: { models: [] } },
    'OpenAI sent an answer that could not be read. Check the address and try again.',
  ],
  [{ body: '<html>' }, 'OpenAI sent an answer that could not be read. Check the address and try again.'],
])('a list that cannot be loaded reports why: %j', async (reply, message) => {
  const wire = await openWire(reply)

  await expect(wire.listModels({ provider: 'openai', apiKey })).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message,
  })
})
