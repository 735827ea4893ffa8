import type { ModelWork } from '#server/engine/estimate-flow.ts'
import type { Estimate } from '#shared/runs.ts'

/** So many times cheaper a message has to become before it is worth a word. */
const CLEARLY = 3n

type Sort = { sees: string; blind?: string }

/**
 * Chat models of the price list that write, call tools and keep to a schema, those of one sort together: what thinks first
 * refuses a temperature, and its thoughts would be paid that the other has not had. Some see no pictures. What is not
 * here is never proposed, nor exchanged: a price says nothing of what a model can do.
 */
const able: Readonly<Record<string, readonly Sort[]>> = {
  openai: [
    {
      sees: 'gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-5.4-nano gpt-5.2 gpt-5.1 gpt-5 gpt-5-mini gpt-5-nano',
    },
    { sees: 'gpt-4.1 gpt-4.1-mini gpt-4.1-nano gpt-4o gpt-4o-mini' },
  ],
  anthropic: [
    {
      sees: `claude-opus-5-5 claude-opus-5 claude-sonnet-5-5 claude-sonnet-5 claude-opus-4-8 claude-opus-4-7
        claude-opus-4-6 claude-opus-4-5 claude-sonnet-4-6 claude-sonnet-4-5 claude-haiku-4-5`,
    },
  ],
  google: [
    {
      sees: 'gemini-3.1-pro-preview gemini-3-flash-preview gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite',
    },
  ],
  groq: [
    { sees: '', blind: 'openai/gpt-oss-120b openai/gpt-oss-20b' },
    { sees: '', blind: 'llama-3.3-70b-versatile llama-3.1-8b-instant' },
  ],
  cohere: [
    { sees: '', blind: 'command-a-03-2025 command-r-plus-08-2024 command-r-08-2024 command-r7b-12-2024' },
  ],
  bedrock: [{ sees: 'amazon.nova-pro-v1:0 amazon.nova-lite-v1:0', blind: 'amazon.nova-micro-v1:0' }],
}

type Priced = { model: string; contextTokens: number; maxOutputTokens: number }
type Deps<Price> = {
  find(provider: string, model: string): Promise<Price | undefined>
  /** Of a call with so many tokens, in micro-USD. */
  costOf(price: Price, inputTokens: number, outputTokens: number): number
}

/**
 * Another model of the same provider with which one message would cost a third or less; of several the one nearest in
 * price. None where a price is unknown or somebody’s own key pays: what is saved could not be said.
 */
export async function findCheaper<Price extends Priced>(
  works: readonly ModelWork[],
  { lines, typicalMicro }: Pick<Estimate, 'lines' | 'typicalMicro'>,
  { find, costOf }: Deps<Price>,
): Promise<Estimate['cheaper']> {
  const known = lines.flatMap(({ typicalMicro: micro, paidBy }) =>
    micro === null || paidBy === 'owner' ? [] : [micro],
  )
  if (known.length < lines.length || typicalMicro === null) {
    return undefined
  }
  const total = known.reduce((sum, micro) => sum + micro, 0)
  const offers = await Promise.all(
    lines.map(async (line, place) => {
      const work = works[place]
      const others = work ? await pricedOthers(work, find) : []
      return others.map((price) => {
        const own = costOf(price, line.inputTokens, line.outputTokens)
        const message = total - (line.typicalMicro ?? 0) + own
        return { nodeId: line.nodeId, label: line.label, model: price.model, message }
      })
    }),
  )
  const best = offers
    .flat()
    .filter(({ message }) => BigInt(message) * CLEARLY <= BigInt(total))
    .toSorted((one, other) => other.message - one.message)[0]
  if (!best) {
    return undefined
  }
  const { message, ...named } = best
  return { ...named, typicalMicro: share(typicalMicro, message, total) }
}

async function pricedOthers<Price extends Priced>(work: ModelWork, find: Deps<Price>['find']) {
  const { provider, input, output, takesOthers, sees } = work
  // An edition costs what its model costs, and can do what it can.
  const present = (await find(provider, work.model))?.model
  const sorts = (takesOthers && able[provider]) || []
  const own = sorts
    .map((sort) => ({ seeing: namesOf(sort.sees), blind: namesOf(sort.blind) }))
    .find(({ seeing, blind }) => present !== undefined && [...seeing, ...blind].includes(present))
  const names = own ? [...own.seeing, ...(sees ? [] : own.blind)] : []
  const prices = await Promise.all(names.map((name) => find(provider, name)))
  return prices
    .flatMap((price) => price ?? [])
    .filter(
      ({ model, contextTokens, maxOutputTokens }) =>
        model !== present &&
        contextTokens >= input.worst &&
        maxOutputTokens >= (output.worst ?? output.typical),
    )
}

function namesOf(list = ''): string[] {
  return list.split(/\s+/).filter((name) => name !== '')
}

/** What was measured shrinks as what was calculated does. Rounded up, as charges are. */
function share(micro: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(micro) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
}
