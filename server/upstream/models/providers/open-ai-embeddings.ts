import { z } from 'zod'
import type { Embedded } from '#server/engine/ports.ts'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const count = z.int().min(0).optional()
/** A schema of its items takes as long as everything else of an upsert. */
const vector = z.custom<number[]>(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
)
const answer = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.union([vector, z.string()]) })),
  usage: z.object({ prompt_tokens: count, total_tokens: count }).optional(),
})

export const wire: EmbeddingWire = {
  async embed(connection, { model, dimensions, headers, providerOptions }, texts, { signal }) {
    const body = { ...providerOptions, model, input: texts, ...(dimensions !== undefined && { dimensions }) }
    return readEmbeddings(await post(connection, '/embeddings', body, { headers, signal, errorIn }))
  },
}

/** Vectors in the order of their texts, as numbers or as base64 of 32-bit floats. */
export async function readEmbeddings(response: Response): Promise<Embedded> {
  const { data, usage } = answer.parse(await response.json())
  const ordered = data.every(({ index }) => index !== undefined)
    ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    : data
  const input = usage?.prompt_tokens ?? usage?.total_tokens
  return {
    vectors: ordered.map(({ embedding }) =>
      typeof embedding === 'string' ? fromBase64(embedding) : embedding,
    ),
    usage: { ...noUsage, input: input ?? 0 },
    estimated: input === undefined,
  }
}

function fromBase64(text: string): number[] {
  const bytes = Buffer.from(text, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4))
}
