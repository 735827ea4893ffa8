import { huggingFaceApi } from '#server/credentials/hugging-face-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, maxTokens, openTemperature, topK, topP } from '#server/nodes/chat-models/common-inputs.ts'

const more = { optional: true, additionalParams: true } as const

export const huggingFaceInference_LLMs = defineNode({
  name: 'huggingFaceInference_LLMs',
  label: 'Hugging Face Inference',
  version: 2,
  category: 'LLMs',
  description: 'Open text completion model on Hugging Face.',
  icon: 'model',
  baseClasses: ['HuggingFaceInference', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
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
      },
      inputs.cache,
    ),
})
