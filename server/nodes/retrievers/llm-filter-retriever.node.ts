import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Document, Retriever } from '#server/engine/handles.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: { readonly baseRetriever: Retriever; readonly model: ChatModel; readonly query: string | undefined }
  turn: { question: string }
}

const nothing = 'NO_OUTPUT'

export const llmFilterRetriever = defineNode({
  name: 'llmFilterRetriever',
  label: 'LLM Filter Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Keeps only the relevant part of each chunk, selected by a model.',
  icon: 'retriever',
  baseClasses: ['LLMFilterRetriever', 'BaseRetriever'],

  inputs: {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    query,
  },

  outputs: retrieverOutputs('LLM Filter Retriever', ['LLMFilterRetriever'], open),
})

function open({ inputs: { baseRetriever, model } }: Call): Retriever {
  return {
    async retrieve(question) {
      const found = await baseRetriever.retrieve(question)
      const stored = await Promise.all(found.map((document) => extract(model, question, document)))
      return stored.filter(({ pageContent }) => pageContent !== '')
    },
  }
}

async function extract(model: ChatModel, question: string, document: Document): Promise<Document> {
  const { text } = await callModel(model, {
    system: `Copy from the passage, word by word, what bears on the question, and nothing else. If nothing does, write ${nothing}.`,
    messages: [{ role: 'user', content: `Passage:\n${document.pageContent}\n\nQuestion: ${question}` }],
  })
  return { ...document, pageContent: text.includes(nothing) ? '' : text.trim() }
}
