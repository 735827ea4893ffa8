import { z } from 'zod'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const answer = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.int().min(0).optional(),
})

export const wire: EmbeddingWire = {
  async embed(connection, { model, headers, providerOptions }, texts, { signal }) {
    const body = { model, input: texts, ...(providerOptions && { options: providerOptions }) }
    const response = await post(connection, '/api/embed', body, { headers, signal, errorIn })
    const { embeddings, prompt_eval_count: input } = answer.parse(await response.json())
    return { vectors: embeddings, usage: { ...noUsage, input: input ?? 0 }, estimated: input === undefined }
  },
}
