import type { EmbeddingWire } from '../embeddings.ts'
import { readEmbeddings } from './open-ai-embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

/** Voyage AI: OpenAI's response format, but requests name the purpose of the texts. */
export const wire: EmbeddingWire = {
  maxTexts: 128,
  async embed(connection, { model, dimensions, headers, providerOptions }, texts, { signal, purpose }) {
    const body = {
      ...providerOptions,
      model,
      input: texts,
      input_type: purpose,
      ...(dimensions !== undefined && { output_dimension: dimensions }),
    }
    return readEmbeddings(await post(connection, '/embeddings', body, { headers, signal, errorIn }))
  },
}
