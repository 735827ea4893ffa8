import { z } from 'zod'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const answer = z.object({
  data: z.array(
    z.object({ index: z.int().optional(), embedding: z.union([z.array(z.number()), z.string()]) }),
  ),
  usage: z.object({ prompt_tokens: z.int().min(0).default(0) }).optional(),
})

/** OpenAI's `/embeddings`, which most servers have taken over. Vectors as numbers or as base64 of 32-bit floats. */
export const wire: EmbeddingWire = {
  async embed(connection, { model, dimensions, headers, providerOptions }, texts, signal) {
    const body = { ...providerOptions, model, input: texts, ...(dimensions !== undefined && { dimensions }) }
    const response = await post(connection, '/embeddings', body, { headers, signal, errorIn })
    const { data, usage } = answer.parse(await response.json())
    const ordered = data.every(({ index }) => index !== undefined)
      ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      : data
    return {
      vectors: ordered.map(({ embedding }) =>
        typeof embedding === 'string' ? fromBase64(embedding) : embedding,
      ),
      usage: { ...noUsage, input: usage?.prompt_tokens ?? 0 },
      estimated: usage === undefined,
    }
  },
}

function fromBase64(text: string): number[] {
  const bytes = Buffer.from(text, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4))
}
