import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Embedded, EmbeddingSettings, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { addressOf, type Outside, speaksOpenAI } from './addresses.ts'
import { type Connection, nameOf } from './provider-model.ts'

/** A provider's way to turn texts into vectors: what a file in `providers/` gives. */
export type EmbeddingWire = {
  embed(
    connection: Connection,
    settings: EmbeddingSettings,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Embedded>
}

/** Those with a wire of their own; all others speak OpenAI's. Loaded with the first call. */
const loaders: Record<string, () => Promise<{ wire: EmbeddingWire }>> = {
  openai: () => import('./providers/open-ai-embeddings.ts'),
}

/** The embedding models of the world, behind the engine's port. No retries: the engine decides, since each try may cost. */
export function createEmbedPort(outside: Outside): Ports['embed'] {
  return async (settings, texts, { signal }) => {
    assertOutsideTransaction('An embedding call')
    const { timeoutMs, apiKey } = settings
    const limited = timeoutMs ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal
    const loader = loaders[speaksOpenAI(settings) ? 'openai' : settings.provider] ?? refuseProvider(settings)
    try {
      const { wire } = await loader()
      const connection = { baseUrl: addressOf(settings, outside), apiKey: apiKey ?? '', fetch: outside.fetch }
      return await wire.embed(connection, settings, texts, limited)
    } catch (error) {
      const { toModelError } = await import('./provider-error.ts')
      throw toModelError(error, { name: nameOf(settings), apiKey, signal })
    }
  }
}

function refuseProvider({ provider }: EmbeddingSettings): never {
  throw new AppError('INVALID_FLOW', `This server cannot speak to embedding models of ${provider}.`)
}
