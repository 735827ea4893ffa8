import type { LoadPorts } from '#server/engine/define-node.ts'

export const knownModels = {
  openai: [
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4o',
    'gpt-4o-mini',
  ],
  anthropic: [
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-4-5',
    'claude-opus-4-7',
    'claude-sonnet-4-6',
  ],
  google: [
    'gemini-3.1-pro-preview',
    'gemini-3-flash-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
  ],
  groq: ['llama-3.1-8b-instant', 'llama-3.3-70b-versatile', 'openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  mistral: [
    'mistral-large-latest',
    'mistral-medium-latest',
    'mistral-small-latest',
    'ministral-8b-latest',
    'mistral-tiny',
  ],
  deepseek: ['deepseek-chat', 'deepseek-reasoner'],
  cohere: ['command-a-03-2025', 'command-r7b-12-2024', 'command-r-plus-08-2024', 'command-r-08-2024'],
  bedrock: [
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    'anthropic.claude-haiku-4-5-20251001-v1:0',
    'anthropic.claude-3-haiku-20240307-v1:0',
    'amazon.nova-pro-v1:0',
    'amazon.nova-lite-v1:0',
    'amazon.nova-micro-v1:0',
    'meta.llama3-3-70b-instruct-v1:0',
    'mistral.mistral-large-2407-v1:0',
  ],
  completions: ['gpt-3.5-turbo-instruct', 'davinci-002', 'babbage-002'],
  perplexity: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
} as const

export function toChoices(names: readonly string[]) {
  return names.map((name) => ({ label: name, name }))
}

type CallWith<Credential> = {
  credential: Readonly<Credential> | undefined
  ports: Pick<LoadPorts, 'listModels'>
}

/** Lists models from the provider if there is a key, else the known models. */
export function listModels<Key extends string>(provider: keyof typeof knownModels, key: Key) {
  return async ({ credential, ports }: CallWith<Record<Key, string | undefined>>) =>
    toChoices(
      credential ? await ports.listModels({ provider, apiKey: credential[key] }) : knownModels[provider],
    )
}

/** Never uses a URL typed into the node, because a shared key could be sent there. */
export async function listOpenAIModels({
  credential,
  ports,
}: CallWith<{ openAIApiKey: string; basePath: string | undefined }>) {
  if (!credential) {
    return toChoices(knownModels.openai)
  }
  const { openAIApiKey: apiKey, basePath: baseUrl } = credential
  return toChoices(await ports.listModels({ provider: 'openai', apiKey, baseUrl }))
}
