import type { NodeDefinition } from '#server/engine/define-node.ts'
import { customRetriever } from './custom-retriever.node.ts'
import { documentPool } from './document-pool.node.ts'
import { embeddingsFilterRetriever } from './embeddings-filter-retriever.node.ts'
import { hydeRetriever } from './hyde-retriever.node.ts'
import { llmFilterRetriever } from './llm-filter-retriever.node.ts'
import { multiQueryRetriever } from './multi-query-retriever.node.ts'
import { cohereRerankRetriever, jinaRerankRetriever, voyageAIRerankRetriever } from './rerankers.ts'
import { rrfRetriever } from './rrf-retriever.node.ts'
import { similarityThresholdRetriever } from './similarity-threshold-retriever.node.ts'
import { vectorStoreRetriever } from './vector-store-retriever.node.ts'

export const retrievers: NodeDefinition[] = [
  cohereRerankRetriever,
  customRetriever,
  documentPool,
  embeddingsFilterRetriever,
  hydeRetriever,
  jinaRerankRetriever,
  llmFilterRetriever,
  multiQueryRetriever,
  rrfRetriever,
  similarityThresholdRetriever,
  vectorStoreRetriever,
  voyageAIRerankRetriever,
]
