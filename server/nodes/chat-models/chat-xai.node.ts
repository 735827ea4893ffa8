import { xaiApi } from '#server/credentials/xai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { allowImageUploads, cache, maxTokens, streaming, temperature } from './common-inputs.ts'

export const chatXAI = defineNode({
  name: 'chatXAI',
  label: 'xAI Grok',
  version: 2,
  category: 'Chat Models',
  description: 'Grok chat model from xAI.',
  icon: 'model',
  baseClasses: ['ChatXAI', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: xaiApi,

  inputs: {
    cache,
    modelName: { label: 'Model', type: 'string', placeholder: 'grok-4' },
    temperature,
    streaming,
    maxTokens,
    allowImageUploads,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'xai',
        model: inputs.modelName,
        apiKey: credential.xaiApiKey,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
      },
      inputs.cache,
    ),
})
