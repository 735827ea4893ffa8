import type { EnvironmentKey, KeyService } from './default-model.ts'
import { AppError } from './errors.ts'

type Values = Record<string, unknown>

const kinds: Readonly<Record<KeyService, { kind: string; keyOf: string; name: string }>> = {
  openai: { kind: 'openAIApi', keyOf: 'openAIApiKey', name: 'OpenAI' },
  anthropic: { kind: 'anthropicApi', keyOf: 'anthropicApiKey', name: 'Anthropic' },
  google: { kind: 'googleGenerativeAI', keyOf: 'googleGenerativeAPIKey', name: 'Google Gemini' },
  compatible: { kind: 'openAIApi', keyOf: 'openAIApiKey', name: 'Model server' },
}

export const serviceOfKey: Readonly<Record<EnvironmentKey, KeyService>> = {
  OPENAI_API_KEY: 'openai',
  ANTHROPIC_API_KEY: 'anthropic',
  GEMINI_API_KEY: 'google',
  GOOGLE_API_KEY: 'google',
}

export const chatCredentialKinds = [...new Set(Object.values(kinds).map(({ kind }) => kind))]

/** A key as the fields of a credential. Throws INVALID_INPUT when the key or the URL is missing. */
export function toCredential(service: KeyService, apiKey: string, baseUrl = '') {
  const { kind, keyOf, name } = kinds[service]
  if (service === 'compatible' && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new AppError(
      'INVALID_INPUT',
      'Enter the address of the server, such as https://models.example.com/v1.',
    )
  }
  // Many self-hosted servers require no key, but a credential must have one.
  const key = apiKey === '' && service === 'compatible' ? 'none' : apiKey
  if (key === '') {
    throw new AppError('INVALID_INPUT', 'Enter the key.')
  }
  const address = service === 'compatible' || service === 'openai' ? baseUrl : ''
  const host = URL.parse(address)?.host
  return {
    kind,
    name: host ? `${name} (${host})` : name,
    values: { [keyOf]: key, ...(address && { basePath: address }) },
  }
}

/** The settings of a chat model in a stored credential; undefined for a kind without chat models. */
export function readCredential(kind: string, values: Values) {
  const baseUrl = typeof values.basePath === 'string' && values.basePath !== '' ? values.basePath : undefined
  const found = (Object.keys(kinds) as KeyService[]).find((service) => kinds[service].kind === kind)
  if (!found) {
    return undefined
  }
  const service: KeyService = found === 'openai' && baseUrl ? 'compatible' : found
  return { service, apiKey: String(values[kinds[service].keyOf] ?? ''), baseUrl }
}
