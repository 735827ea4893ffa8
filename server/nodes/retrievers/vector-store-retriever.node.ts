import { defineNode } from '#server/engine/define-node.ts'
import { toRetriever } from '#server/nodes/vector-stores/store-handles.ts'

export const vectorStoreRetriever = defineNode({
  name: 'vectorStoreRetriever',
  label: 'Vector Store Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'A vector store with a name, for chains that choose among several.',
  icon: 'retriever',
  baseClasses: ['VectorStoreRetriever', 'BaseRetriever'],

  inputs: {
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    name: { label: 'Retriever Name', type: 'string', placeholder: 'opening hours' },
    description: {
      label: 'Retriever Description',
      type: 'string',
      description: 'What can be found here: the model chooses by this.',
      rows: 3,
    },
  },

  build: ({ inputs }) => ({
    ...toRetriever(inputs.vectorStore, undefined),
    name: inputs.name,
    description: inputs.description,
  }),
})
