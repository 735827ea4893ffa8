import { defineNode } from '#server/engine/define-node.ts'
import { temperature } from './common-inputs.ts'

export const flowtillDemoModel = defineNode({
  name: 'flowtillDemoModel',
  label: 'Flowtill Demo',
  version: 1,
  category: 'Chat Models',
  description:
    'Small built-in model for testing flows. It needs no key and answers only from the texts in the flow.',
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
      description: 'Max answer length in tokens.',
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
