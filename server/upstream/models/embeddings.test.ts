import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EmbeddingSettings } from '#server/engine/ports.ts'
import { noUsage } from '#shared/runs.ts'
import { createEmbedPort } from './embeddings.ts'
import { openEmbeddingWire, type WireReply } from './testing/embedding-wire.ts'
import { openSandboxModels } from './testing/sandbox-models.ts'

const signal = new AbortController().signal
const openAIAnswer = (usage: object) => ({
  body: {
    data: [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ],
    usage,
  },
})

type Recorded = {
  settings: EmbeddingSettings
  replies: WireReply[]
  host: string
  path: string
  headers: object
  body: object
  input: number
  estimated?: boolean
  rejection: WireReply
  message: string
}

const recorded: [string, Recorded][] = [
  [
    'OpenAI',
    {
      settings: { provider: 'openai', model: 'text-embedding-3-small', dimensions: 2, apiKey: 'own-key' },
      replies: [openAIAnswer({ prompt_tokens: 5, total_tokens: 5 })],
      host: 'api.openai.com',
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer own-key' },
      body: { model: 'text-embedding-3-small', input: ['a', 'b'], dimensions: 2 },
      input: 5,
      rejection: { status: 401, body: { error: { message: 'Incorrect API key provided.' } } },
      message: 'OpenAI answered 401: Incorrect API key provided.',
    },
  ],
  [
    'Azure',
    {
      settings: {
        provider: 'azure',
        model: 'text-embedding-3-small',
        baseUrl: 'https://mine.openai.azure.com/openai/deployments/embed?api-version=2024-10-21',
        apiKey: 'own-key',
      },
      replies: [openAIAnswer({ prompt_tokens: 5 })],
      host: 'mine.openai.azure.com',
      path: '/openai/deployments/embed/embeddings?api-version=2024-10-21',
      headers: { 'api-key': 'own-key' },
      body: { input: ['a', 'b'] },
      input: 5,
      rejection: { status: 404, body: { error: { message: 'Resource not found' } } },
      message: 'Azure OpenAI answered 404: Resource not found.',
    },
  ],
  [
    'Mistral',
    {
      settings: { provider: 'mistral', model: 'mistral-embed', apiKey: 'own-key' },
      replies: [openAIAnswer({ prompt_tokens: 7, total_tokens: 7 })],
      host: 'api.mistral.ai',
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer own-key' },
      body: { model: 'mistral-embed', input: ['a', 'b'] },
      input: 7,
      rejection: { status: 422, body: { detail: [{ loc: ['body', 'input'], msg: 'Too long' }] } },
      message: 'Mistral answered 422: input: Too long.',
    },
  ],
  [
    'Together',
    {
      settings: { provider: 'together', model: 'BAAI/bge-base-en-v1.5', apiKey: 'own-key' },
      replies: [openAIAnswer({ prompt_tokens: 4 })],
      host: 'api.together.xyz',
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer own-key' },
      body: { model: 'BAAI/bge-base-en-v1.5' },
      input: 4,
      rejection: { status: 400, body: { error: { message: 'Unable to access model' } } },
      message: 'Together AI answered 400: Unable to access model.',
    },
  ],
  [
    'LocalAI',
    {
      settings: { provider: 'localai', model: 'bert', customBaseUrl: 'https://models.example.com/v1' },
      replies: [openAIAnswer({})],
      host: 'models.example.com',
      path: '/v1/embeddings',
      headers: {},
      body: { model: 'bert' },
      input: 0,
      estimated: true,
      rejection: { status: 500, body: { error: { message: 'could not load model' } } },
      message: 'The model server answered 500: could not load model.',
    },
  ],
  [
    'Cohere',
    {
      settings: { provider: 'cohere', model: 'embed-v4.0', apiKey: 'own-key' },
      replies: [
        {
          body: {
            embeddings: {
              float: [
                [1, 0],
                [0, 1],
              ],
            },
            meta: { billed_units: { input_tokens: 6 } },
          },
        },
      ],
      host: 'api.cohere.com',
      path: '/v2/embed',
      headers: { authorization: 'Bearer own-key' },
      body: {
        model: 'embed-v4.0',
        texts: ['a', 'b'],
        input_type: 'search_query',
        embedding_types: ['float'],
      },
      input: 6,
      rejection: { status: 429, body: { message: 'trial key limit' } },
      message: 'Cohere answered 429: trial key limit.',
    },
  ],
  [
    'Google',
    {
      settings: { provider: 'google', model: 'gemini-embedding-001', dimensions: 2, apiKey: 'own-key' },
      replies: [{ body: { embeddings: [{ values: [1, 0] }, { values: [0, 1] }] } }],
      host: 'generativelanguage.googleapis.com',
      path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
      headers: { 'x-goog-api-key': 'own-key' },
      body: {
        requests: [
          {
            model: 'models/gemini-embedding-001',
            content: { parts: [{ text: 'a' }] },
            taskType: 'RETRIEVAL_QUERY',
            outputDimensionality: 2,
          },
          { content: { parts: [{ text: 'b' }] } },
        ],
      },
      input: 0,
      estimated: true,
      rejection: { status: 400, body: { error: { code: 400, message: 'API key not valid.' } } },
      message: 'Google answered 400: API key not valid.',
    },
  ],
  [
    'Ollama',
    {
      settings: { provider: 'ollama', model: 'nomic-embed-text', providerOptions: { num_gpu: 1 } },
      replies: [
        {
          body: {
            embeddings: [
              [1, 0],
              [0, 1],
            ],
            prompt_eval_count: 8,
          },
        },
      ],
      host: 'localhost:11434',
      path: '/api/embed',
      headers: {},
      body: { model: 'nomic-embed-text', input: ['a', 'b'], options: { num_gpu: 1 } },
      input: 8,
      rejection: { status: 404, body: { error: 'model "nomic-embed-text" not found' } },
      message: 'Ollama answered 404: model "nomic-embed-text" not found.',
    },
  ],
  [
    'Hugging Face',
    {
      settings: {
        provider: 'huggingface',
        model: 'BAAI/bge-small-en-v1.5',
        baseUrl: 'https://router.huggingface.co/hf-inference',
        apiKey: 'own-key',
      },
      replies: [
        {
          body: [
            [
              [2, 0],
              [0, 0],
            ],
            [
              [0, 1],
              [0, 1],
            ],
          ],
        },
      ],
      host: 'router.huggingface.co',
      path: '/hf-inference/models/BAAI/bge-small-en-v1.5/pipeline/feature-extraction',
      headers: { authorization: 'Bearer own-key' },
      body: { inputs: ['a', 'b'] },
      input: 0,
      estimated: true,
      rejection: { status: 403, body: { error: 'This token may not use inference providers' } },
      message: 'Hugging Face answered 403: This token may not use inference providers.',
    },
  ],
  [
    'Voyage',
    {
      settings: {
        provider: 'voyage',
        model: 'voyage-3.5',
        baseUrl: 'https://api.voyageai.com/v1',
        apiKey: 'own-key',
      },
      replies: [openAIAnswer({ total_tokens: 9 })],
      host: 'api.voyageai.com',
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer own-key' },
      body: { model: 'voyage-3.5', input: ['a', 'b'], input_type: 'query' },
      input: 9,
      rejection: { status: 400, body: { detail: 'Model voyage-0 is not supported' } },
      message: 'Voyage AI answered 400: Model voyage-0 is not supported.',
    },
  ],
  [
    'Jina',
    {
      settings: {
        provider: 'jina',
        model: 'jina-embeddings-v3',
        dimensions: 2,
        baseUrl: 'https://api.jina.ai/v1',
        apiKey: 'own-key',
      },
      replies: [openAIAnswer({ total_tokens: 10, prompt_tokens: 10 })],
      host: 'api.jina.ai',
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer own-key' },
      body: { model: 'jina-embeddings-v3', task: 'retrieval.query', dimensions: 2 },
      input: 10,
      rejection: { status: 402, body: { detail: 'Insufficient account balance' } },
      message: 'Jina AI answered 402: Insufficient account balance.',
    },
  ],
  [
    'Bedrock (Cohere)',
    {
      settings: {
        provider: 'bedrock',
        model: 'cohere.embed-english-v3',
        baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
        apiKey: 'AKIA\nsecret',
      },
      replies: [
        {
          body: {
            embeddings: [
              [1, 0],
              [0, 1],
            ],
          },
        },
      ],
      host: 'bedrock-runtime.eu-central-1.amazonaws.com',
      path: '/model/cohere.embed-english-v3/invoke',
      headers: {
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-central-1\/bedrock\//,
        ),
      },
      body: { texts: ['a', 'b'], input_type: 'search_query' },
      input: 0,
      estimated: true,
      rejection: { status: 403, body: { message: 'The security token is invalid.' } },
      message: 'Amazon Bedrock answered 403: The security token is invalid.',
    },
  ],
]

