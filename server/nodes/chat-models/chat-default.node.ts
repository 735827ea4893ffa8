import { defineNode } from '#server/engine/define-node.ts'
import { allowImageUploads, cache, maxTokens, openTemperature, streaming } from './common-inputs.ts'

export const chatDefault = defineNode({
  name: 'chatDefault',
  label: 'Default model',
  version: 1,
  category: 'Chat Models',
  description: 'The model an admin chose for this server. When it changes, flows use the new one.',
  icon: 'model',
  baseClasses: ['ChatDefault', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],

  inputs: {
    cache,
    temperature: openTemperature,
    maxTokens,
    allowImageUploads,
    streaming,
  },

  build: ({ inputs, ports }) =>
    ports.defaultModel(
      {
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        sees: inputs.allowImageUploads,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),
})
