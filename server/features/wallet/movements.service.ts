import type { Store } from '#server/db/store.ts'
import { addDays, platformDay, startOfPlatformDay } from '#shared/dates.ts'
import { microToUsd } from '#shared/money.ts'
import { unitOf } from '#shared/price-units.ts'
import * as rows from './movements.repository.ts'
import { isAfter, newestFirst, type Place, readCursor, writeCursor } from './page-cursor.ts'
import * as ledger from './wallet.repository.ts'
import { rejectUnknownUser, walletOf } from './wallet.service.ts'

type Deps = { store: Pick<Store, 'db'> }
type Page = { cursor?: string | undefined; limit: number }

const ATTEMPTS = 4

/**
 * Statement of a wallet: every posting, with usage grouped by flow and day. Balances are computed backwards from
 * the wallet's counter.
 */
export function createMovementsService({ store: { db } }: Deps) {
  /** Throws NOT_FOUND for an unknown wallet, INVALID_INPUT for an invalid cursor. */
  async function page(userId: string, { cursor, limit }: Page) {
    const after = readCursor(cursor)
    let before = await counterOf(userId)
    for (let attempt = 1; ; attempt += 1) {
      const read = await readLines(userId, after, limit)
      const now = await counterOf(userId)
      // Counter and lines are separate reads: they are consistent when nothing moved in between.
      if (now.micro === before.micro && now.moved === before.moved) {
        return toPage(read, now.micro - read.aboveMicro, limit)
      }
      if (attempt === ATTEMPTS) {
        return toPage(read, now.micro - read.aboveMicro, limit)
      }
      before = now
    }
  }

  async function counterOf(userId: string) {
    const account = (await ledger.findAccount(db, walletOf(userId))) ?? rejectUnknownUser()
    const { creditsMicro, debitsMicro } = account
    return { micro: creditsMicro - debitsMicro, moved: creditsMicro + debitsMicro }
  }

  async function readLines(userId: string, after: Place | undefined, limit: number) {
    const scope = walletOf(userId)
    const until = after && platformDay(after.date)
    // A day with usage has at least one line; the lines of the cursor's own day may all be on earlier pages.
    const days = await rows.listPaidDays(db, userId, until, limit + 2)
    const entries = await rows.listEntries(db, scope, after, limit + 1)
    const folded = days.length > 0 ? await rows.foldUsage(db, userId, days) : []
    const usage = folded.map(toUsage)
    const lines = [...usage, ...entries.map(toEntry)]
      .filter((line) => !after || isAfter(line, after))
      .toSorted(newestFirst)
    const aboveMicro = after && until ? await sumAbove(userId, scope, after, until, usage) : 0
    return { lines, aboveMicro }
  }

  async function sumAbove(userId: string, scope: string, place: Place, day: string, usage: Line[]) {
    const entries = await rows.sumEntriesFrom(db, scope, place)
    const later = await rows.sumUsage(db, userId, { after: day })
    const sameDay = usage
      .filter((line) => line.day === day && !isAfter(line, place))
      .reduce((sum, { amountMicro }) => sum + amountMicro, 0)
    return entries - later + sameDay
  }

  async function usageEntries(userId: string, { day, flowId, cursor, limit }: Page & UsageLine) {
    const range = { userId, flowId, from: startOfPlatformDay(day), to: startOfPlatformDay(addDays(day, 1)) }
    const found = await rows.listCharges(db, range, readCursor(cursor), limit + 1)
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: shown.map((call) => ({
        id: call.id,
        date: call.createdDate,
        model: call.model,
        provider: call.provider,
        unit: unitOf(call),
        inputTokens: call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens,
        outputTokens: call.outputTokens,
        cost: microToUsd(call.costMicro),
        estimated: call.estimated,
        runId: call.runId,
      })),
      nextCursor: last && found.length > limit ? writeCursor({ date: last.createdDate, id: last.id }) : null,
    }
  }

  return { page, usageEntries }
}

type UsageLine = { day: string; flowId: string }
type Line = ReturnType<typeof toUsage> | ReturnType<typeof toEntry>

function toPage({ lines }: { lines: Line[] }, fromMicro: number, limit: number) {
  let balanceMicro = fromMicro
  const items = lines.slice(0, limit).map(({ amountMicro, ...line }) => {
    const balanceAfter = microToUsd(balanceMicro)
    balanceMicro -= amountMicro
    return { ...line, amount: microToUsd(amountMicro), balanceAfter }
  })
  const last = items.at(-1)
  return { items, nextCursor: last && lines.length > limit ? writeCursor(last) : null }
}

function toUsage(folded: Awaited<ReturnType<typeof rows.foldUsage>>[number]) {
  const { day, flowId, flowName, costMicro, answers, byOwner, rows: all, date } = folded
  return {
    id: `usage:${day}:${flowId}`,
    kind: 'usage' as const,
    date,
    day,
    amountMicro: -costMicro,
    reference: flowName ?? '',
    flowId,
    answers,
    by: byOwner === all ? 'you' : byOwner === 0 ? 'visitors' : 'several',
    reversedBy: null,
    reverses: null,
  }
}

function toEntry({
  posting,
  amountMicro,
  reversedBy,
  username,
}: Awaited<ReturnType<typeof rows.listEntries>>[number]) {
  const { id, kind, createdDate: date, reverses } = posting
  return {
    id,
    kind,
    date,
    day: null,
    amountMicro,
    reference: referenceOf(posting),
    flowId: null,
    answers: 0,
    by: nameOf(posting.actorKind, username),
    reversedBy,
    reverses,
  }
}

type Posting = Awaited<ReturnType<typeof rows.listEntries>>[number]['posting']

/** PayTR's reference of a payment or refund; for everything else the reason. */
export function referenceOf({ kind, reference, reason }: Posting) {
  const isPayment = kind === 'topup' || kind === 'refund'
  return isPayment ? reference.slice(reference.indexOf(':') + 1) : (reason ?? reference)
}

export function nameOf(actorKind: Posting['actorKind'], username: string | null) {
  return actorKind === 'psp' ? 'PayTR' : actorKind === 'system' ? 'system' : (username ?? 'somebody')
}
