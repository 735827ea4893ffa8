import { voyageAIApi } from '#server/credentials/voyage-ai-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Retriever } from '#server/engine/handles.ts'
import { countOf } from '#server/nodes/vector-stores/store-handles.ts'
import { type Bill, reranked, tokensOf } from './rerank.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  inputs: {
    readonly baseRetriever: Retriever
    readonly model: string | undefined
    readonly query: string | undefined
    readonly topK: number | undefined
  }
  credential: { readonly apiKey: string }
  turn: { question: string }
  ports: Pick<AnyCall['ports'], 'fetch' | 'paid'>
}

export const voyageAIRerankRetriever = defineNode({
  name: 'voyageAIRerankRetriever',
  label: 'Voyage AI Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Reranks the results of another retriever with Voyage AI.',
  icon: 'retriever',
  baseClasses: ['VoyageAIRerankRetriever', 'BaseRetriever'],
  credential: voyageAIApi,
  sharedCredential: 'metered',

  inputs: {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    model: {
      label: 'Model Name',
      type: 'options',
      options: [
        { label: 'rerank-2.5', name: 'rerank-2.5' },
        { label: 'rerank-2.5-lite', name: 'rerank-2.5-lite' },
        { label: 'rerank-2', name: 'rerank-2' },
        { label: 'rerank-2-lite', name: 'rerank-2-lite' },
      ],
      default: 'rerank-2.5',
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

  outputs: retrieverOutputs('Voyage AI Rerank Retriever', ['VoyageAIRerankRetriever'], open),
})

const bill: Bill = { provider: 'voyage', most: tokensOf, said: ({ usage }) => usage?.total_tokens }

function open({ inputs, credential, ports }: Call): Retriever {
  const count = countOf(inputs.topK)
  return reranked(inputs.baseRetriever, {
    name: 'Voyage AI',
    url: 'https://api.voyageai.com/v1/rerank',
    apiKey: credential.apiKey,
    ports,
    model: inputs.model ?? 'rerank-2.5',
    body: { top_k: count },
    count,
    bill,
  })
}
