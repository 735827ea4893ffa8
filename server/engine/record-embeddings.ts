import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'
import { countReceived, estimateTokens } from './estimate.ts'
import type { EmbeddingPurpose, Embeddings, Holder } from './handles.ts'
import { createCallIds } from './past-calls.ts'
import type { Embedded, EmbeddingSettings, Ports, VectorCache } from './ports.ts'
import { type CallRecording, recordCall } from './record-call.ts'
import { platformProvider } from './record-model.ts'

type Recording = CallRecording & {
  embed: Ports['embed']
  platform: boolean
  vectors?: VectorCache | undefined
}

type EmbeddingCall = {
  settings: EmbeddingSettings
  texts: readonly string[]
  purpose: EmbeddingPurpose
  holder: Holder
  space: string
}

const defaultBatch = 100

/**
 * Embedding models whose calls are logged and charged like those of chat models; vectors are not logged. With a cache,
 * documents are embedded once, and their vectors are stored with the charge.
 */
export function recordEmbeddings({ embed, platform, vectors: cache, ...recording }: Recording) {
  const { nodeId, signal } = recording
  const nextCall = createCallIds(nodeId, recording.scope)

  async function call({ settings, texts, purpose, holder, space }: EmbeddingCall) {
    const { provider, model } = settings
    const paidBy = platform || provider === platformProvider ? 'platform' : 'owner'
    const all = texts.join('\n')
    const worstCase = { input: estimateTokens(all) + texts.length, output: 0 }
    const isStored = cache && purpose === 'document' ? { isStored: true as const } : {}
    const callId = nextCall(`${holder.id}:embed`)
    const called = { callId, provider, model, paidBy, worstCase, ...isStored } as const
    const send = async () => {
      const embedded = believable(await embed(settings, texts, { signal, purpose }), texts, all)
      return { answer: embedded.vectors, usage: embedded.usage, estimated: embedded.estimated }
    }
    return recordCall<number[][]>(recording, called, {
      ...{ send, sent: countReceived(all) },
      ...(called.isStored && { toEmbedded: (vectors) => ({ space, texts, vectors }) }),
    })
  }

  async function embedAll(
    texts: readonly string[],
    request: Omit<EmbeddingCall, 'texts'>,
    batchSize: number,
  ): Promise<number[][]> {
    const vectors: number[][] = []
    for (let from = 0; from < texts.length; from += Math.max(1, batchSize)) {
      const batch = texts.slice(from, from + Math.max(1, batchSize))
      vectors.push(...(await call({ ...request, texts: batch })))
    }
    return vectors
  }

  /** Embeds only the texts without a vector, each of them once. */
  async function embedNew(
    texts: readonly string[],
    known: VectorCache,
    request: Omit<EmbeddingCall, 'texts'>,
    batchSize: number,
  ): Promise<number[][]> {
    const found = await known.find(request.space, texts)
    const unknown = [...new Set(texts.filter((_, place) => found[place] === undefined))]
    const vectors = await embedAll(unknown, request, batchSize)
    const made = new Map(unknown.map((text, place) => [text, vectors[place] ?? []]))
    return texts.map((text, place) => found[place] ?? made.get(text) ?? [])
  }

  return (settings: EmbeddingSettings): Embeddings => {
    if (settings.customBaseUrl && platform) {
      throw new AppError(
        'INVALID_FLOW',
        'A shared credential cannot be used with a custom URL. Clear the base path or choose your own credential.',
      )
    }
    const allowed = platform ? { ...settings, headers: undefined } : settings
    const { provider, model, dimensions, baseUrl, customBaseUrl, batchSize = defaultBatch } = settings
    const key = [provider, model, dimensions, customBaseUrl ?? baseUrl].join('|')
    const heldBy = (holder: Holder): Embeddings => ({
      key,
      async embed(texts, purpose = 'document') {
        const request = { settings: allowed, purpose, holder, space: key }
        return cache && purpose === 'document'
          ? embedNew(texts, cache, request, batchSize)
          : embedAll(texts, request, batchSize)
      },
      heldBy,
    })
    return heldBy({ id: nodeId, listens: false })
  }
}

/** One vector per text, with plausible usage as for chat models. */
function believable(embedded: Embedded, texts: readonly string[], all: string): Embedded {
  if (embedded.vectors.length !== texts.length) {
    throw new AppError('UPSTREAM_FAILED', 'The embedding model did not give one vector for each text.')
  }
  const own = countReceived(all)
  const { input } = embedded.usage
  return input === 0 || input > 100 * (own + 100)
    ? { ...embedded, estimated: true, usage: { ...noUsage, input: own } }
    : { ...embedded, usage: { ...noUsage, input } }
}
