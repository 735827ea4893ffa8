import { defineNode } from '#server/engine/define-node.ts'
import { temperature } from './common-inputs.ts'

export const flowtillDemoModel = defineNode({
  name: 'flowtillDemoModel',
  label: 'Flowtill Demo',
  version: 1,
  category: 'Chat Models',
  description:
    'A small built-in model to try flows with. It needs no key, and answers from what it is given.',
  icon: 'demo',
  baseClasses: ['FlowtillDemoModel', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'options',
      options: [{ label: 'flowtill-demo', name: 'flowtill-demo' }],
      default: 'flowtill-demo',
    },
    temperature,
    maxTokens: {
      label: 'Max Tokens',
      type: 'number',
      description: 'The longest answer, in tokens.',
      step: 1,
      min: 1,
      default: 512,
      additionalParams: true,
    },
  },

  build: ({ inputs, ports }) =>
    ports.chatModel({
      provider: 'flowtill',
      model: inputs.modelName,
      apiKey: 'sandbox-flowtill',
      temperature: inputs.temperature,
      maxOutputTokens: inputs.maxTokens,
    }),
})
