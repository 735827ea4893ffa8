import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import { platformDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd, usdText } from '#shared/money.ts'
import type { accountCapsInput, flowCapsInput } from '#shared/usage.ts'
import * as rows from './caps.repository.ts'
import type { AccountCapsRow, FlowCapsRow } from './usage.table.ts'

/** Maximum delay until caps set by another process take effect. */
const CAPS_AGE_MS = 5_000
/** Maximum of cached owners; beyond it the cache is cleared. */
const MAX_OWNERS = 10_000

type Deps = {
  store: Store
  now: () => Date
  /** Default threshold of a low balance. */
  lowBalanceMicro: number
}
type Spender = { userId: string; flowId: string; chatId: string }
type OwnCaps = { account: AccountCapsRow | undefined; flows: Map<string, FlowCapsRow>; readAt: number }

/**
 * Spending caps, checked before every call: paid amounts and open holds both count, so parallel calls cannot pass
 * on the same remainder, and the maximum overspend is one call.
 */
export function createCapsService({ store, now, lowBalanceMicro }: Deps) {
  const known = new Map<string, OwnCaps>()
  let changes = 0

  /**
   * Throws INSUFFICIENT_FUNDS when a cap is reached. For owners without caps it only reads the caps, and those
   * rarely.
   */
  async function checkCaps(tx: Writer, spender: Spender) {
    const { account, flows } = await capsOf(tx, spender.userId)
    const flow = flows.get(spender.flowId)
    const caps = [flow?.perDayMicro, flow?.perConversationMicro, account?.perDayMicro, account?.perMonthMicro]
    if (!caps.some((cap) => typeof cap === 'number')) {
      return
    }
    await rows.lockCaps(tx, spender)
    await checkFlowCaps(tx, flow, spender)
    await checkAccountCaps(tx, account, spender.userId)
  }

  async function checkFlowCaps(
    tx: Writer,
    caps: FlowCapsRow | undefined,
    { userId, flowId, chatId }: Spender,
  ) {
    const { perDayMicro = null, perConversationMicro = null } = caps ?? {}
    if (perDayMicro !== null) {
      const today = platformDay(now())
      const spent = await rows.sumSpent(tx, userId, today, today, flowId)
      rejectReached(
        (limit) => `This flow has reached its limit of $${limit} for today.`,
        perDayMicro,
        spent + (await rows.sumHeld(tx, flowId)),
      )
    }
    if (perConversationMicro !== null) {
      const spent = await rows.sumConversation(tx, flowId, chatId)
      const held = await rows.sumHeld(tx, flowId, chatId)
      rejectReached(
        (limit) => `This conversation has reached its limit of $${limit}.`,
        perConversationMicro,
        spent + held,
      )
    }
  }

  async function checkAccountCaps(tx: Writer, caps: AccountCapsRow | undefined, userId: string) {
    const { perDayMicro = null, perMonthMicro = null } = caps ?? {}
    if (perDayMicro === null && perMonthMicro === null) {
      return
    }
    const today = platformDay(now())
    const held = await rows.findHeld(tx, userId)
    if (perDayMicro !== null) {
      const spent = await rows.sumSpent(tx, userId, today, today)
      rejectReached(
        (limit) => `This account has reached its limit of $${limit} for today.`,
        perDayMicro,
        spent + held,
      )
    }
    if (perMonthMicro !== null) {
      const spent = await rows.sumSpent(tx, userId, `${today.slice(0, 7)}-01`, today)
      rejectReached(
        (limit) => `This account has reached its limit of $${limit} for this month.`,
        perMonthMicro,
        spent + held,
      )
    }
  }

  async function capsOf(db: Reader, userId: string): Promise<OwnCaps> {
    const time = now().getTime()
    const own = known.get(userId)
    if (own && time - own.readAt <= CAPS_AGE_MS) {
      return own
    }
    const before = changes
    const account = await rows.findAccountCaps(db, userId)
    const flows = (await rows.listFlowCaps(db, userId)).map(({ caps }) => [caps.flowId, caps] as const)
    const read = { account, flows: new Map(flows), readAt: time }
    // Caps set during this read make its result stale.
    if (changes === before) {
      if (known.size >= MAX_OWNERS) {
        known.clear()
      }
      known.set(userId, read)
    }
    return read
  }

  function forget(userId: string) {
    changes += 1
    known.delete(userId)
  }

  /** Micro-dollars. */
  async function accountOf(userId: string) {
    const caps = await rows.findAccountCaps(store.db, userId)
    const { perDayMicro = null, perMonthMicro = null } = caps ?? {}
    return { perDayMicro, perMonthMicro, lowBalanceMicro: caps?.lowBalanceMicro ?? lowBalanceMicro }
  }

  async function get(userId: string) {
    const caps = await accountOf(userId)
    return {
      perDay: toDollars(caps.perDayMicro),
      perMonth: toDollars(caps.perMonthMicro),
      lowBalance: microToUsd(caps.lowBalanceMicro),
    }
  }

  async function set(userId: string, input: z.infer<typeof accountCapsInput>) {
    const { perDay: perDayMicro, perMonth: perMonthMicro, lowBalance } = input
    const caps = { userId, perDayMicro, perMonthMicro, lowBalanceMicro: lowBalance, updatedDate: now() }
    await store.transaction((tx) => rows.putAccountCaps(tx, caps))
    forget(userId)
    return get(userId)
  }

  async function listFlows(userId: string) {
    const today = platformDay(now())
    const listed = await rows.listFlowCaps(store.db, userId)
    const capped = listed.filter(
      ({ caps }) => caps.perDayMicro !== null || caps.perConversationMicro !== null,
    )
    return Promise.all(
      capped.map(async ({ caps: { flowId, perDayMicro, perConversationMicro }, name }) => ({
        flowId,
        name,
        perDay: toDollars(perDayMicro),
        perConversation: toDollars(perConversationMicro),
        spentToday: microToUsd(await rows.sumSpent(store.db, userId, today, today, flowId)),
      })),
    )
  }

  /** Throws NOT_FOUND also for a flow of another user. */
  async function setFlow(userId: string, input: z.infer<typeof flowCapsInput>) {
    const { flowId, perDay: perDayMicro, perConversation: perConversationMicro } = input
    await store.transaction(async (tx) => {
      if (!(await rows.isOwnFlow(tx, userId, flowId))) {
        throw new AppError('NOT_FOUND', 'This flow does not exist.')
      }
      await rows.putFlowCaps(tx, { flowId, userId, perDayMicro, perConversationMicro, updatedDate: now() })
    })
    forget(userId)
    return listFlows(userId)
  }

  return { checkCaps, accountOf, get, set, listFlows, setFlow }
}

function rejectReached(sentence: (limit: string) => string, capMicro: number, usedMicro: number) {
  if (usedMicro >= capMicro) {
    throw new AppError('INSUFFICIENT_FUNDS', sentence(usdText(capMicro)))
  }
}

function toDollars(micro: number | null) {
  return micro === null ? null : microToUsd(micro)
}

export type CapsService = ReturnType<typeof createCapsService>
