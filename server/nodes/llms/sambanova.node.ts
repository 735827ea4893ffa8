import { sambanovaApi } from '#server/credentials/sambanova-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  cache,
  maxTokens,
  streaming,
  temperature,
  topK,
  topP,
} from '#server/nodes/chat-models/common-inputs.ts'

export const sambanova = defineNode({
  name: 'sambanova',
  label: 'SambaNova',
  version: 1,
  category: 'LLMs',
  description: 'Open text completion model on SambaNova hardware.',
  icon: 'model',
  baseClasses: ['Sambanova', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: sambanovaApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'string',
      default: 'Meta-Llama-3.3-70B-Instruct',
      placeholder: 'Meta-Llama-3.3-70B-Instruct',
    },
    temperature,
    streaming: { ...streaming, additionalParams: false },
    topK,
    topP,
    maxTokens,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'sambanova',
        model: inputs.modelName,
        apiKey: credential.sambanovaApiKey,
        temperature: inputs.temperature,
        topP: inputs.topP,
        topK: inputs.topK,
        maxOutputTokens: inputs.maxTokens,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),
})
