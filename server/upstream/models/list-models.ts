import { z } from 'zod'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Ports } from '#server/engine/ports.ts'
import { statusError } from '#server/engine/service-error.ts'
import { addressOf, type Outside, speaksOpenAI } from './addresses.ts'
import { nameOf } from './provider-model.ts'
import { errorIn } from './providers/open-ai-error.ts'

type Settings = Parameters<Ports['listModels']>[0]
type Wire = {
  path: string
  headers(apiKey: string): Record<string, string>
  names: z.ZodType<string[]>
}

const timeoutMs = 15_000

/** OpenAI and the sandbox list all their models; these are not chat models. */
const notForChat =
  /embed|tts|whisper|dall-e|moderation|transcribe|realtime|audio|image|sora|davinci|babbage|instruct|search|computer-use/

const notForGroqChat = /whisper|tts|orpheus|guard/

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })

const openAIList = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .transform(({ data }) => data.map(({ id }) => id))

/** Mistral lists each model's capabilities, and a model under each of its aliases. */
const mistralList = z
  .object({
    data: z.array(
      z.object({
        id: z.string(),
        capabilities: z.object({ completion_chat: z.boolean().default(false) }).optional(),
      }),
    ),
  })
  .transform(({ data }) => [
    ...new Set(data.filter((model) => model.capabilities?.completion_chat).map(({ id }) => id)),
  ])

const wires: Record<string, Wire> = {
  openai: { path: '/models', headers: bearer, names: openAIList },
  groq: {
    path: '/models',
    headers: bearer,
    names: openAIList.transform((names) => names.filter((name) => !notForGroqChat.test(name))),
  },
  mistral: { path: '/models', headers: bearer, names: mistralList },
  cohere: {
    path: '/models?endpoint=chat&page_size=1000',
    headers: bearer,
    names: z
      .object({ models: z.array(z.object({ name: z.string() })) })
      .transform(({ models }) => models.map(({ name }) => name)),
  },
  deepseek: { path: '/models', headers: bearer, names: openAIList },
  compatible: { path: '/models', headers: bearer, names: openAIList },
  lmstudio: { path: '/models', headers: bearer, names: openAIList },
  llamacpp: { path: '/models', headers: bearer, names: openAIList },
  anthropic: {
    path: '/models?limit=1000',
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    names: openAIList,
  },
  google: {
    path: '/models?pageSize=1000',
    headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    names: z
      .object({
        models: z.array(
          z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).default([]) }),
        ),
      })
      .transform(({ models }) =>
        models
          .filter(({ supportedGenerationMethods: methods }) => methods.includes('generateContent'))
          .map(({ name }) => name.replace(/^models\//, '')),
      ),
  },
  ollama: {
    path: '/api/tags',
    headers: (apiKey) => (apiKey ? bearer(apiKey) : {}),
    names: z
      .object({ models: z.array(z.object({ name: z.string() })) })
      .transform(({ models }) => models.map(({ name }) => name)),
  },
}
const wireOfSandbox = wires.openai

/** Names of a provider's chat models, fetched live; empty for a provider without a list. */
export function createListModels(outside: Outside): Ports['listModels'] {
  return async (settings) => {
    assertOutsideTransaction('A list of models')
    const wire = settings.provider === 'flowtill' ? wireOfSandbox : wires[settings.provider]
    if (!wire) {
      return []
    }
    const names = await requestNames(wire, settings, outside)
    const isFull =
      settings.provider === 'flowtill' || (settings.provider === 'openai' && !speaksOpenAI(settings))
    return names.filter((name) => !(isFull && notForChat.test(name))).sort()
  }
}

async function requestNames(
  { path, headers, names }: Wire,
  settings: Settings,
  outside: Outside,
): Promise<string[]> {
  const { apiKey = '' } = settings
  const signal = AbortSignal.timeout(settings.timeoutMs ?? timeoutMs)
  try {
    const url = `${versioned(addressOf(settings, outside), settings.provider)}${path}`
    const response = await outside.fetch(url, { headers: headers(apiKey), signal })
    if (!response.ok) {
      throw statusError(nameOf(settings), response.status, await readRejection(response, apiKey))
    }
    return names.parse(await response.json())
  } catch (error) {
    const { toModelError } = await import('./provider-error.ts')
    throw toModelError(error, { name: nameOf(settings), apiKey, signal: new AbortController().signal })
  }
}

/** The provider's message about a rejected key, with the key removed. */
async function readRejection(response: Response, apiKey: string): Promise<string> {
  const message = errorIn(await response.text().catch(() => '')) ?? ''
  const { toSentence } = await import('./provider-error.ts')
  return toSentence(message, apiKey)
}

function versioned(address: string, provider: string) {
  if (provider === 'anthropic') {
    return address.endsWith('/v1') ? address : `${address}/v1`
  }
  if (provider === 'cohere') {
    // Cohere's model list exists only under v1.
    return address.replace(/\/v2$/, '/v1')
  }
  return provider === 'google' && !/\/v\d+\w*$/.test(address) ? `${address}/v1beta` : address
}
