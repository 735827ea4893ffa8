import type { Writer } from '#server/db/store.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChatType } from '#shared/chat.ts'
import { platformDay } from '#shared/dates.ts'
import type { EventOf, Usage } from '#shared/runs.ts'
import type { CapsService } from './caps.service.ts'
import { type Price, priceCall, worstCaseMicro } from './price.ts'
import type { PricesService } from './prices.service.ts'
import * as rows from './usage.repository.ts'

/** Holds outlive the longest run by this margin, so a run cannot still be live when they expire. */
const HOLD_GRACE_MS = 10 * 60_000

type Deps = {
  newId: NewId
  now: () => Date
  wallet: Pick<WalletService, 'hold' | 'capture' | 'void' | 'findHold'>
  prices: Pick<PricesService, 'get' | 'find'>
  caps: Pick<CapsService, 'checkCaps'>
  /** Fee per run that uses the owner's own key. */
  feeMicro: number
  runTimeoutMs: number
}

export type Payer = { runId: string; flowId: string; userId: string; chatId: string; chatType: ChatType }

export type OpenCall = {
  callId: string
  nodeId: string
  provider: string
  model: string
  price: (Price & { id: string }) | null
  hold: { id: string; amountMicro: number } | null
  /** A fixed charge: the fee of a run with the owner's own key. */
  flatMicro: number
  isAnswer: boolean
}

type Used = { usage: Usage; costMicro: number; estimated: boolean }
type Ended = EventOf<'model_finished'> | EventOf<'model_stopped'>

/** Places a hold before each call and charges the true cost after it. */
export function createMetering({ newId, now, wallet, prices, caps, feeMicro, runTimeoutMs }: Deps) {
  /**
   * Called before a call. Throws INSUFFICIENT_FUNDS when the wallet cannot cover its worst case or a cap is
   * reached, INVALID_FLOW for a model without a price.
   */
  async function open(
    tx: Writer,
    payer: Payer,
    event: Omit<EventOf<'model_called'>, 'at'>,
    { isAnswer, bearsFee }: { isAnswer: boolean; bearsFee: boolean },
  ) {
    const { callId, nodeId, provider, model, paidBy, worstCase } = event
    const price = paidBy === 'platform' ? await prices.get(tx, provider, model) : null
    const flatMicro = bearsFee ? feeMicro : 0
    const amountMicro = price
      ? worstCaseMicro(price, {
          input: worstCase.input,
          ...(worstCase.output !== undefined && { output: worstCase.output }),
        })
      : flatMicro
    const hold = amountMicro > 0 ? await place(tx, payer, callId, amountMicro) : null
    return { callId, nodeId, provider, model, price, hold, flatMicro, isAnswer } satisfies OpenCall
  }

  /** A call that another process began: at the current price, with the hold already placed. */
  async function reopen(
    tx: Writer,
    { runId, userId }: Payer,
    event: EventOf<'model_called'>,
    isAnswer: boolean,
  ): Promise<OpenCall> {
    const { callId, nodeId, provider, model, paidBy } = event
    const held = await wallet.findHold(tx, userId, `run:${runId}:${callId}`)
    const hold = held?.status === 'open' ? { id: held.id, amountMicro: held.amountMicro } : null
    const price = paidBy === 'platform' ? ((await prices.find(tx, provider, model)) ?? null) : null
    return {
      callId,
      nodeId,
      provider,
      model,
      price,
      hold,
      flatMicro: paidBy === 'owner' ? (hold?.amountMicro ?? 0) : 0,
      isAnswer,
    }
  }

  async function place(tx: Writer, payer: Payer, callId: string, amountMicro: number) {
    await caps.checkCaps(tx, payer)
    const { runId, userId } = payer
    const expiresDate = new Date(now().getTime() + runTimeoutMs + HOLD_GRACE_MS)
    const { id } = await wallet.hold(tx, {
      userId,
      reference: `run:${runId}:${callId}`,
      amountMicro,
      expiresDate,
    })
    return { id, amountMicro }
  }

  /** Amount charged to the wallet: never more than the hold, because an underestimate is our error. */
  function costOf(call: OpenCall, usage: Usage, isRejected = false): number {
    return Math.min(trueCost(call, usage, isRejected), call.hold?.amountMicro ?? 0)
  }

  /** Called after a call, in the transaction that stores its event. */
  async function close(tx: Writer, payer: Payer, call: OpenCall, event: Ended) {
    const usage = event.type === 'model_finished' ? event.reply.usage : event.usage
    const isRejected = event.type === 'model_stopped' && event.reason === 'refused'
    const amountMicro = trueCost(call, usage, isRejected)
    if (call.hold) {
      const { id: holdId } = call.hold
      await (amountMicro > 0 ? wallet.capture(tx, { holdId, amountMicro }) : wallet.void(tx, holdId))
    }
    const estimated = event.type === 'model_stopped' || event.reply.estimated
    await record(tx, payer, call, { usage, costMicro: costOf(call, usage, isRejected), estimated })
  }

  async function record(tx: Writer, payer: Payer, call: OpenCall, { usage, costMicro, estimated }: Used) {
    const { callId, nodeId, provider, model, price, hold } = call
    const { runId, flowId, userId, chatType } = payer
    const createdDate = now()
    const row = {
      id: newId(),
      runId,
      flowId,
      userId,
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
      costMicro,
      estimated,
      createdDate,
    }
    if (await rows.insertModelCall(tx, row)) {
      const sums = {
        answers: call.isAnswer ? 1 : 0,
        calls: 1,
        inputTokens: usage.input + usage.cacheRead + usage.cacheWrite,
        outputTokens: usage.output,
        costMicro,
        lastDate: createdDate,
      }
      await rows.addToDay(tx, {
        userId,
        day: platformDay(createdDate),
        flowId,
        provider,
        model,
        chatType,
        ...sums,
      })
    }
  }

  return { open, reopen, costOf, close }
}

function trueCost({ price, flatMicro }: OpenCall, usage: Usage, isRejected: boolean) {
  if (isRejected) {
    return 0
  }
  return price ? priceCall(price, usage).costMicro : flatMicro
}
