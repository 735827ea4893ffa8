import type { NodeDefinition } from '#server/engine/define-node.ts'
import { conversationChain } from './conversation-chain.node.ts'
import { conversationalRetrievalQAChain } from './conversational-retrieval-qa-chain.node.ts'
import { getApiChain } from './get-api-chain.node.ts'
import { llmChain } from './llm-chain.node.ts'
import { multiPromptChain } from './multi-prompt-chain.node.ts'
import { multiRetrievalQAChain } from './multi-retrieval-qa-chain.node.ts'
import { openApiChain } from './open-api-chain.node.ts'
import { postApiChain } from './post-api-chain.node.ts'
import { retrievalQAChain } from './retrieval-qa-chain.node.ts'
import { sqlDatabaseChain } from './sql-database-chain.node.ts'
import { vectorDBQAChain } from './vector-db-qa-chain.node.ts'

export const chains: NodeDefinition[] = [
  conversationChain,
  llmChain,
  sqlDatabaseChain,
  getApiChain,
  postApiChain,
]

export const routingChains: NodeDefinition[] = [multiPromptChain, openApiChain]

export const retrievalChains: NodeDefinition[] = [
  conversationalRetrievalQAChain,
  retrievalQAChain,
  vectorDBQAChain,
]

export const multiRetrievalChains: NodeDefinition[] = [multiRetrievalQAChain]
