import { defineNode } from '#server/engine/define-node.ts'

export const promptRetriever = defineNode({
  name: 'promptRetriever',
  label: 'Prompt Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'A prompt for the Multi Prompt Chain to choose from.',
  icon: 'prompt',
  baseClasses: ['PromptRetriever'],

  inputs: {
    name: { label: 'Prompt Name', type: 'string', placeholder: 'physics-qa' },
    description: {
      label: 'Prompt Description',
      type: 'string',
      description: 'Questions this prompt is for.',
      rows: 3,
      placeholder: 'Good for questions about physics',
    },
    systemMessage: {
      label: 'Prompt System Message',
      type: 'string',
      rows: 4,
      placeholder: 'You are a patient physics teacher. Say so when you do not know.',
    },
  },

  build: ({ inputs: { name, description, systemMessage } }) => ({ name, description, systemMessage }),
})
