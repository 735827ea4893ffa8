import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { loadPorts, nodeNamed, settingsOf } from './testing/settings-of.ts'

const azureCredential = {
  azureOpenAIApiKey: 'k',
  azureOpenAIApiInstanceName: 'shop',
  azureOpenAIApiDeploymentName: 'mini',
  azureOpenAIApiVersion: '2024-10-21',
}
const azureUrl = 'https://shop.openai.azure.com/openai/deployments/mini?api-version=2024-10-21'
const aws = { awsKey: 'AKIA', awsSecret: 's' }
const google = { googleApplicationCredential: '{"project_id":"shop"}' }
const vertexUrl = (region: string, host = `${region}-`) =>
  `https://${host}aiplatform.googleapis.com/v1/projects/shop/locations/${region}/publishers/google`

describe('form values reach the adapter', () => {
  test.each<[string, object, object, object]>([
    [
      'chatCohere',
      {},
      { cohereApiKey: 'k' },
      { provider: 'cohere', model: 'command-r7b-12-2024', apiKey: 'k', temperature: 0.7, streaming: true },
    ],
    [
      'awsChatBedrock',
      {
        region: 'eu-central-1',
        customModel: 'eu.amazon.nova-pro-v1:0',
        max_tokens_to_sample: '500',
        allowImageUploads: true,
      },
      { ...aws, awsSession: 't' },
      {
        provider: 'bedrock',
        model: 'eu.amazon.nova-pro-v1:0',
        apiKey: 'AKIA\ns\nt',
        baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
        temperature: 0.7,
        maxOutputTokens: 500,
        streaming: true,
        sees: true,
      },
    ],
    [
      'chatGoogleVertexAI',
      { modelName: 'gemini-2.5-flash', thinkingBudget: '0' },
      google,
      {
        provider: 'vertex',
        model: 'gemini-2.5-flash',
        apiKey: '{"project_id":"shop"}',
        baseUrl: vertexUrl('us-central1'),
        temperature: 0.9,
        thinkingTokens: 0,
        streaming: true,
        sees: false,
        providerOptions: { thinkingConfig: { thinkingBudget: 0 } },
      },
    ],
    [
      'chatGoogleVertexAI',
      { modelName: 'a', customModelName: 'b', region: 'global' },
      { googleApplicationCredential: '{}', projectID: 'shop' },
      {
        provider: 'vertex',
        model: 'b',
        apiKey: '{}',
        baseUrl: vertexUrl('global', ''),
        temperature: 0.9,
        streaming: true,
        sees: false,
      },
    ],
    [
      'chatHuggingFace',
      { endpoint: 'https://x.example', hfTopK: '5', stop: 'END, STOP', maxTokens: '9' },
      { huggingFaceApiKey: 'k' },
      {
        provider: 'huggingface',
        model: 'tgi',
        apiKey: 'k',
        customBaseUrl: 'https://x.example',
        topK: 5,
        maxOutputTokens: 9,
        stopSequences: ['END', 'STOP'],
      },
    ],
    [
      'chatLocalAI',
      { basePath: 'http://gpu:8080/v1', modelName: 'm', timeout: '5000' },
      {},
      {
        provider: 'localai',
        model: 'm',
        customBaseUrl: 'http://gpu:8080/v1',
        temperature: 0.9,
        timeoutMs: 5000,
      },
    ],
    [
      'chatLitellm',
      { basePath: 'http://proxy:8000', modelName: 'm', allowImageUploads: 'true' },
      { litellmApiKey: 'k' },
      {
        provider: 'litellm',
        model: 'm',
        apiKey: 'k',
        customBaseUrl: 'http://proxy:8000',
        temperature: 0.9,
        streaming: true,
        sees: true,
      },
    ],
    [
      'chatNvidiaNIM',
      { modelName: 'm', basePath: 'https://integrate.api.nvidia.com/v1/', baseOptions: '{"X-Team":"shop"}' },
      { nvidiaNIMApiKey: 'k' },
      {
        provider: 'nvidia',
        model: 'm',
        apiKey: 'k',
        temperature: 0.9,
        streaming: true,
        headers: { 'X-Team': 'shop' },
      },
    ],
    [
      'chatSambanova',
      { basepath: 'htps://api.sambanova.ai/v1' },
      { sambanovaApiKey: 'k' },
      {
        provider: 'sambanova',
        model: 'Meta-Llama-3.3-70B-Instruct',
        apiKey: 'k',
        temperature: 0.9,
        streaming: true,
      },
    ],
    [
      'chatOpenAI_LlamaIndex',
      { temperature: '0.1' },
      { openAIApiKey: 'k' },
      { provider: 'openai', model: 'gpt-3.5-turbo', apiKey: 'k', temperature: 0.1 },
    ],
    [
      'azureChatOpenAI_LlamaIndex',
      {},
      azureCredential,
      { provider: 'azure', model: 'gpt-3.5-turbo-16k', apiKey: 'k', baseUrl: azureUrl, temperature: 0.9 },
    ],
    [
      'chatAnthropic_LlamaIndex',
      { maxTokensToSample: '9' },
      { anthropicApiKey: 'k' },
      { provider: 'anthropic', model: 'claude-3-haiku', apiKey: 'k', temperature: 0.9, maxOutputTokens: 9 },
    ],
    ['chatGroq_LlamaIndex', { modelName: 'm' }, {}, { provider: 'groq', model: 'm', temperature: 0.9 }],
    [
      'chatMistral_LlamaIndex',
      {},
      { mistralAIAPIKey: 'k' },
      { provider: 'mistral', model: 'mistral-tiny', apiKey: 'k', temperature: 0.9 },
    ],
    [
      'chatTogetherAI_LlamaIndex',
      { modelName: 'm' },
      { togetherAIApiKey: 'k' },
      { provider: 'together', model: 'm', apiKey: 'k', temperature: 0.9 },
    ],
    [
      'chatOllama_LlamaIndex',
      { modelName: 'm', numCtx: '4096' },
      {},
      {
        provider: 'ollama',
        model: 'm',
        baseUrl: 'http://localhost:11434',
        temperature: 0.9,
        providerOptions: { num_ctx: 4096 },
      },
    ],
    [
      'openAI',
      { maxTokens: '9' },
      { openAIApiKey: 'k' },
      {
        provider: 'openai',
        model: 'gpt-3.5-turbo-instruct',
        apiKey: 'k',
        temperature: 0.7,
        maxOutputTokens: 9,
      },
    ],
    [
      'azureOpenAI',
      {},
      azureCredential,
      {
        provider: 'azure',
        model: 'gpt-3.5-turbo-instruct',
        apiKey: 'k',
        baseUrl: azureUrl,
        temperature: 0.9,
      },
    ],
    [
      'ollama',
      { modelName: 'm', baseUrl: 'http://gpu:11434', stop: 'END' },
      {},
      {
        provider: 'ollama',
        model: 'm',
        baseUrl: 'http://localhost:11434',
        customBaseUrl: 'http://gpu:11434',
        temperature: 0.9,
        stopSequences: ['END'],
      },
    ],
    [
      'cohere',
      {},
      { cohereApiKey: 'k' },
      { provider: 'cohere', model: 'command', apiKey: 'k', temperature: 0.7 },
    ],
    [
      'togetherAI',
      { modelName: 'm', repeatPenalty: '1.2' },
      { togetherAIApiKey: 'k' },
      {
        provider: 'together',
        model: 'm',
        apiKey: 'k',
        streaming: true,
        providerOptions: { repetition_penalty: 1.2 },
      },
    ],
    [
      'fireworks',
      { modelName: 'm' },
      { fireworksApiKey: 'k' },
      { provider: 'fireworks', model: 'm', apiKey: 'k' },
    ],
    [
      'huggingFaceInference_LLMs',
      { model: 'm', maxTokens: '9' },
      { huggingFaceApiKey: 'k' },
      { provider: 'huggingface', model: 'm', apiKey: 'k', maxOutputTokens: 9 },
    ],
    [
      'awsBedrock',
      { model: 'amazon.nova-lite-v1:0', temperature: 0, max_tokens_to_sample: '9' },
      aws,
      {
        provider: 'bedrock',
        model: 'amazon.nova-lite-v1:0',
        apiKey: expect.stringMatching(/^AKIA\ns/),
        baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
        temperature: 0,
        maxOutputTokens: 9,
      },
    ],
    [
      'googlevertexai',
      { modelName: 'gemini-2.5-flash', temperature: '0' },
      google,
      {
        provider: 'vertex',
        model: 'gemini-2.5-flash',
        apiKey: '{"project_id":"shop"}',
        baseUrl: vertexUrl('us-central1'),
        temperature: 0,
      },
    ],
    [
      'sambanova',
      { topK: '5' },
      { sambanovaApiKey: 'k' },
      {
        provider: 'sambanova',
        model: 'Meta-Llama-3.3-70B-Instruct',
        apiKey: 'k',
        temperature: 0.9,
        topK: 5,
        streaming: true,
      },
    ],
    [
      'replicate',
      { model: ' meta/llama-3:abc ', additionalInputs: '{"top_k":5}', repetitionPenalty: '1.1' },
      { replicateApiKey: 'k' },
      {
        provider: 'replicate',
        model: 'meta/llama-3:abc',
        apiKey: 'k',
        temperature: 0.7,
        providerOptions: { repetition_penalty: 1.1, top_k: 5 },
      },
    ],
  ])('%s', (name, inputs, credential, settings) => {
    expect(settingsOf(name, inputs, credential)).toEqual(settings)
  })

  test.each<[string, object, object]>([
    ['awsChatBedrock', { region: 'evil.example/' }, aws],
    ['chatGoogleVertexAI', { modelName: 'm', region: 'evil.example/x' }, google],
    ['chatGoogleVertexAI', { modelName: 'm' }, { googleApplicationCredential: 'no JSON' }],
    ['replicate', { model: '../../evil' }, { replicateApiKey: 'k' }],
  ])('%s rejects values that would redirect the request', (name, inputs, credential) => {
    expect(() => settingsOf(name, inputs, credential)).toThrow(AppError)
  })
})

test.each([
  'chatCohere',
  'awsChatBedrock',
  'chatGoogleVertexAI',
  'chatOpenAI_LlamaIndex',
  'openAI',
  'cohere',
])('%s has a built-in list of models', async (name) => {
  const listed = await nodeNamed(name).loadMethods?.listModels?.({
    credential: undefined,
    inputs: {},
    ports: loadPorts({}),
  })

  expect(listed?.length).toBeGreaterThan(2)
})
