import { z } from 'zod'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const answer = z.object({
  embeddings: z.object({ float: z.array(z.array(z.number())) }),
  meta: z
    .object({ billed_units: z.object({ input_tokens: z.int().min(0).optional() }).optional() })
    .optional(),
})

export const wire: EmbeddingWire = {
  maxTexts: 96,
  async embed(connection, { model, dimensions, headers, providerOptions }, texts, { signal, purpose }) {
    const body = {
      model,
      texts,
      input_type: purpose === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      truncate: 'END',
      ...(dimensions !== undefined && { output_dimension: dimensions }),
      ...providerOptions,
    }
    const response = await post(connection, '/embed', body, { headers, signal, errorIn })
    const { embeddings, meta } = answer.parse(await response.json())
    const input = meta?.billed_units?.input_tokens
    return {
      vectors: embeddings.float,
      usage: { ...noUsage, input: input ?? 0 },
      estimated: input === undefined,
    }
  },
}
