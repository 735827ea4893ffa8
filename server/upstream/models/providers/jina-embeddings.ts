import type { EmbeddingWire } from '../embeddings.ts'
import { readEmbeddings } from './open-ai-embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

/** Jina AI: OpenAI's response format, but requests name the purpose of the texts. */
export const wire: EmbeddingWire = {
  async embed(connection, { model, dimensions, headers, providerOptions }, texts, { signal, purpose }) {
    const body = {
      ...providerOptions,
      model,
      input: texts,
      // Older models support one task only and reject this field.
      ...(/^jina-embeddings-v[3-9]/.test(model) && {
        task: purpose === 'query' ? 'retrieval.query' : 'retrieval.passage',
      }),
      ...(dimensions !== undefined && { dimensions }),
    }
    return readEmbeddings(await post(connection, '/embeddings', body, { headers, signal, errorIn }))
  },
}
