import { AppError } from '#shared/errors.ts'
import { noUsage } from '#shared/runs.ts'
import { countReceived, estimateTokens } from './estimate.ts'
import type { Embeddings, Holder } from './handles.ts'
import type { Embedded, EmbeddingSettings, Ports } from './ports.ts'
import { houseProvider } from './record-model.ts'
import type { RunLog } from './run-log.ts'

type Recording = {
  nodeId: string
  embed: Ports['embed']
  log: RunLog
  signal: AbortSignal
  platform: boolean
  blame(error: unknown): unknown
}

const usualBatch = 100

/** Makes embedding models whose every call is logged and paid like a chat model's; its vectors are not kept in the log. */
export function recordEmbeddings({ nodeId, embed, log, signal, platform, blame }: Recording) {
  const calls = new Map<string, number>()

  function nextCall({ id }: Holder) {
    const count = (calls.get(id) ?? 0) + 1
    calls.set(id, count)
    return `${nodeId}:${id}:embed:${count}`
  }

  async function call(settings: EmbeddingSettings, texts: readonly string[], holder: Holder) {
    signal.throwIfAborted()
    const { provider, model } = settings
    const callId = nextCall(holder)
    const paidBy = platform || provider === houseProvider ? 'platform' : 'owner'
    const all = texts.join('\n')
    const worstCase = { input: estimateTokens(all) + texts.length, output: 0 }
    let isOpen = false
    try {
      await log.append({ type: 'model_called', nodeId, callId, provider, model, paidBy, worstCase })
      isOpen = true
      const embedded = believable(await embed(settings, texts, { signal }), texts, all)
      const { usage, estimated } = embedded
      log.note({ type: 'model_finished', nodeId, callId, reply: { text: '', usage, estimated } })
      return embedded.vectors
    } catch (error) {
      if (isOpen) {
        const isNo = !signal.aborted && error instanceof AppError && error.code !== 'TIMED_OUT'
        const usage = isNo ? noUsage : { ...noUsage, input: countReceived(all) }
        const reason = signal.aborted ? 'aborted' : isNo ? 'refused' : 'cut'
        log.note({ type: 'model_stopped', nodeId, callId, reason, text: '', usage })
      }
      throw signal.aborted ? error : blame(error)
    }
  }

  return (settings: EmbeddingSettings): Embeddings => {
    if (settings.customBaseUrl && platform) {
      throw new AppError(
        'INVALID_FLOW',
        'A shared credential cannot be used with an address of your own. Clear the base path or choose your own credential.',
      )
    }
    const allowed = platform ? { ...settings, headers: undefined } : settings
    const { provider, model, dimensions, baseUrl, customBaseUrl, batchSize = usualBatch } = settings
    const key = [provider, model, dimensions, customBaseUrl ?? baseUrl].join('|')
    const heldBy = (holder: Holder): Embeddings => ({
      key,
      async embed(texts) {
        const vectors: number[][] = []
        for (let from = 0; from < texts.length; from += Math.max(1, batchSize)) {
          vectors.push(...(await call(allowed, texts.slice(from, from + Math.max(1, batchSize)), holder)))
        }
        return vectors
      },
      heldBy,
    })
    return heldBy({ id: nodeId, listens: false })
  }
}

/** A vector for each text, and usage we can charge (as for chat models: payments-security.md §4.2). */
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
