import { defineNode } from '#server/engine/define-node.ts'

export const promptRetriever = defineNode({
  name: 'promptRetriever',
  label: 'Prompt Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'One of the prompts a Multi Prompt Chain chooses from.',
  icon: 'prompt',
  baseClasses: ['PromptRetriever'],

  inputs: {
    name: { label: 'Prompt Name', type: 'string', placeholder: 'physics-qa' },
    description: {
      label: 'Prompt Description',
      type: 'string',
      description: 'What the questions are about that it is for.',
      rows: 3,
      placeholder: 'Good for questions about physics',
    },
    systemMessage: {
      label: 'Prompt System Message',
      type: 'string',
      rows: 4,
      placeholder: 'You are a patient teacher of physics. You say so when you do not know.',
    },
  },

  build: ({ inputs: { name, description, systemMessage } }) => ({ name, description, systemMessage }),
})
