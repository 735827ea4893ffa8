import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Bulletin, RateSource } from '#server/ports/exchange-rates.ts'
import { addDays } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { GuardedFetch } from '../guarded-fetch.ts'
import { readBulletin, readDay, readRate } from './read-bulletin.ts'

type Options = {
  /** Limits the response size. */
  fetch: GuardedFetch
  /** Base URL of the bulletins, without a trailing slash. */
  baseUrl: () => string
  /** URL of EVDS, the central bank's data API; used only with a key. */
  evdsUrl: () => string
  evdsKey: string | undefined
  timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const MAX_DAYS_BACK = 10

const evdsSchema = z.object({
  items: z.array(
    z.object({
      Tarih: z.string(),
      TP_DK_USD_A_YTL: z.string().nullable(),
      TP_DK_USD_S_YTL: z.string().nullable(),
    }),
  ),
})

/** The central bank's sources by priority: today's bulletin, dated bulletins, the EVDS query. */
export function createTcmbSources({
  fetch,
  baseUrl,
  evdsUrl,
  evdsKey,
  timeoutMs = TIMEOUT_MS,
}: Options): RateSource[] {
  async function get(url: string, headers: Record<string, string> = {}) {
    const signal = AbortSignal.timeout(timeoutMs)
    // Following a redirect would let another host supply the rates.
    const response = await fetch(url, { headers, signal, redirect: 'error' })
    if (response.status === 404) {
      return undefined
    }
    if (response.status !== 200) {
      throw failure(`The central bank answered with status ${response.status}.`)
    }
    return response.text()
  }

  async function readToday() {
    const text = await get(`${baseUrl()}/kurlar/today.xml`)
    return toBulletin(text ?? '', 'today')
  }

  /** Nothing is published on holidays, so a 404 means trying the day before. Any other error is thrown. */
  async function readDated(today: string) {
    for (let back = 0; back <= MAX_DAYS_BACK; back += 1) {
      const day = addDays(today, -back)
      const [year, month, date] = day.split('-')
      const text = await get(`${baseUrl()}/kurlar/${year}${month}/${date}${month}${year}.xml`)
      if (text !== undefined) {
        return toBulletin(text, 'dated')
      }
    }
    throw failure(`The central bank has no bulletin of the last ${MAX_DAYS_BACK} days.`)
  }

  async function readEvds(today: string) {
    const [from, until] = [addDays(today, -MAX_DAYS_BACK), today].map((day) =>
      day.split('-').reverse().join('-'),
    )
    const query = `series=TP.DK.USD.A.YTL-TP.DK.USD.S.YTL&startDate=${from}&endDate=${until}&type=json`
    const text = await get(`${evdsUrl()}/${query}`, { key: evdsKey ?? '' })
    return orExplain(() => readItems(text ?? ''))
  }

  const papers: RateSource[] = [
    { name: 'today', read: readToday },
    { name: 'dated', read: readDated },
  ]
  return evdsKey ? [...papers, { name: 'evds', read: readEvds }] : papers
}

function toBulletin(text: string, source: 'today' | 'dated'): Bulletin {
  return orExplain(() => ({ ...readBulletin(text), source, rawSha256: hash('sha256', text) }))
}

/** The newest day that has rates; holidays have none. */
function readItems(text: string): Bulletin {
  const { items } = evdsSchema.parse(JSON.parse(text))
  const days = items.flatMap(({ Tarih, TP_DK_USD_A_YTL: buying, TP_DK_USD_S_YTL: selling }) =>
    buying && selling ? [{ rateDate: readDay(Tarih), buying, selling }] : [],
  )
  const newest = days.reduce<(typeof days)[number] | undefined>(
    (best, day) => (best && best.rateDate > day.rateDate ? best : day),
    undefined,
  )
  if (!newest) {
    throw new Error('it has no rate')
  }
  return {
    bulletinNo: `EVDS-${newest.rateDate}`,
    rateDate: newest.rateDate,
    forexBuyingE4: readRate(newest.buying),
    forexSellingE4: readRate(newest.selling),
    banknoteBuyingE4: null,
    banknoteSellingE4: null,
    source: 'evds',
    rawSha256: hash('sha256', text),
  }
}

function orExplain<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    throw failure('The central bank sent an unreadable bulletin.', cause)
  }
}

function failure(message: string, cause?: unknown) {
  return new AppError('UPSTREAM_FAILED', message, { cause })
}
