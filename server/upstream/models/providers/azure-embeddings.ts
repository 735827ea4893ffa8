import type { EmbeddingWire } from '../embeddings.ts'
import { readEmbeddings } from './open-ai-embeddings.ts'
import { errorIn } from './open-ai-error.ts'
import { post } from './post.ts'

/** OpenAI's models in Azure. The base URL ends with `?api-version=`. */
export const wire: EmbeddingWire = {
  async embed(
    { baseUrl, apiKey, fetch },
    { model, dimensions, headers, providerOptions },
    texts,
    { signal },
  ) {
    const { origin, pathname, search } = new URL(baseUrl)
    const body = { ...providerOptions, model, input: texts, ...(dimensions !== undefined && { dimensions }) }
    const connection = { baseUrl: origin + pathname.replace(/\/+$/, ''), apiKey: '', fetch }
    const response = await post(connection, `/embeddings${search}`, body, {
      headers: { ...headers, 'api-key': apiKey },
      signal,
      errorIn,
    })
    return readEmbeddings(response)
  },
}
