import { jinaAIApi } from '#server/credentials/jina-ai-api.credential.ts'
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
    readonly topN: number | undefined
  }
  credential: { readonly jinaAIAPIKey: string }
  turn: { question: string }
  ports: Pick<AnyCall['ports'], 'fetch' | 'paid'>
}

export const jinaRerankRetriever = defineNode({
  name: 'JinaRerankRetriever',
  label: 'Jina AI Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Reranks the results of another retriever with Jina AI.',
  icon: 'retriever',
  baseClasses: ['JinaRerankRetriever', 'BaseRetriever'],
  credential: jinaAIApi,
  sharedCredential: 'metered',

  inputs: {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    model: {
      label: 'Model Name',
      type: 'options',
      options: [
        { label: 'jina-reranker-v2-base-multilingual', name: 'jina-reranker-v2-base-multilingual' },
        { label: 'jina-reranker-m0', name: 'jina-reranker-m0' },
        { label: 'jina-colbert-v2', name: 'jina-colbert-v2' },
      ],
      default: 'jina-reranker-v2-base-multilingual',
      optional: true,
    },
    query,
    topN: {
      label: 'Top N',
      type: 'number',
      description: 'Number of chunks to keep.',
      step: 1,
      min: 1,
      default: 4,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Jina AI Rerank Retriever', ['JinaRerankRetriever'], open),
})

const bill: Bill = { provider: 'jina', most: tokensOf, said: ({ usage }) => usage?.total_tokens }

function open({ inputs, credential, ports }: Call): Retriever {
  const count = countOf(inputs.topN)
  return reranked(inputs.baseRetriever, {
    name: 'Jina AI',
    url: 'https://api.jina.ai/v1/rerank',
    apiKey: credential.jinaAIAPIKey,
    ports,
    model: inputs.model ?? 'jina-reranker-v2-base-multilingual',
    body: { top_n: count },
    count,
    bill,
  })
}
