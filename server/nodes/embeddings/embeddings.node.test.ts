import { expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type { Embeddings } from '#server/engine/handles.ts'
import type { EmbeddingSettings } from '#server/engine/ports.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'

const azure = {
  azureOpenAIApiKey: 'key',
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'embed',
  azureOpenAIApiVersion: '2024-10-21',
}

test.each<[string, object, object | undefined, Partial<EmbeddingSettings>]>([
  [
    'openAIEmbeddings',
    {
      modelName: 'm',
      batchSize: 7,
      timeout: 9,
      dimensions: 2,
      encodingFormat: 'base64',
      baseOptions: { 'x-a': 'b' },
    },
    { openAIApiKey: 'key', basePath: 'https://own.example/v1' },
    {
      provider: 'openai',
      model: 'm',
      apiKey: 'key',
      baseUrl: 'https://own.example/v1',
      batchSize: 7,
      timeoutMs: 9,
      dimensions: 2,
      headers: { 'x-a': 'b' },
      providerOptions: { encoding_format: 'base64' },
    },
  ],
  [
    'openAIEmbeddingsCustom',
    { basepath: 'https://x.example' },
    { openAIApiKey: 'key' },
    { model: 'text-embedding-3-small', customBaseUrl: 'https://x.example' },
  ],
  [
    'openAIEmbedding_LlamaIndex',
    { modelName: 'm' },
    { openAIApiKey: 'key' },
    { provider: 'openai', model: 'm', apiKey: 'key' },
  ],
  [
    'localAIEmbeddings',
    { basePath: 'http://localhost:8080/v1', modelName: 'm' },
    undefined,
    { provider: 'localai', customBaseUrl: 'http://localhost:8080/v1' },
  ],
  [
    'azureOpenAIEmbeddings',
    { modelName: 'm' },
    azure,
    {
      provider: 'azure',
      baseUrl: 'https://mine.openai.azure.com/openai/deployments/embed?api-version=2024-10-21',
    },
  ],
  [
    'azureOpenAIEmbeddingsLlamaIndex',
    { modelName: 'm', timeout: 9 },
    azure,
    {
      provider: 'azure',
      apiKey: 'key',
      timeoutMs: 9,
      baseUrl: 'https://mine.openai.azure.com/openai/deployments/embed?api-version=2024-10-21',
    },
  ],
  [
    'mistralAIEmbeddings',
    { modelName: 'm', overrideEndpoint: 'https://api.mistral.ai/v1/' },
    { mistralAIAPIKey: 'key' },
    { provider: 'mistral', apiKey: 'key', customBaseUrl: undefined },
  ],
  [
    'cohereEmbeddings',
    { modelName: 'm', inputType: 'search_query' },
    { cohereApiKey: 'key' },
    { provider: 'cohere', providerOptions: undefined },
  ],
  [
    'cohereEmbeddings',
    { modelName: 'm', inputType: 'clustering' },
    { cohereApiKey: 'key' },
    { providerOptions: { input_type: 'clustering' } },
  ],
  [
    'googleGenerativeAiEmbeddings',
    { modelName: 'm', tasktype: 'RETRIEVAL_QUERY' },
    { googleGenerativeAPIKey: 'key' },
    { provider: 'google', providerOptions: undefined },
  ],
  [
    'googlevertexaiEmbeddings',
    { modelName: 'm', region: 'europe-west1' },
    { googleApplicationCredential: '{"project_id":"p-1"}' },
    {
      provider: 'vertex',
      baseUrl:
        'https://europe-west1-aiplatform.googleapis.com/v1/projects/p-1/locations/europe-west1/publishers/google',
    },
  ],
  [
    'ollamaEmbedding',
    { baseUrl: 'http://localhost:11434', modelName: 'm', numGpu: 1 },
    undefined,
    { provider: 'ollama', customBaseUrl: undefined, providerOptions: { num_gpu: 1 } },
  ],
  [
    'huggingFaceInferenceEmbeddings',
    { endpoint: 'https://mine.example' },
    { huggingFaceApiKey: 'key' },
    { provider: 'huggingface', customBaseUrl: 'https://mine.example' },
  ],
  [
    'togetherAIEmbedding',
    { modelName: 'm' },
    { togetherAIApiKey: 'key' },
    { provider: 'together', model: 'm' },
  ],
  [
    'voyageAIEmbeddings',
    { modelName: 'm' },
    { apiKey: 'key', endpoint: 'https://api.voyageai.com/v1/embeddings' },
    { provider: 'voyage', baseUrl: 'https://api.voyageai.com/v1' },
  ],
  [
    'jinaEmbeddings',
    { modelName: 'm', modelDimensions: 64 },
    { jinaAIAPIKey: 'key' },
    { provider: 'jina', dimensions: 64 },
  ],
  [
    'AWSBedrockEmbeddings',
    { region: 'eu-west-1', model: 'm', customModel: 'own' },
    { awsKey: 'AKIA', awsSecret: 's', awsSession: undefined },
    {
      provider: 'bedrock',
      model: 'own',
      apiKey: 'AKIA\ns\n',
      baseUrl: 'https://bedrock-runtime.eu-west-1.amazonaws.com',
    },
  ],
  [
    'flowtillEmbeddings',
    { modelName: 'flowtill-embed' },
    undefined,
    { provider: 'flowtill', model: 'flowtill-embed' },
  ],
])('%s %j is the model shown on its card', async (name, inputs, credential, settings) => {
  const { built, requested } = await build(name, inputs, credential)

  expect(requested).toEqual([expect.objectContaining(settings)])
  expect(built.key).toContain('space')
})

test.each(['openAIEmbeddings', 'openAIEmbeddingsCustom', 'mistralAIEmbeddings'])(
  '%s puts texts on one line if configured',
  async (name) => {
    const credential = { openAIApiKey: 'key', mistralAIAPIKey: 'key' }
    const { built, embedded } = await build(name, { modelName: 'm', stripNewLines: true }, credential)
    const plain = await build(name, { modelName: 'm', stripNewLines: false }, credential)

    await built.heldBy?.({ id: 'store_0', listens: false }).embed(['a\nb'])

    expect(embedded).toEqual(['store_0: a b'])
    // Other settings give other vectors, so the key must differ.
    expect(built.key).not.toBe(plain.built.key)
  },
)

test.each([
  ['AWSBedrockEmbeddings', { region: 'eu.evil.example/', model: 'm' }, { awsKey: 'a', awsSecret: 's' }],
  [
    'googlevertexaiEmbeddings',
    { region: 'x@evil.example', modelName: 'm' },
    { googleApplicationCredential: '{"project_id":"p"}' },
  ],
])('%s rejects a URL as region', async (name, inputs, credential) => {
  await expect(build(name, inputs, credential)).rejects.toMatchObject({ code: 'INVALID_FLOW' })
})

async function build(name: string, inputs: object, credential: object | undefined) {
  const requested: EmbeddingSettings[] = []
  const embedded: string[] = []
  const heldBy = (id: string): Embeddings => ({
    key: 'space',
    async embed(texts) {
      embedded.push(...texts.map((text) => `${id}: ${text}`))
      return texts.map(() => [1])
    },
    heldBy: (holder) => heldBy(holder.id),
  })
  const ports = {
    embeddings(settings: EmbeddingSettings) {
      requested.push(settings)
      return heldBy('embed_0')
    },
  }
  const call = { ...aSurrounding(ports), inputs, credential } as AnyCall
  return { built: (await catalogue.get(name)?.build?.(call)) as Embeddings, requested, embedded }
}
