import type { NodeDefinition } from '#server/engine/define-node.ts'
import { chroma } from './chroma.node.ts'
import { documentStoreVS } from './document-store-vs.node.ts'
import { elasticsearch } from './elasticsearch.node.ts'
import { faiss } from './faiss.node.ts'
import { flowtillIndex } from './flowtill-index.node.ts'
import { flowtillStore } from './flowtill-store.node.ts'
import { memoryVectorStore } from './memory-vector-store.node.ts'
import { openSearch } from './open-search.node.ts'
import { pinecone } from './pinecone.node.ts'
import { pineconeLlamaIndex } from './pinecone-llama-index.node.ts'
import { postgres } from './postgres.node.ts'
import { qdrant } from './qdrant.node.ts'
import { simpleStoreLlamaIndex } from './simple-store-llama-index.node.ts'
import { supabase } from './supabase.node.ts'
import { upstash } from './upstash.node.ts'
import { weaviate } from './weaviate.node.ts'

export const vectorStores: NodeDefinition[] = [
  documentStoreVS,
  faiss,
  flowtillIndex,
  flowtillStore,
  memoryVectorStore,
  pineconeLlamaIndex,
  pinecone,
]

export const vectorDatabases: NodeDefinition[] = [chroma, postgres, qdrant]

export const hostedVectorStores: NodeDefinition[] = [
  elasticsearch,
  openSearch,
  supabase,
  upstash,
  weaviate,
  simpleStoreLlamaIndex,
]
