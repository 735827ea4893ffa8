import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { jinaAIApi } from '#server/credentials/jina-ai-api.credential.ts'
import { voyageAIApi } from '#server/credentials/voyage-ai-api.credential.ts'
import type { AnyCall, Credential, NodeDefinition } from '#server/engine/define-node.ts'
import { estimateTokens } from '#server/engine/estimate.ts'
import type { Retriever } from '#server/engine/handles.ts'
import type { Inputs, InputsOf } from '#server/engine/inputs.ts'
import { countOf } from '#server/nodes/vector-stores/store-handles.ts'
import { type Bill, reranked, tokensOf } from './rerank.ts'
import { query, retrieverOutputs } from './retriever-outputs.ts'

type Row<C extends Credential> = Pick<NodeDefinition, 'name' | 'label'> & {
  kind: string
  service: string
  credential: C
  apiKey(credential: InputsOf<C['inputs']>): string
  url: string
  /** The first is the default. */
  models: readonly [string, ...string[]]
  /** The input for the number of chunks, and its name in the request. */
  count: { input: 'topK' | 'topN'; label: string; param: 'top_k' | 'top_n' }
  bill: Bill
}

function reranker<C extends Credential>(row: Row<C>): NodeDefinition {
  const { name, label, kind, service, credential, models, count, url, bill } = row
  type Call = Omit<AnyCall, 'inputs' | 'credential'> & {
    inputs: {
      readonly baseRetriever: Retriever
      readonly model: string | undefined
      readonly query: string | undefined
      readonly topK?: number | undefined
      readonly topN?: number | undefined
    }
    credential: InputsOf<C['inputs']>
  }
  const inputs: Inputs = {
    baseRetriever: { label: 'Vector Store Retriever', type: 'VectorStoreRetriever' },
    model: {
      label: 'Model Name',
      type: 'options',
      options: models.map((model) => ({ label: model, name: model })),
      default: models[0],
      optional: true,
    },
    query,
    [count.input]: {
      label: count.label,
      type: 'number',
      description: 'Number of chunks to keep.',
      step: 1,
      min: 1,
      default: 4,
      optional: true,
      additionalParams: true,
    },
  }
  return {
    name,
    label,
    version: 1,
    category: 'Retrievers',
    description: `Reranks the results of another retriever with ${service}.`,
    icon: 'retriever',
    baseClasses: [kind, 'BaseRetriever'],
    credential,
    sharedCredential: 'metered',
    inputs,
    outputs: retrieverOutputs(label, [kind], ({ inputs, credential, ports }: Call) => {
      const stored = countOf(inputs[count.input])
      return reranked(inputs.baseRetriever, {
        name: service,
        url,
        apiKey: row.apiKey(credential),
        ports,
        model: inputs.model ?? models[0],
        body: { [count.param]: stored },
        count: stored,
        bill,
      })
    }),
  }
}

export const cohereRerankRetriever = reranker({
  name: 'cohereRerankRetriever',
  label: 'Cohere Rerank Retriever',
  kind: 'CohereRerankRetriever',
  service: 'Cohere',
  credential: cohereApi,
  apiKey: ({ cohereApiKey }) => cohereApiKey,
  url: 'https://api.cohere.com/v2/rerank',
  models: ['rerank-v3.5', 'rerank-english-v3.0', 'rerank-multilingual-v3.0'],
  count: { input: 'topK', label: 'Top K', param: 'top_n' },
  // Cohere charges per 100 pieces of up to 500 tokens, the question included.
  bill: {
    provider: 'cohere',
    max: (question, texts) => Math.ceil(texts.reduce((sum, text) => sum + piecesOf(question, text), 0) / 100),
    usageOf: ({ meta }) => meta?.billed_units?.search_units,
  },
})

function piecesOf(question: string, text: string) {
  return Math.ceil(estimateTokens(text) / Math.max(100, 500 - estimateTokens(question)))
}

export const jinaRerankRetriever = reranker({
  name: 'JinaRerankRetriever',
  label: 'Jina AI Rerank Retriever',
  kind: 'JinaRerankRetriever',
  service: 'Jina AI',
  credential: jinaAIApi,
  apiKey: ({ jinaAIAPIKey }) => jinaAIAPIKey,
  url: 'https://api.jina.ai/v1/rerank',
  models: ['jina-reranker-v2-base-multilingual', 'jina-reranker-m0', 'jina-colbert-v2'],
  count: { input: 'topN', label: 'Top N', param: 'top_n' },
  bill: { provider: 'jina', max: tokensOf, usageOf: ({ usage }) => usage?.total_tokens },
})

export const voyageAIRerankRetriever = reranker({
  name: 'voyageAIRerankRetriever',
  label: 'Voyage AI Rerank Retriever',
  kind: 'VoyageAIRerankRetriever',
  service: 'Voyage AI',
  credential: voyageAIApi,
  apiKey: ({ apiKey }) => apiKey,
  url: 'https://api.voyageai.com/v1/rerank',
  models: ['rerank-2.5', 'rerank-2.5-lite', 'rerank-2', 'rerank-2-lite'],
  count: { input: 'topK', label: 'Top K', param: 'top_k' },
  bill: { provider: 'voyage', max: tokensOf, usageOf: ({ usage }) => usage?.total_tokens },
})
