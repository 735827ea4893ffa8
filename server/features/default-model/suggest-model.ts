/** Good models at a low price, best first. Editions of them match too. */
const preferred: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-5.4-mini', 'gpt-5-mini', 'gpt-4.1-mini', 'gpt-4o-mini', 'gpt-5', 'gpt-4o'],
  anthropic: [
    'claude-sonnet-5-5',
    'claude-sonnet-5',
    'claude-sonnet-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
  ],
  google: ['gemini-3-flash', 'gemini-2.5-flash', 'gemini-2.0-flash'],
  groq: ['openai/gpt-oss-120b', 'llama-3.3-70b-versatile'],
  mistral: ['mistral-medium-latest', 'mistral-small-latest'],
}

const edition = /^(?:-\d{4}-\d{2}-\d{2}|-\d{8}|-latest|-preview)?$/

type Listed = { name: string; price: unknown }

/** The model preselected among those a service lists: a known good one, else one with a price, else the first. */
export function suggestModel(provider: string, models: readonly Listed[]): string | null {
  const target = preferred[provider] ?? []
  const known = target
    .map((name) =>
      models.find((model) => model.name.startsWith(name) && edition.test(model.name.slice(name.length))),
    )
    .find(Boolean)
  return (known ?? models.find(({ price }) => price !== null) ?? models[0])?.name ?? null
}
