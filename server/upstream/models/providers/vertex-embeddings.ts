import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { createGoogleTokens } from './google-token.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const answer = z.object({
  predictions: z.array(
    z.object({
      embeddings: z.object({
        values: z.array(z.number()),
        statistics: z.object({ token_count: z.number().min(0) }).optional(),
      }),
    }),
  ),
})

const accounts = new LRUCache<string, ReturnType<typeof createGoogleTokens>>({ max: 100 })

export const wire: EmbeddingWire = {
  // The newest model accepts one text per request.
  maxTexts: 1,
  async embed({ apiKey, ...connection }, { model, dimensions, headers, providerOptions }, texts, call) {
    const { signal, purpose } = call
    const token = await tokensOf(apiKey, connection.fetch)(signal)
    const body = {
      instances: texts.map((content) => ({
        content,
        task_type: purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      })),
      parameters: {
        ...providerOptions,
        ...(dimensions !== undefined && { outputDimensionality: dimensions }),
      },
    }
    const response = await post({ ...connection, apiKey: token }, `/models/${model}:predict`, body, {
      headers,
      signal,
      errorIn,
    })
    const embeddings = answer.parse(await response.json()).predictions.map((each) => each.embeddings)
    const input = embeddings.reduce((sum, { statistics }) => sum + Math.ceil(statistics?.token_count ?? 0), 0)
    return {
      vectors: embeddings.map(({ values }) => values),
      usage: { ...noUsage, input },
      estimated: input === 0,
    }
  },
}

function tokensOf(keyFile: string, fetch: typeof globalThis.fetch) {
  const known = accounts.get(keyFile)
  if (known) {
    return known
  }
  const tokens = createGoogleTokens(keyFile, fetch)
  accounts.set(keyFile, tokens)
  return tokens
}
