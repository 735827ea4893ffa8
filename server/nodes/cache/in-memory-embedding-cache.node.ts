import { defineNode } from '#server/engine/define-node.ts'
import { cacheKey } from './cache-key.ts'
import { cachedEmbeddings } from './cached-embeddings.ts'
import { embeddings, namespace } from './embeddings-inputs.ts'
import { remembered } from './remembered.ts'

export const inMemoryEmbeddingCache = defineNode({
  name: 'inMemoryEmbeddingCache',
  label: 'InMemory Embedding Cache',
  version: 1,
  category: 'Cache',
  description: 'Caches embeddings so that each text is charged once, until the server restarts.',
  icon: 'cache',
  baseClasses: ['InMemoryEmbeddingCache', 'Embeddings'],

  inputs: { embeddings, namespace },

  build: ({ inputs, turn: { flowId } }) =>
    cachedEmbeddings(
      inputs.embeddings,
      {
        find: async (keys) => keys.map((key) => remembered.vectors.get(key)),
        async store(entries) {
          for (const [key, vector] of entries) {
            remembered.vectors.set(key, vector)
          }
        },
      },
      // Without the flow's id, owners could read each other's vectors.
      (about) => cacheKey(flowId, JSON.stringify([inputs.namespace ?? '', about])),
    ),
})
