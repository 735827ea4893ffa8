import type { NodeDefinition } from '#server/engine/define-node.ts'
import { inMemoryCache } from './in-memory-cache.node.ts'
import { inMemoryEmbeddingCache } from './in-memory-embedding-cache.node.ts'
import { redisCache } from './redis-cache.node.ts'
import { redisEmbeddingsCache } from './redis-embeddings-cache.node.ts'
import { upstashRedisCache } from './upstash-redis-cache.node.ts'

export const caches: NodeDefinition[] = [inMemoryCache, inMemoryEmbeddingCache, redisEmbeddingsCache]

export const redisCaches: NodeDefinition[] = [redisCache, upstashRedisCache]
