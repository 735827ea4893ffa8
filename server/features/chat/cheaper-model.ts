import type { ModelWork } from '#server/engine/estimate-flow.ts'
import type { Estimate } from '#shared/runs.ts'

/** Minimum factor by which a message must become cheaper before the offer is displayed. */
const CLEARLY = 3n

type Sort = { sees: string; blind?: string }

/**
 * Interchangeable chat models of the price list, grouped by ability: all write, call tools and follow a schema.
 * Thinking models form groups of their own, because they reject a temperature and their thinking costs extra. Some
 * models accept no images. Unlisted models are never proposed or replaced, because a price says nothing about
 * ability.
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
  /** Cost of a call with these tokens, in micro-USD. */
  costOf(price: Price, inputTokens: number, outputTokens: number): number
}

type Offer = { nodeId: string; label: string; model: string; message: number }
type Costs = Pick<Estimate, 'lines' | 'typicalMicro'>

/**
 * A model of the same provider that costs at most a third per message; of several, the one closest in price. None
 * for unknown prices or a user's own key, because savings could not be computed.
 */
export async function findCheaper<Price extends Priced>(
  works: readonly ModelWork[],
  costs: Costs,
  deps: Deps<Price>,
): Promise<Estimate['cheaper']> {
  const { total, offers } = await priceOthers(works, costs, deps)
  const [best] = offers
    .filter(({ message }) => BigInt(message) * CLEARLY <= BigInt(total))
    .toSorted((one, other) => other.message - one.message)
  return best && toOffer(best, costs, total)
}

/** All models that cost less per message, cheapest first. */
export async function listCheaper<Price extends Priced>(
  works: readonly ModelWork[],
  costs: Costs,
  deps: Deps<Price>,
) {
  const { total, offers } = await priceOthers(works, costs, deps)
  return offers
    .filter(({ message }) => message < total)
    .toSorted((one, other) => one.message - other.message)
    .map((offer) => toOffer(offer, costs, total))
}

function toOffer({ message, ...named }: Offer, { typicalMicro }: Costs, total: number) {
  return { ...named, typicalMicro: share(typicalMicro ?? 0, message, total) }
}

/** What a message costs with each other model. No offers when a price is unknown or somebody else's. */
async function priceOthers<Price extends Priced>(
  works: readonly ModelWork[],
  { lines, typicalMicro }: Costs,
  { find, costOf }: Deps<Price>,
): Promise<{ total: number; offers: Offer[] }> {
  const known = lines.flatMap(({ typicalMicro: micro, paidBy }) =>
    micro === null || paidBy === 'owner' ? [] : [micro],
  )
  if (known.length < lines.length || typicalMicro === null) {
    return { total: 0, offers: [] }
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
  return { total, offers: offers.flat() }
}

async function pricedOthers<Price extends Priced>(work: ModelWork, find: Deps<Price>['find']) {
  const { provider, input, output, takesOthers, sees } = work
  // A dated edition has the price and abilities of its model.
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

/** Scales the measured cost by the ratio of the calculated ones. Rounded up, as charges are. */
function share(micro: number, part: number, total: number): number {
  return total === 0 ? 0 : Number((BigInt(micro) * BigInt(part) + BigInt(total) - 1n) / BigInt(total))
}
