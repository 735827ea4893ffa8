import type { Store } from '#server/db/store.ts'
import type { CardPort, CardReportRow } from '#server/ports/cards.ts'
import { addDays, DAY_MS, platformDay, startOfPlatformDay } from '#shared/dates.ts'
import type { CasesService } from './cases.service.ts'
import { findOrdersByOid, listPaidOrders } from './payments.repository.ts'
import type { PaymentOrderRow } from './payments.table.ts'
import { listDoneRefunds } from './refunds.repository.ts'

type Deps = {
  store: Store
  now: () => Date
  cases: Pick<CasesService, 'open' | 'has'>
  cards: CardPort | undefined
}

type Line = { kind: CardReportRow['kind']; oid: string; kurus: number }

export type Differences = {
  missing: Line[]
  extra: Line[]
  amounts: (Line & { theirKurus: number })[]
}

/** PayTR's daily report is complete by then. */
const READY_MS = 4 * 60 * 60_000
const SECOND_MS = 1_000

/** Compares PayTR's daily report with our records. Differences open one case per day. */
export function createReporting({ store, now, cases, cards }: Deps) {
  let compared: string | undefined

  /** May be called at any time: compares each past day once. Returns the differences if it compared. */
  async function compareYesterday() {
    const day = addDays(platformDay(new Date(now().getTime() - READY_MS)), -1)
    if (!cards || compared === day || (await cases.has(store.db, 'report', day))) {
      return undefined
    }
    const differences = await compare(cards, day)
    compared = day
    return differences
  }

  async function compare(provider: CardPort, day: string): Promise<Differences> {
    // A day more at both ends: our clock and PayTR's may disagree around midnight.
    const from = startOfPlatformDay(addDays(day, -1))
    const to = new Date(from.getTime() + 3 * DAY_MS)
    const rows = await provider.report(from, new Date(to.getTime() - SECOND_MS))
    const sales = await compareSales(day, rows)
    const refunds = await compareRefunds(day, rows, { from, to })
    const differences = {
      missing: [...sales.missing, ...refunds.missing],
      extra: [...sales.extra, ...refunds.extra],
      amounts: sales.amounts,
    }
    if (Object.values(differences).some((lines) => lines.length > 0)) {
      await store.transaction((tx) => cases.open(tx, { kind: 'report', subject: day, details: differences }))
    }
    return differences
  }

  async function compareSales(day: string, rows: CardReportRow[]) {
    const sales = rows.filter(({ kind }) => kind === 'sale')
    const paid = await listPaidOrders(store.db, ...boundsOf(day))
    const theirs = new Map(sales.map((row) => [row.oid, row]))
    const ofDay = sales.filter((row) => row.day === day)
    const known = await findOrdersByOid(
      store.db,
      ofDay.map(({ oid }) => oid),
    )
    const ours = new Map(known.map((order) => [order.oid, order]))
    const counted = paid.filter(({ isTest }) => !isTest)

    return {
      missing: counted.filter(({ oid }) => !theirs.has(oid)).map(toLine),
      extra: ofDay.filter(({ oid }) => !isSettled(ours.get(oid))).map(withoutDay),
      amounts: counted.flatMap((order) => {
        const row = theirs.get(order.oid)
        return row && row.kurus !== order.paidKurus ? [{ ...toLine(order), theirKurus: row.kurus }] : []
      }),
    }
  }

  async function compareRefunds(day: string, rows: CardReportRow[], { from, to }: { from: Date; to: Date }) {
    const theirs = rows.filter(({ kind }) => kind === 'refund')
    const done = await listDoneRefunds(store.db, from, to)
    const ours = done.map(({ refund, oid }) => ({
      kind: 'refund' as const,
      oid,
      kurus: refund.kurus,
      day: platformDay(refund.createdDate),
    }))
    const lacking = (lines: CardReportRow[], others: CardReportRow[]) =>
      lines.filter((line) => line.day === day && count(lines, line) > count(others, line)).map(withoutDay)
    return { missing: lacking(ours, theirs), extra: lacking(theirs, ours) }
  }

  return { compareYesterday }
}

/** The report gives refunds no number: they are matched by order, amount and count. */
function count(lines: CardReportRow[], { oid, kurus }: CardReportRow) {
  return lines.filter((line) => line.oid === oid && line.kurus === kurus).length
}

function isSettled(order: PaymentOrderRow | undefined) {
  return order?.state === 'paid' || order?.isTest === true
}

function toLine({ oid, paidKurus, totalKurus }: PaymentOrderRow): Line {
  return { kind: 'sale', oid, kurus: paidKurus ?? totalKurus }
}

function withoutDay({ kind, oid, kurus }: CardReportRow): Line {
  return { kind, oid, kurus }
}

function boundsOf(day: string): [Date, Date] {
  return [startOfPlatformDay(day), startOfPlatformDay(addDays(day, 1))]
}
