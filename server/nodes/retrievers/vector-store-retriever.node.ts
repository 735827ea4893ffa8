import { defineNode } from '#server/engine/define-node.ts'
import { toRetriever } from '#server/nodes/vector-stores/store-handles.ts'

export const vectorStoreRetriever = defineNode({
  name: 'vectorStoreRetriever',
  label: 'Vector Store Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'A vector store with a name and a description, for chains that choose between several.',
  icon: 'retriever',
  baseClasses: ['VectorStoreRetriever', 'BaseRetriever'],

  inputs: {
    vectorStore: { label: 'Vector Store', type: 'VectorStore' },
    name: { label: 'Retriever Name', type: 'string', placeholder: 'opening hours' },
    description: {
      label: 'Retriever Description',
      type: 'string',
      description: 'Content of this store. The model chooses by this description.',
      rows: 3,
    },
  },

  build: ({ inputs }) => ({
    ...toRetriever(inputs.vectorStore, undefined),
    name: inputs.name,
    description: inputs.description,
  }),
})