describe.each(recorded)('%s', (_, provider) => {
  test('is called, read and counted as documented', async () => {
    const { embed, seen } = await openEmbeddingWire(...provider.replies)

    const embedded = await embed(provider.settings, ['a', 'b'], { signal, purpose: 'query' })

    expect(embedded).toEqual({
      vectors: [
        [1, 0],
        [0, 1],
      ],
      usage: { ...noUsage, input: provider.input },
      estimated: provider.estimated ?? false,
    })
    expect(seen).toMatchObject([
      { host: provider.host, path: provider.path, headers: provider.headers, body: provider.body },
    ])
  })

  test('reports the reason for an error', async () => {
    const { embed } = await openEmbeddingWire(provider.rejection)

    await expect(embed(provider.settings, ['a'], { signal })).rejects.toThrow(provider.message)
  })

  test('with an unexpected response is rejected', async () => {
    const { embed } = await openEmbeddingWire({ body: { surprise: true } })

    await expect(embed(provider.settings, ['a'], { signal })).rejects.toThrow('could not be read')
  })
})

test('Titan in Bedrock takes one text at a time', async () => {
  const { embed, seen } = await openEmbeddingWire(
    { body: { embedding: [1, 0], inputTextTokenCount: 2 } },
    { body: { embedding: [0, 1], inputTextTokenCount: 3 } },
  )
  const settings = {
    provider: 'bedrock',
    model: 'amazon.titan-embed-text-v2:0',
    baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    apiKey: 'AKIA\nsecret\nsession',
  }

  expect(await embed(settings, ['a', 'b'], { signal })).toMatchObject({
    usage: { input: 5 },
    estimated: false,
  })
  expect(seen.map(({ path, body }) => [path, body])).toEqual([
    ['/model/amazon.titan-embed-text-v2%3A0/invoke', { inputText: 'a' }],
    ['/model/amazon.titan-embed-text-v2%3A0/invoke', { inputText: 'b' }],
  ])
})

