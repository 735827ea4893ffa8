import { APICallError } from '@ai-sdk/provider'
import { z } from 'zod'
import { readAwsKeys, signAws } from '#server/upstream/aws-signature.ts'
import { noUsage } from '#shared/runs.ts'
import type { EmbeddingWire } from '../embeddings.ts'
import type { Connection } from '../provider-model.ts'
import { errorIn } from './open-ai-error.ts'

const titanAnswer = z.object({
  embedding: z.array(z.number()),
  inputTextTokenCount: z.int().min(0).default(0),
})
const cohereAnswer = z.object({
  embeddings: z.union([z.array(z.array(z.number())), z.object({ float: z.array(z.array(z.number())) })]),
})

/** Embedding models in AWS: Amazon's, which accept one text per request, and Cohere's. */
export const wire: EmbeddingWire = {
  maxTexts: 96,
  async embed(connection, { model, dimensions, providerOptions }, texts, { signal, purpose }) {
    if (model.startsWith('cohere.')) {
      const body = {
        texts,
        input_type: purpose === 'query' ? 'search_query' : 'search_document',
        truncate: 'END',
        ...providerOptions,
      }
      const { embeddings } = cohereAnswer.parse(await invoke(connection, model, body, signal))
      return {
        vectors: Array.isArray(embeddings) ? embeddings : embeddings.float,
        usage: noUsage,
        estimated: true,
      }
    }
    const vectors: number[][] = []
    let input = 0
    for (const inputText of texts) {
      const body = { inputText, ...(dimensions !== undefined && { dimensions }) }
      const answer = titanAnswer.parse(await invoke(connection, model, body, signal))
      vectors.push(answer.embedding)
      input += answer.inputTextTokenCount
    }
    return { vectors, usage: { ...noUsage, input }, estimated: input === 0 }
  },
}

async function invoke(
  { baseUrl, apiKey, fetch }: Connection,
  model: string,
  body: object,
  signal: AbortSignal,
) {
  const url = new URL(`${baseUrl}/model/${encodeURIComponent(model)}/invoke`)
  const text = JSON.stringify(body)
  const region = /bedrock-runtime\.([\w-]+)\.amazonaws\./.exec(baseUrl)?.[1] ?? 'us-east-1'
  const headers = await signAws(
    {
      method: 'POST',
      url,
      body: text,
      headers: { 'content-type': 'application/json' },
      region,
      service: 'bedrock',
    },
    readAwsKeys(apiKey),
    new Date(),
  )
  const response = await fetch(url, { method: 'POST', headers, body: text, signal })
  if (!response.ok) {
    const message = errorIn(await response.text()) ?? response.statusText
    throw new APICallError({ message, url: url.href, requestBodyValues: {}, statusCode: response.status })
  }
  return response.json()
}
