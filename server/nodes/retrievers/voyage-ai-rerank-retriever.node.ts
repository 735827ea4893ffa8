import { voyageAIApi } from '#server/credentials/voyage-ai-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Retriever } from '#server/engine/handles.ts'
import { refuseUnpaid } from '#server/nodes/vector-stores/refuse-shared.ts'
import { countOf } from '#server/nodes/vector-stores/store-handles.ts'
import { reranked } from './rerank.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Call = {
  isShared: boolean
  label: string
  inputs: {
    readonly baseRetriever: Retriever
    readonly model: string | undefined
    readonly query: string | undefined
    readonly topK: number | undefined
  }
  credential: { readonly apiKey: string }
  turn: { question: string }
  ports: Pick<AnyCall['ports'], 'fetch'>
}

export const voyageAIRerankRetriever = defineNode({
  name: 'voyageAIRerankRetriever',
  label: 'Voyage AI Rerank Retriever',
  version: 1,
  category: 'Retrievers',
  description: 'Lets a model of Voyage AI put what another retriever finds into order.',
  icon: 'retriever',
  baseClasses: ['VoyageAIRerankRetriever', 'BaseRetriever'],
  credential: voyageAIApi,

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
      description: 'How many pieces are kept.',
      step: 1,
      min: 1,
      default: 4,
      optional: true,
      additionalParams: true,
    },
  },

  outputs: retrieverOutputs('Voyage AI Rerank Retriever', ['VoyageAIRerankRetriever'], open),
})

function open(call: Call): Retriever {
  refuseUnpaid(call)
  const { inputs, credential, ports } = call
  const count = countOf(inputs.topK)
  return reranked(inputs.baseRetriever, {
    name: 'Voyage AI',
    url: 'https://api.voyageai.com/v1/rerank',
    apiKey: credential.apiKey,
    fetch: ports.fetch,
    body: { model: inputs.model ?? 'rerank-2.5', top_k: count },
    count,
  })
}