test('Vertex is called with a token signed by its service account', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = JSON.stringify({
    client_email: 'flows@project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
  const prediction = (values: number[]) => ({
    body: { predictions: [{ embeddings: { values, statistics: { token_count: 4 } } }] },
  })
  const { embed, seen } = await openEmbeddingWire(
    { body: { access_token: 'short-lived', expires_in: 3600 } },
    prediction([1, 0]),
    prediction([0, 1]),
  )
  const baseUrl =
    'https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1/publishers/google'

  const embedded = await embed(
    { provider: 'vertex', model: 'gemini-embedding-001', baseUrl, apiKey: keyFile },
    ['a', 'b'],
    { signal },
  )

  expect(embedded).toMatchObject({ usage: { input: 8 }, estimated: false })
  expect(seen.map(({ host, headers }) => [host, headers.authorization])).toEqual([
    ['oauth2.googleapis.com', undefined],
    ['europe-west1-aiplatform.googleapis.com', 'Bearer short-lived'],
    ['europe-west1-aiplatform.googleapis.com', 'Bearer short-lived'],
  ])
  expect(seen[1]?.body).toMatchObject({ instances: [{ content: 'a', task_type: 'RETRIEVAL_DOCUMENT' }] })
})

test('more texts than a provider accepts are sent in several requests', async () => {
  const portion = (size: number) => ({
    body: { embeddings: { float: Array(size).fill([1]) }, meta: { billed_units: { input_tokens: size } } },
  })
  const { embed, seen } = await openEmbeddingWire(portion(96), portion(4))

  const embedded = await embed({ provider: 'cohere', model: 'embed-v4.0' }, Array(100).fill('a'), { signal })

  expect(embedded).toMatchObject({ usage: { input: 100 }, vectors: { length: 100 } })
  expect(seen).toHaveLength(2)
})

test('the sandbox embeds, as numbers or as bytes, and counts', async () => {
  const { url } = await openSandboxModels()
  const embed = createEmbedPort({ fetch, sandboxUrl: () => url })
  const settings = { provider: 'flowtill', model: 'flowtill-embed', apiKey: 'sandbox-test' }
  const request = (more: object = {}) =>
    embed({ ...settings, ...more }, ['colorful socks', 'socks'], { signal })

  const plain = await request()
  const packed = await request({ providerOptions: { encoding_format: 'base64' } })

  expect(plain.usage.input).toBeGreaterThan(0)
  expect(plain.vectors.map(({ length }) => length)).toEqual([256, 256])
  expect(packed.vectors[0]?.[0]).toBeCloseTo(plain.vectors[0]?.[0] ?? Number.NaN, 5)
})

test('an unknown provider is rejected with a message', async () => {
  const { embed } = await openEmbeddingWire({ body: {} })

  await expect(embed({ provider: 'nobody', model: 'm' }, ['a'], { signal })).rejects.toMatchObject({
    code: 'INVALID_FLOW',
  })
})
