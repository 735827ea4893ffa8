import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Reader, Store } from '#server/db/store.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { type PriceUnit, unitOf } from '#shared/price-units.ts'
import type { setPriceInput } from '#shared/usage.ts'
import { findPrice, type Price, shippedPrices, toPico, toUsdPerMillion } from './price.ts'
import * as rows from './usage.repository.ts'
import type { PriceRow } from './usage.table.ts'

const PRICE_AGE_MS = 10_000
/**
 * Prices above this many pico-USD require confirmation: the typical mistake is a factor of a million. Prices per
 * million searches may legitimately be that high.
 */
const SURPRISING_PICO = 1_000_000_000
const surprises: Partial<Record<PriceUnit, string>> = {
  token:
    'This is more than $1,000 per million tokens. Prices are per million, not per token: confirm it if it is meant.',
  character: 'This is more than $1,000 per million characters: confirm it if it is meant.',
  sound: 'This is more than $0.60 per minute: confirm it if it is meant.',
}

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  audit: Pick<AuditService, 'recordIn'>
  /** Micro-units: 1_200_000 is 1.2. */
  markupMicro: number
}
type KnownPrice = Price & { id: string }

/** Model prices: shipped ones and versioned overrides by ADMINs. Users pay them with the markup. */
export function createPricesService({ store, newId, now, audit, markupMicro }: Deps) {
  let known: { prices: KnownPrice[]; readAt: number } | undefined
  let changes = 0

  /** Shipped prices apply unless an ADMIN has set one. */
  async function seed() {
    const newest = newestOf(await rows.listPrices(store.db))
    const changed = shippedPrices.filter((price) => {
      const current = newest.get(`${price.provider} ${price.model}`)
      return !current || (current.source === 'shipped' && !samePrice(current, price))
    })
    if (changed.length > 0) {
      const createdDate = now()
      const added = changed.map((price) => ({ id: newId(), ...price, source: 'shipped', createdDate }))
      await store.transaction((tx) => rows.insertPrices(tx, added))
      forget()
    }
  }

  /** The current price for users. Throws INVALID_FLOW for a model without a price, which must never run for free. */
  async function get(db: Reader, provider: string, model: string) {
    const price = await find(db, provider, model)
    if (!price) {
      throw new AppError(
        'INVALID_FLOW',
        `${model} has no price on this server, so it cannot be used with a shared credential. An administrator can set one under Usage & Billing, Prices; or choose another model or your own credential.`,
      )
    }
    return price
  }

  async function find(db: Reader, provider: string, model: string) {
    return findPrice(await current(db), provider, model)
  }

  /** With the markup, as decimal text. */
  async function findText(provider: string, model: string) {
    const price = await find(store.db, provider, model)
    return (
      price && {
        inputUsdPerMillion: toUsdPerMillion(price.inputPico),
        outputUsdPerMillion: toUsdPerMillion(price.outputPico),
      }
    )
  }

  async function current(db: Reader) {
    if (known && now().getTime() - known.readAt <= PRICE_AGE_MS) {
      return known.prices
    }
    const before = changes
    const newest = newestOf(await rows.listPrices(db))
    const prices = [...newest.values()].map((row) => withMarkup(row, markupMicro))
    // A price set during this read makes its result stale.
    if (changes === before) {
      known = { prices, readAt: now().getTime() }
    }
    return prices
  }

  function forget() {
    changes += 1
    known = undefined
  }

  /** Prices include the markup. */
  async function listPublic() {
    return (await current(store.db)).map(toText).toSorted(byName)
  }

  /** For ADMINs: without the markup. */
  async function list() {
    return [...newestOf(await rows.listPrices(store.db)).values()].map(toRow).toSorted(byName)
  }

  /** Newest first. */
  async function versions(provider: string, model: string) {
    return (await rows.listVersions(store.db, provider, model)).map(toRow)
  }

  /** Takes effect at once. Throws INVALID_INPUT for an implausible price unless `confirmed`. */
  async function set(caller: Caller, input: z.infer<typeof setPriceInput>, origin: RequestOrigin) {
    const { provider, model, contextTokens, maxOutputTokens, confirmed } = input
    const inputPico = toPico(input.inputUsdPerMillion)
    const price = {
      inputPico,
      outputPico: toPico(input.outputUsdPerMillion),
      // Without a price of their own, cached tokens cost the same as other input.
      cacheReadPico: toPico(input.cacheReadUsdPerMillion ?? input.inputUsdPerMillion),
      cacheWritePico: toPico(input.cacheWriteUsdPerMillion ?? input.inputUsdPerMillion),
    }
    const surprise = surprises[unitOf(input)]
    if (surprise && !confirmed && Object.values(price).some((pico) => pico > SURPRISING_PICO)) {
      throw new AppError('INVALID_INPUT', surprise)
    }
    const named = { id: newId(), provider, model, contextTokens, maxOutputTokens }
    const row = { ...named, ...price, source: caller.id, createdDate: now() }
    await store.transaction(async (tx) => {
      await rows.insertPrices(tx, [row])
      await audit.recordIn(tx, { route: 'usage.setPrice', kind: 'admin', caller, origin, input })
    })
    forget()
    return toRow(row)
  }

  return { seed, get, find, findText, listPublic, list, versions, set }
}

function newestOf(all: PriceRow[]) {
  const newest = new Map<string, PriceRow>()
  for (const row of all) {
    const key = `${row.provider} ${row.model}`
    if (!newest.has(key)) {
      newest.set(key, row)
    }
  }
  return newest
}

const picos = ['inputPico', 'outputPico', 'cacheReadPico', 'cacheWritePico'] as const

function samePrice(row: PriceRow, price: Price) {
  return [...picos, 'contextTokens' as const, 'maxOutputTokens' as const].every(
    (name) => row[name] === price[name],
  )
}

function withMarkup(row: PriceRow, markupMicro: number): KnownPrice {
  const scaled = picos.map((name) => [
    name,
    Number((BigInt(row[name]) * BigInt(markupMicro) + 999_999n) / 1_000_000n),
  ])
  return { ...row, ...Object.fromEntries(scaled) }
}

function toText({ provider, model, contextTokens, maxOutputTokens, ...price }: Price) {
  return {
    provider,
    model,
    unit: unitOf({ provider, model }),
    inputUsdPerMillion: toUsdPerMillion(price.inputPico),
    outputUsdPerMillion: toUsdPerMillion(price.outputPico),
    cacheReadUsdPerMillion: toUsdPerMillion(price.cacheReadPico),
    cacheWriteUsdPerMillion: toUsdPerMillion(price.cacheWritePico),
    contextTokens,
    maxOutputTokens,
  }
}

function toRow(row: PriceRow) {
  const { id, source, createdDate } = row
  return { ...toText(row), id, source, createdDate }
}

type Named = Pick<Price, 'provider' | 'model'>

function byName(one: Named, other: Named) {
  return one.provider.localeCompare(other.provider) || one.model.localeCompare(other.model)
}

export type PricesService = ReturnType<typeof createPricesService>
