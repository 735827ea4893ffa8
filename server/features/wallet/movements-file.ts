import type { Store } from '#server/db/store.ts'
import { csvText } from '#shared/csv-text.ts'
import { addDays, startOfPlatformDay } from '#shared/dates.ts'
import { unitOf } from '#shared/price-units.ts'
import * as rows from './movements.repository.ts'
import { nameOf, referenceOf } from './movements.service.ts'
import type { Place } from './page-cursor.ts'
import { walletOf } from './wallet.service.ts'

/** Rows per read: the file may have a million, but memory holds only these. */
const PAGE = 500

/** Days in the platform's calendar, both inclusive. */
export type FileRange = { from: string; to: string }

type Row = Awaited<ReturnType<typeof rows.listPostings>>[number]

const columns = [
  'date',
  'kind',
  'amount_usd',
  'balance_after_usd',
  'reference',
  'by',
  'model',
  'input_tokens',
  'output_tokens',
  'unit',
  'entry_id',
] as const

export async function* writeMovements(
  { db }: Pick<Store, 'db'>,
  userId: string,
  { from, to }: FileRange,
): AsyncGenerator<string> {
  const scope = walletOf(userId)
  const range = { from: startOfPlatformDay(from), to: startOfPlatformDay(addDays(to, 1)) }
  const entries = await rows.sumEntriesBefore(db, scope, range.from)
  let balanceMicro = entries - (await rows.sumUsage(db, userId, { before: from }))
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield `\uFEFF${columns.join(',')}\r\n`
  let after: Place | undefined
  do {
    const found = await rows.listPostings(db, scope, range, after, PAGE)
    let piece = ''
    for (const row of found) {
      balanceMicro += row.amountMicro
      piece += toLine(row, balanceMicro)
    }
    const last = found.length === PAGE ? found.at(-1)?.posting : undefined
    after = last && { date: last.createdDate, id: last.id }
    if (piece !== '') {
      yield piece
    }
  } while (after)
}

function toLine({ posting, amountMicro, username, call, flowName }: Row, balanceMicro: number) {
  const tokens = call ? call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens : ''
  const cells = [
    posting.createdDate.toISOString(),
    posting.kind,
    toDecimal(amountMicro),
    toDecimal(balanceMicro),
    csvText(posting.kind === 'usage' ? (flowName ?? posting.reference) : referenceOf(posting)),
    csvText(nameOf(posting.actorKind, username)),
    csvText(call?.model ?? ''),
    tokens,
    call?.outputTokens ?? '',
    call ? unitOf(call) : '',
    posting.id,
  ]
  return `${cells.join(',')}\r\n`
}

/** Micro-dollars as exact decimal text. */
export function toDecimal(micro: number) {
  const digits = String(Math.abs(micro)).padStart(7, '0')
  return `${micro < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
