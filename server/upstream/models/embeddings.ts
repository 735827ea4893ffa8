import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { EmbeddingPurpose } from '#server/engine/handles.ts'
import type { Embedded, EmbeddingSettings, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'
import { addressOf, type Outside, speaksOpenAI } from './addresses.ts'
import { type Connection, nameOf } from './provider-model.ts'

export type EmbeddingWire = {
  maxTexts?: number
  embed(
    connection: Connection,
    settings: EmbeddingSettings,
    texts: readonly string[],
    call: { signal: AbortSignal; purpose: EmbeddingPurpose },
  ): Promise<Embedded>
}

const loaders: Record<string, () => Promise<{ wire: EmbeddingWire }>> = {
  openai: () => import('./providers/open-ai-embeddings.ts'),
  azure: () => import('./providers/azure-embeddings.ts'),
  cohere: () => import('./providers/cohere-embeddings.ts'),
  google: () => import('./providers/google-embeddings.ts'),
  vertex: () => import('./providers/vertex-embeddings.ts'),
  ollama: () => import('./providers/ollama-embeddings.ts'),
  huggingface: () => import('./providers/hugging-face-embeddings.ts'),
  voyage: () => import('./providers/voyage-embeddings.ts'),
  jina: () => import('./providers/jina-embeddings.ts'),
  bedrock: () => import('./providers/bedrock-embeddings.ts'),
}

const names: Record<string, string> = { voyage: 'Voyage AI', jina: 'Jina AI' }

/** Embedding models behind the engine's port. No retries: the engine decides, because each attempt may cost money. */
export function createEmbedPort(outside: Outside): Ports['embed'] {
  return async (settings, texts, { signal, purpose = 'document' }) => {
    assertOutsideTransaction('An embedding call')
    const { timeoutMs, apiKey, provider, customBaseUrl } = settings
    const limited = timeoutMs ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal
    const loader = loaders[speaksOpenAI(settings) ? 'openai' : provider] ?? rejectProvider(settings)
    try {
      const { wire } = await loader()
      const connection = { baseUrl: addressOf(settings, outside), apiKey: apiKey ?? '', fetch: outside.fetch }
      return await inPortions(texts, wire.maxTexts, (portion) =>
        wire.embed(connection, settings, portion, { signal: limited, purpose }),
      )
    } catch (error) {
      const { toModelError } = await import('./provider-error.ts')
      const name = (customBaseUrl ? undefined : names[provider]) ?? nameOf(settings)
      throw toModelError(error, { name, apiKey, signal })
    }
  }
}

async function inPortions(
  texts: readonly string[],
  max: number | undefined,
  embed: (portion: readonly string[]) => Promise<Embedded>,
): Promise<Embedded> {
  if (max === undefined || texts.length <= max) {
    return embed(texts)
  }
  const all: Embedded = { vectors: [], usage: noUsage, estimated: false }
  for (let from = 0; from < texts.length; from += max) {
    const { vectors, usage, estimated } = await embed(texts.slice(from, from + max))
    all.vectors.push(...vectors)
    all.usage = { ...noUsage, input: all.usage.input + usage.input }
    all.estimated ||= estimated
  }
  return all
}

function rejectProvider({ provider }: EmbeddingSettings): never {
  throw new AppError('INVALID_FLOW', `This server cannot speak to embedding models of ${provider}.`)
}
