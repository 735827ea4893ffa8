import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, streaming, temperature } from './common-inputs.ts'

export const chatTogetherAI = defineNode({
  name: 'chatTogetherAI',
  label: 'TogetherAI',
  version: 2,
  category: 'Chat Models',
  description: 'Open model on Together AI.',
  icon: 'model',
  baseClasses: ['ChatTogetherAI', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: togetherAIApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    },
    temperature,
    streaming: { ...streaming, additionalParams: false },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'together',
        model: inputs.modelName,
        apiKey: credential.togetherAIApiKey,
        temperature: inputs.temperature,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),
})
