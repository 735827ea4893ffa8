import { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { CasesService } from '#server/features/payments/cases.service.ts'
import type { NewId } from '#server/ids.ts'
import type { Bulletin, RateSource } from '#server/ports/exchange-rates.ts'
import { DAY_MS, dayText, platformDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { nextPollAt } from './poll-times.ts'
import * as rows from './rates.repository.ts'
import type { ExchangeRateRow } from './rates.table.ts'

/** Lira per dollar in ten-thousandths, with its bulletin. */
export type CurrentRate = {
  /** Top-ups are priced at the selling rate. */
  rateE4: number
  forexBuyingE4: number
  forexSellingE4: number
  bulletinNo: string
  /** Bulletin date, YYYY-MM-DD. */
  rateDate: string
  fetchedDate: Date
  isOld: boolean
  isTooOld: boolean
}

/** `held`: not in force until an ADMIN accepts it. */
export type Refreshed = 'stored' | 'unchanged' | 'held'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  /** Tried in order; the first response wins. */
  sources: readonly RateSource[]
  cases: Pick<CasesService, 'open' | 'has'>
}

/** Age limits tolerate weekends and holidays; the longest holidays last nine days. */
const OLD_DAYS = 4
const TOO_OLD_DAYS = 10

const detailsSchema = z.object({
  bulletinNo: z.string(),
  rateDate: dayText,
  forexBuyingE4: z.int().positive(),
  forexSellingE4: z.int().positive(),
  banknoteBuyingE4: z.int().nullable(),
  banknoteSellingE4: z.int().nullable(),
  rawSha256: z.string(),
})

/** The lira rate of the central bank's newest valid bulletin. */
export function createRatesService({ store, newId, now, sources, cases }: Deps) {
  let refreshing: Promise<Refreshed> | undefined

  /** Not for use inside a transaction: it may call the central bank. Throws UNAVAILABLE when no rate is known. */
  async function current(): Promise<CurrentRate> {
    return toCurrent((await rows.findLatestRate(store.db)) ?? (await fetchFirst()))
  }

  async function fetchFirst() {
    const cause = await refresh().then(
      () => undefined,
      (error: unknown) => error,
    )
    return (await rows.findLatestRate(store.db)) ?? rejectUnknown(cause)
  }

  /**
   * Fetches the newest bulletin; concurrent callers share one request. Throws UPSTREAM_FAILED when every source
   * fails.
   */
  function refresh(): Promise<Refreshed> {
    refreshing ??= readSources()
      .then(storeBulletin)
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  async function readSources(): Promise<Bulletin> {
    const today = platformDay(now())
    const issues: unknown[] = []
    for (const source of sources) {
      try {
        return await source.read(today)
      } catch (error) {
        issues.push(error)
      }
    }
    throw new AppError('UPSTREAM_FAILED', 'The central bank gave no exchange rate.', {
      cause: new AggregateError(issues, 'No source of rates answered.'),
    })
  }

  function storeBulletin(bulletin: Bulletin): Promise<Refreshed> {
    return store.transaction(async (tx) => {
      const latest = await rows.findLatestRate(tx)
      if (await isKnown(tx, bulletin, latest)) {
        return 'unchanged'
      }
      const doubt = judgeBulletin(bulletin, {
        today: platformDay(now()),
        previousSellingE4: latest?.forexSellingE4,
      })
      if (doubt) {
        return hold(tx, bulletin, doubt, latest)
      }
      const stored = await insert(tx, bulletin)
      return stored ? 'stored' : 'unchanged'
    })
  }

  async function isKnown(
    tx: Writer,
    { bulletinNo, rateDate }: Bulletin,
    latest: ExchangeRateRow | undefined,
  ) {
    const isEarlier = latest !== undefined && rateDate < latest.rateDate
    // EVDS bulletins have a date and no number, so one for a date already stored is not new.
    const isOfSameDay = latest?.rateDate === rateDate && bulletinNo.startsWith('EVDS')
    return isEarlier || isOfSameDay || (await rows.findRate(tx, bulletinNo)) !== undefined
  }

  /** Once per bulletin, so that one an ADMIN rejected is not held again. */
  async function hold(tx: Writer, bulletin: Bulletin, doubt: Doubt, latest: ExchangeRateRow | undefined) {
    if (!(await cases.has(tx, 'rate', bulletin.bulletinNo))) {
      const previous = latest && { bulletinNo: latest.bulletinNo, forexSellingE4: latest.forexSellingE4 }
      const details = { doubt, ...bulletin, ...(previous && { previous }) }
      await cases.open(tx, { kind: 'rate', subject: bulletin.bulletinNo, details })
    }
    return 'held' as const
  }

  function insert(tx: Writer, bulletin: Bulletin) {
    return rows.insertRate(tx, { id: newId(), ...bulletin, fetchedDate: now() })
  }

  /**
   * Puts a doubtful bulletin into force, in the transaction that closes its case. Idempotent. Throws CONFLICT for
   * one that cannot be right.
   */
  async function accept(tx: Writer, details: unknown, adminId: string) {
    const parsed = detailsSchema.safeParse(details)
    if (!parsed.success) {
      throw new AppError('CONFLICT', 'This case holds no bulletin that could be accepted.', {
        cause: parsed.error,
      })
    }
    const bulletin = { ...parsed.data, source: adminId }
    const doubt = judgeBulletin(bulletin, { today: platformDay(now()), previousSellingE4: undefined })
    if (doubt) {
      throw new AppError('CONFLICT', sentences[doubt])
    }
    await insert(tx, bulletin)
  }

  function toCurrent(row: ExchangeRateRow): CurrentRate {
    const { forexBuyingE4, forexSellingE4, bulletinNo, rateDate, fetchedDate } = row
    const age = (Date.parse(platformDay(now())) - Date.parse(rateDate)) / DAY_MS
    return {
      rateE4: forexSellingE4,
      forexBuyingE4,
      forexSellingE4,
      bulletinNo,
      rateDate,
      fetchedDate,
      isOld: age > OLD_DAYS,
      isTooOld: age > TOO_OLD_DAYS,
    }
  }

  /** Refreshes now and regularly afterwards. Returns a stop function. */
  function startRefreshing(report: (error: unknown) => void) {
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    const poll = async () => {
      await refresh().catch(report)
      if (!isStopped) {
        const waitMs = nextPollAt(now(), Math.random()).getTime() - now().getTime()
        timer = setTimeout(poll, waitMs).unref()
      }
    }
    void poll()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }

  return { current, refresh, accept, startRefreshing }
}

const sentences: Record<Doubt, string> = {
  future: 'This bulletin is dated in the future and cannot be put into force.',
  crossed: 'This bulletin sells dollars for less than it buys them and cannot be put into force.',
  jump: 'This bulletin is too far from the one before.',
}

function rejectUnknown(cause: unknown): never {
  throw new AppError('UNAVAILABLE', 'No exchange rate is available yet. Try again in a minute.', { cause })
}

export type RatesService = ReturnType<typeof createRatesService>

/** Why a bulletin is held. ADMINs may accept a jump; the others are certainly wrong. */
type Doubt = 'future' | 'crossed' | 'jump'

/** A change of more than one tenth since the previous bulletin is a jump. */
const MAX_CHANGE = 10

function judgeBulletin(
  { rateDate, forexBuyingE4, forexSellingE4 }: Bulletin,
  { today, previousSellingE4 }: { today: string; previousSellingE4: number | undefined },
): Doubt | undefined {
  if (rateDate > today) {
    return 'future'
  }
  if (forexSellingE4 < forexBuyingE4) {
    return 'crossed'
  }
  const isJump =
    previousSellingE4 !== undefined &&
    Math.abs(forexSellingE4 - previousSellingE4) * MAX_CHANGE > previousSellingE4
  return isJump ? 'jump' : undefined
}
