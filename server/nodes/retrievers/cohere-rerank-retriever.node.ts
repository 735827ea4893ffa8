import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import { estimateTokens } from '#server/engine/estimate.ts'
import type { Retriever } from '#server/engine/handles.ts'
import { countOf } from '#server/nodes/vector-stores/store-handles.ts'
import { type Bill, reranked } from './rerank.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: {
    readonly baseRetriever: Retriever
    readonly model: string | undefined
    readonly query: string | undefined
    readonly topK: number | undefined
  }
  credential: { readonly cohereApiKey: string }
  turn: { question: string }
  ports: Pick<AnyCall['ports'], 'fetch' | 'paid'>
}

export const cohereRerankRetriever = defineNode({
  name: 'cohereRerankRetriever',
  label: 'Cohere Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Reranks the results of another retriever with Cohere.',
  icon: 'retriever',
  baseClasses: ['CohereRerankRetriever', 'BaseRetriever'],
  credential: cohereApi,
  sharedCredential: 'metered',

  inputs: {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    model: {
      label: 'Model Name',
      type: 'options',
      options: [
        { label: 'rerank-v3.5', name: 'rerank-v3.5' },
        { label: 'rerank-english-v3.0', name: 'rerank-english-v3.0' },
        { label: 'rerank-multilingual-v3.0', name: 'rerank-multilingual-v3.0' },
      ],
      default: 'rerank-v3.5',
      optional: true,
    },
    query,
    topK: {
      label: 'Top K',
      type: 'number',
      description: 'Number of chunks to keep.',
      step: 1,
      min: 1,
      default: 4,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Cohere Rerank Retriever', ['CohereRerankRetriever'], open),
})

/** A search ranks 100 pieces; one of more than 500 tokens, the question's among them, is several. */
const bill: Bill = {
  provider: 'cohere',
  most: (question, texts) => Math.ceil(texts.reduce((sum, text) => sum + piecesOf(question, text), 0) / 100),
  said: ({ meta }) => meta?.billed_units?.search_units,
}

function piecesOf(question: string, text: string) {
  return Math.ceil(estimateTokens(text) / Math.max(100, 500 - estimateTokens(question)))
}

function open({ inputs, credential, ports }: Call): Retriever {
  const count = countOf(inputs.topK)
  return reranked(inputs.baseRetriever, {
    name: 'Cohere',
    url: 'https://api.cohere.com/v2/rerank',
    apiKey: credential.cohereApiKey,
    ports,
    model: inputs.model ?? 'rerank-v3.5',
    body: { top_n: count },
    count,
    bill,
  })
}
