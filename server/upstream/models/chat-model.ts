import type { LanguageModelV4 } from '@ai-sdk/provider'
import { LRUCache } from 'lru-cache'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { ModelSettings, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { addressOf, type Outside, speaksOpenAI } from './addresses.ts'
import { nameOf, type OwnWire, type Provider } from './provider-model.ts'
import { toProviderTools } from './provider-tools.ts'
import { readComplete, readStream } from './read-reply.ts'
import { toCall } from './to-prompt.ts'

const loaders: Record<string, () => Promise<{ provider: Provider | OwnWire }>> = {
  openai: () => import('./providers/open-ai.ts'),
  azure: () => import('./providers/azure.ts'),
  compatible: () => import('./providers/open-ai-compatible.ts'),
  anthropic: () => import('./providers/anthropic.ts'),
  google: () => import('./providers/google.ts'),
  ollama: () => import('./providers/ollama.ts'),
  cohere: () => import('./providers/cohere.ts'),
  bedrock: () => import('./providers/bedrock.ts'),
  vertex: () => import('./providers/vertex.ts'),
  replicate: () => import('./providers/replicate.ts'),
  huggingface: () => import('./providers/hugging-face.ts'),
}

/** Max cached models, one per combination of address, key and model in use. */
const maxModels = 500

/** Chat models behind the engine's port. No retries: the engine decides, because each attempt may cost money. */
export function createChatPort(outside: Outside): Ports['chat'] {
  const providers = new Map<string, Promise<Provider | OwnWire>>()
  const models = new LRUCache<string, LanguageModelV4>({ max: maxModels })

  function load(settings: ModelSettings) {
    const name = speaksOpenAI(settings) ? 'compatible' : settings.provider
    const known = providers.get(name)
    const loader = loaders[name]
    if (known || !loader) {
      return known ?? rejectProvider(settings)
    }
    const loading = loader().then(({ provider }) => provider)
    providers.set(name, loading)
    return loading
  }

  function open(settings: ModelSettings, provider: Provider, hasTools: boolean): LanguageModelV4 {
    const { model, apiKey = '', providerOptions } = settings
    const baseUrl = addressOf(settings, outside)
    const key = [
      ...[provider.optionsKey, baseUrl, apiKey, model, providerOptions?.reasoningSummary, hasTools],
    ].join('\n')
    const known = models.get(key)
    if (known) {
      return known
    }
    const opened = provider.open({ baseUrl, apiKey, fetch: outside.fetch }, settings, hasTools)
    models.set(key, opened)
    return opened
  }

  return async function* chat(settings, request, { stream, signal }) {
    assertOutsideTransaction('A model call')
    const { timeoutMs, apiKey } = settings
    const limited = timeoutMs ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal
    try {
      const providerTools = toProviderTools(settings, request)
      const provider = await load(settings)
      if ('request' in provider) {
        const connection = {
          baseUrl: addressOf(settings, outside),
          apiKey: apiKey ?? '',
          fetch: outside.fetch,
        }
        return yield* provider.request(connection, settings, request, { stream, signal: limited })
      }
      const model = open(settings, provider, providerTools.length > 0)
      const call = toCall(settings, { ...request, providerTools }, provider, limited)
      return yield* stream ? readStream(model, call, provider.usageSoFar) : readComplete(model, call)
    } catch (error) {
      const { toModelError } = await import('./provider-error.ts')
      throw toModelError(error, { name: nameOf(settings), apiKey, signal })
    }
  }
}

function rejectProvider({ provider }: ModelSettings): never {
  throw new AppError('INVALID_FLOW', `This server cannot speak to models of ${provider}.`)
}
