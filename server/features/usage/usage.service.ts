import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { EventOf, Usage } from '#shared/runs.ts'
import { findPrice, type Price, priceCall, shippedPrices, worstCaseMicro } from './price.ts'
import * as rows from './usage.repository.ts'
import type { PriceRow } from './usage.table.ts'

const PRICE_AGE_MS = 10_000
/** How much longer than the longest run a hold stays open: its run has then surely ended, or died. */
const HOLD_GRACE_MS = 10 * 60_000

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  wallet: Pick<WalletService, 'hold' | 'capture' | 'void' | 'findHold'>
  /** Micro-units: 1_200_000 is 1.2. */
  markupMicro: number
  /** What a run with the owner's own key costs, once. */
  feeMicro: number
  runTimeoutMs: number
}

/** The run a call belongs to, as far as money is concerned. */
export type Payer = { runId: string; flowId: string; userId: string }

/** A call that has begun: what it will cost, and what is held for it. */
export type OpenCall = {
  callId: string
  nodeId: string
  provider: string
  model: string
  price: (Price & { id: string }) | null
  hold: { id: string; amountMicro: number } | null
  /** Charged whatever is used: the fee of a run with the owner's own key. */
  flatMicro: number
}

type Ended = EventOf<'model_finished'> | EventOf<'model_stopped'>

/** Prices and metering. A hold before each call, its true cost after it; the ledger's own rules keep both honest. */
export function createUsageService(deps: Deps) {
  const { store, newId, now, wallet, markupMicro, feeMicro, runTimeoutMs } = deps
  let known: { prices: (Price & { id: string })[]; readAt: number } | undefined

  /** Shipped prices come into force where no ADMIN has set one. */
  async function seedPrices() {
    const newest = newestOf(await rows.listPrices(store.db))
    const changed = shippedPrices.filter((price) => {
      const current = newest.get(`${price.provider} ${price.model}`)
      return !current || (current.source === 'shipped' && !samePrice(current, price))
    })
    if (changed.length > 0) {
      const createdDate = now()
      const added = changed.map((price) => ({ id: newId(), ...price, source: 'shipped', createdDate }))
      await store.transaction((tx) => rows.insertPrices(tx, added))
    }
  }

  /** Before a call. Throws INSUFFICIENT_FUNDS when the wallet cannot cover its worst case, INVALID_FLOW for a model without a price. */
  async function open(
    tx: Writer,
    payer: Payer,
    event: Omit<EventOf<'model_called'>, 'at'>,
    isFirst: boolean,
  ) {
    const { callId, nodeId, provider, model, paidBy, worstCase } = event
    const price = paidBy === 'platform' ? await getPrice(tx, provider, model) : null
    const flatMicro = paidBy === 'owner' && isFirst ? feeMicro : 0
    const amountMicro = price
      ? worstCaseMicro(price, {
          input: worstCase.input,
          ...(worstCase.output !== undefined && { output: worstCase.output }),
        })
      : flatMicro
    const hold = amountMicro > 0 ? await place(tx, payer, callId, amountMicro) : null
    return { callId, nodeId, provider, model, price, hold, flatMicro } satisfies OpenCall
  }

  /** A call another process has begun: at today's price, with the hold it placed. */
  async function reopen(
    tx: Writer,
    { runId, userId }: Payer,
    event: EventOf<'model_called'>,
  ): Promise<OpenCall> {
    const { callId, nodeId, provider, model, paidBy } = event
    const held = await wallet.findHold(tx, userId, `run:${runId}:${callId}`)
    const hold = held?.status === 'open' ? { id: held.id, amountMicro: held.amountMicro } : null
    const price = paidBy === 'platform' ? (findPrice(await currentPrices(tx), provider, model) ?? null) : null
    return {
      callId,
      nodeId,
      provider,
      model,
      price,
      hold,
      flatMicro: paidBy === 'owner' ? (hold?.amountMicro ?? 0) : 0,
    }
  }

  async function place(tx: Writer, { runId, userId }: Payer, callId: string, amountMicro: number) {
    const expiresDate = new Date(now().getTime() + runTimeoutMs + HOLD_GRACE_MS)
    const { id } = await wallet.hold(tx, {
      userId,
      reference: `run:${runId}:${callId}`,
      amountMicro,
      expiresDate,
    })
    return { id, amountMicro }
  }

  /** What the wallet will pay for it: never more than was held, for the rest is our wrong estimate. */
  function costOf(call: OpenCall, usage: Usage, isRefused = false): number {
    return Math.min(trueCost(call, usage, isRefused), call.hold?.amountMicro ?? 0)
  }

  /** After a call, in the transaction that stores its event. */
  async function close(tx: Writer, payer: Payer, call: OpenCall, event: Ended) {
    const usage = event.type === 'model_finished' ? event.reply.usage : event.usage
    const isRefused = event.type === 'model_stopped' && event.reason === 'refused'
    const amountMicro = trueCost(call, usage, isRefused)
    if (call.hold) {
      const { id: holdId } = call.hold
      await (amountMicro > 0 ? wallet.capture(tx, { holdId, amountMicro }) : wallet.void(tx, holdId))
    }
    const { callId, nodeId, provider, model, price, hold } = call
    await rows.insertModelCall(tx, {
      id: newId(),
      ...payer,
      callId,
      nodeId,
      provider,
      model,
      priceId: price?.id ?? null,
      holdId: hold?.id ?? null,
      inputTokens: usage.input,
      cacheReadTokens: usage.cacheRead,
      cacheWriteTokens: usage.cacheWrite,
      outputTokens: usage.output,
      reasoningTokens: usage.reasoning,
      costMicro: costOf(call, usage, isRefused),
      estimated: event.type === 'model_stopped' || event.reply.estimated,
      createdDate: now(),
    })
  }

  async function getPrice(db: Reader, provider: string, model: string) {
    const prices = await currentPrices(db)
    const price = findPrice(prices, provider, model)
    if (!price) {
      throw new AppError(
        'INVALID_FLOW',
        `${model} has no price on this server, so it cannot be used with a shared credential. Choose another model or your own credential.`,
      )
    }
    return price
  }

  async function currentPrices(db: Reader) {
    if (!known || now().getTime() - known.readAt > PRICE_AGE_MS) {
      const newest = newestOf(await rows.listPrices(db))
      known = {
        prices: [...newest.values()].map((row) => withMarkup(row, markupMicro)),
        readAt: now().getTime(),
      }
    }
    return known.prices
  }

  return { seedPrices, open, reopen, costOf, close }
}

function trueCost({ price, flatMicro }: OpenCall, usage: Usage, isRefused: boolean) {
  if (isRefused) {
    return 0
  }
  return price ? priceCall(price, usage).costMicro : flatMicro
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

function withMarkup(row: PriceRow, markupMicro: number): Price & { id: string } {
  const scaled = picos.map((name) => [
    name,
    Number((BigInt(row[name]) * BigInt(markupMicro) + 999_999n) / 1_000_000n),
  ])
  return { ...row, ...Object.fromEntries(scaled) }
}

export type UsageService = ReturnType<typeof createUsageService>
