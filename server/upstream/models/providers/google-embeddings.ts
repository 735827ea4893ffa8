import { z } from 'zod'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

const answer = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) })

/** Gemini's models. The API reports no token usage, so tokens are counted here. */
export const wire: EmbeddingWire = {
  maxTexts: 100,
  async embed({ apiKey, ...connection }, { model, dimensions, headers, providerOptions }, texts, call) {
    const { signal, purpose } = call
    const name = model.startsWith('models/') ? model : `models/${model}`
    const requests = texts.map((text) => ({
      model: name,
      content: { parts: [{ text }] },
      taskType: purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      ...(dimensions !== undefined && { outputDimensionality: dimensions }),
      ...providerOptions,
    }))
    const response = await post(
      { ...connection, apiKey: '' },
      `/${name}:batchEmbedContents`,
      { requests },
      {
        headers: { ...headers, 'x-goog-api-key': apiKey },
        signal,
        errorIn,
      },
    )
    const { embeddings } = answer.parse(await response.json())
    return { vectors: embeddings.map(({ values }) => values), usage: noUsage, estimated: true }
  },
}
