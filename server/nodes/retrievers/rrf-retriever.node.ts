import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Retriever } from '#server/engine/handles.ts'
import { countOf } from '#server/nodes/vector-stores/store-handles.ts'
import { defaultVariantsPrompt, fuseLists, generateVariants } from './generate-variants.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: {
    readonly baseRetriever: Retriever
    readonly model: ChatModel
    readonly query: string | undefined
    readonly queryCount: number | undefined
    readonly topK: number | undefined
    readonly c: number | undefined
  }
  turn: { question: string }
}

export const rrfRetriever = defineNode({
  name: 'RRFRetriever',
  label: 'Reciprocal Rank Fusion Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Searches with several versions of the question and ranks the results they share first.',
  icon: 'retriever',
  baseClasses: ['RRFRetriever', 'BaseRetriever'],

  inputs: {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    query,
    queryCount: {
      label: 'Query Count',
      type: 'number',
      description: 'Number of versions of the question.',
      step: 1,
      min: 1,
      default: 4,
      optional: true,
    },
    topK: {
      label: 'Top K',
      type: 'number',
      description: 'Number of chunks to keep. Default: 4.',
      step: 1,
      min: 1,
      optional: true,
    },
    c: {
      label: 'Constant',
      type: 'number',
      description: 'Higher values give top ranks less weight.',
      step: 1,
      min: 1,
      default: 60,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Reciprocal Rank Fusion Retriever', ['RRFRetriever'], open),
})

function open({ inputs: { baseRetriever, model, queryCount = 4, topK, c = 60 } }: Call): Retriever {
  return {
    async retrieve(question) {
      const questions = await generateVariants(model, question, defaultVariantsPrompt, queryCount)
      const lists = await Promise.all(questions.map(baseRetriever.retrieve))
      return fuseLists(lists, c).slice(0, countOf(topK))
    },
  }
}
