import { z } from 'zod'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const vector = z.array(z.number())
/** One vector per text; some models return one per token, to be averaged. */
const answer = z.union([z.array(vector), z.array(z.array(vector))])

export const wire: EmbeddingWire = {
  async embed(connection, { model, customBaseUrl, headers }, texts, { signal }) {
    const path = customBaseUrl ? '' : `/models/${model}/pipeline/feature-extraction`
    const response = await post(connection, path, { inputs: texts }, { headers, signal, errorIn })
    const vectors = answer.parse(await response.json()).map(toVector)
    return { vectors, usage: noUsage, estimated: true }
  },
}

function toVector(found: number[] | number[][]): number[] {
  const [first] = found
  if (!Array.isArray(first)) {
    return found as number[]
  }
  const tokens = found as number[][]
  return first.map((_, place) => tokens.reduce((sum, token) => sum + (token[place] ?? 0), 0) / tokens.length)
}
