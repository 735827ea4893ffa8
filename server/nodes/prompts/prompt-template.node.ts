import { defineNode } from '#server/engine/define-node.ts'
import { makePrompt, promptValues } from './make-prompt.ts'

export const promptTemplate = defineNode({
  name: 'promptTemplate',
  label: 'Prompt Template',
  version: 1,
  category: 'Prompts',
  description: 'Prompt with {variables}.',
  icon: 'prompt',
  baseClasses: ['PromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate', 'Runnable'],

  inputs: {
    template: {
      label: 'Template',
      type: 'string',
      rows: 4,
      placeholder: 'Suggest three names for a shop that sells {product}.',
    },
    promptValues,
  },

  build: ({ inputs, label }) =>
    makePrompt([{ role: 'user', template: inputs.template }], inputs.promptValues, label),
})
