import { huggingFaceApi } from '#server/credentials/hugging-face-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, maxTokens, openTemperature, topK, topP } from './common-inputs.ts'
import { readList } from './read-settings.ts'

const more = { optional: true, additionalParams: true } as const

export const chatHuggingFace = defineNode({
  name: 'chatHuggingFace',
  label: 'Hugging Face',
  version: 3,
  category: 'Chat Models',
  description: 'Open model on Hugging Face or on your own endpoint there.',
  icon: 'model',
  baseClasses: ['ChatHuggingFace', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  credential: huggingFaceApi,

  inputs: {
    cache,
    model: {
      label: 'Model',
      type: 'string',
      description: 'Can be empty with your own endpoint.',
      placeholder: 'meta-llama/Llama-3.3-70B-Instruct',
      optional: true,
    },
    endpoint: {
      label: 'Endpoint',
      type: 'string',
      description: 'Your own inference endpoint. Needs your own credential.',
      placeholder: 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud',
      optional: true,
    },
    temperature: { ...openTemperature, additionalParams: true },
    maxTokens,
    topP,
    hfTopK: topK,
    frequencyPenalty: { label: 'Frequency Penalty', type: 'number', step: 0.1, ...more },
    stop: {
      label: 'Stop Sequence',
      type: 'string',
      description: 'Stop sequences, comma-separated.',
      rows: 4,
      ...more,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'huggingface',
        model: inputs.model ?? 'tgi',
        apiKey: credential.huggingFaceApiKey,
        customBaseUrl: inputs.endpoint,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        topK: inputs.hfTopK,
        frequencyPenalty: inputs.frequencyPenalty,
        stopSequences: readList(inputs.stop),
      },
      inputs.cache,
    ),
})
