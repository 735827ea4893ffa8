import type { EmbeddingWire } from '../embeddings.ts'
import { readEmbeddings } from './open-ai-embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

/** Jina AI: OpenAI's answer to a question that says what the texts are for. */
export const wire: EmbeddingWire = {
  async embed(connection, { model, dimensions, headers, providerOptions }, texts, { signal, purpose }) {
    const body = {
      ...providerOptions,
      model,
      input: texts,
      // Older models know one task only, and refuse to be told.
      ...(/^jina-embeddings-v[3-9]/.test(model) && {
        task: purpose === 'query' ? 'retrieval.query' : 'retrieval.passage',
      }),
      ...(dimensions !== undefined && { dimensions }),
    }
    return readEmbeddings(await post(connection, '/embeddings', body, { headers, signal, errorIn }))
  },
}
