import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  cache,
  maxTokens,
  openTemperature,
  streaming,
  topK,
  topP,
} from '#server/nodes/chat-models/common-inputs.ts'
import { keepSet } from '#server/nodes/chat-models/read-settings.ts'

export const togetherAI = defineNode({
  name: 'togetherAI',
  label: 'TogetherAI',
  version: 1,
  category: 'LLMs',
  description: 'Open text completion model on Together AI.',
  icon: 'model',
  baseClasses: ['TogetherAI', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: togetherAIApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'mistralai/Mixtral-8x7B-Instruct-v0.1',
    },
    topK: { ...topK, additionalParams: false },
    topP: { ...topP, additionalParams: false },
    temperature: openTemperature,
    repeatPenalty: {
      label: 'Repeat Penalty',
      type: 'number',
      description: 'Values above 1 reduce repetition.',
      step: 0.1,
      optional: true,
    },
    streaming: { ...streaming, additionalParams: false },
    maxTokens,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'together',
        model: inputs.modelName,
        apiKey: credential.togetherAIApiKey,
        temperature: inputs.temperature,
        topK: inputs.topK,
        topP: inputs.topP,
        maxOutputTokens: inputs.maxTokens,
        streaming: inputs.streaming,
        providerOptions: keepSet({ repetition_penalty: inputs.repeatPenalty }),
      },
      inputs.cache,
    ),
})
