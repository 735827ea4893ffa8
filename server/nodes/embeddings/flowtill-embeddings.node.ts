import { defineNode } from '#server/engine/define-node.ts'

export const flowtillEmbeddings = defineNode({
  name: 'flowtillEmbeddings',
  label: 'Flowtill Embedding',
  version: 1,
  category: 'Embeddings',
  description:
    'Small built-in embedding model for testing flows. It needs no key and matches texts by shared words.',
  icon: 'embedding',
  baseClasses: ['FlowtillEmbeddings', 'Embeddings'],

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'options',
      options: [{ label: 'flowtill-embed', name: 'flowtill-embed' }],
      default: 'flowtill-embed',
    },
  },

  build: ({ inputs, ports }) =>
    ports.embeddings({ provider: 'flowtill', model: inputs.modelName, apiKey: 'sandbox-flowtill' }),
})
