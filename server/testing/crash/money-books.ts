import { openSqlite } from '#server/db/open-sqlite.ts'
import { attempts } from '#server/features/auth/auth.table.ts'
import { paymentOrders, paymentRefunds } from '#server/features/payments/payments.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { type PostingRow, postings, transfers } from '#server/features/wallet/wallet.table.ts'
import type { Fake } from './money-fake.ts'
import type { Load, World } from './money-load.ts'

type Look = { isSettled?: boolean }

/** Compares the database with the records outside it. A mutant may remove a guard; that finding is then ignored. */
export function openMoneyBooks(file: string, load: Load, fake: Fake, unlooked: string | undefined) {
  async function inspect(world: World, { isSettled = false }: Look = {}) {
    const store = openSqlite(file)
    try {
      const { db } = store
      // The load exceeds the rate limits of a user, so attempts are reset between restarts.
      await store.transaction((tx) => tx.delete(attempts))
      const findings = (await checkLedger(db)).filter(({ rule }) => rule !== unlooked)
      const issues = findings.map(({ rule, id }) => `${rule} (${id})`)
      const all = await db.select().from(postings)
      const moved: Moved = new Map()
      for (const { postingId, amountMicro } of await db.select().from(transfers)) {
        moved.set(postingId, (moved.get(postingId) ?? 0) + amountMicro)
      }
      const topUps = all.filter(({ kind }) => kind === 'topup')
      const credits = all.filter(({ kind, actorKind }) => kind === 'credit' && actorKind === 'admin')
      const refunds = all.filter(({ kind }) => kind === 'refund')
      issues.push(
        ...(await compareTopUps(topUps, moved, isSettled)),
        ...compareCredits(credits, moved, world, isSettled),
        ...(await compareRefunds(
          refunds,
          await db.select().from(paymentRefunds),
          await db.select().from(paymentOrders),
        )),
        ...compareUsage(all, await db.select().from(modelCalls)),
      )
      if (issues.length > 0) {
        throw new Error([...new Set(issues)].slice(0, 20).join('\n'))
      }
      const charges = all.filter(({ kind }) => kind === 'usage').length
      return { topUps: topUps.length, credits: credits.length, refunds: refunds.length, charges }
    } finally {
      await store.close()
    }
  }

  /** Every paid and acknowledged order is credited once, and no unpaid one. */
  async function compareTopUps(found: PostingRow[], moved: Moved, isSettled: boolean) {
    const byOid = groupBy(found, ({ reference }) => oidIn.exec(reference)?.[1] ?? reference)
    const issues: string[] = []
    for (const { oid, amount } of load.payments.values()) {
      const { isPaid, isAcknowledged } = await fake.show(oid)
      const mine = byOid.get(oid) ?? []
      const isDue = isPaid && (isAcknowledged || isSettled)
      issues.push(...expectBooked(`the top-up ${oid}`, mine, { isDue, isAllowed: isPaid, amount }, moved))
    }
    return issues
  }

  function compareCredits(found: PostingRow[], moved: Moved, { admin }: World, isSettled: boolean) {
    const prefix = `admin:${admin.userId}:`
    const byKey = groupBy(found, ({ reference }) =>
      reference.slice(prefix.length, prefix.length + KEY_LENGTH),
    )
    const credits = [...load.intents.values()].filter((intent) => intent.kind === 'credit')
    return credits.flatMap(({ key, amount }) => {
      const isDue = load.answered.has(key) || isSettled
      const mine = byKey.get(key) ?? []
      return expectBooked(`the credit ${key}`, mine, { isDue, isAllowed: true, amount }, moved)
    })
  }

  /**
   * Each refund of the sandbox service was debited from the wallet exactly once before; one that did not happen is
   * pending or was credited back.
   */
  async function compareRefunds(found: PostingRow[], rows: Refund[], orders: Order[]) {
    const byReference = groupBy(found, ({ reference }) => refundIn.exec(reference)?.[1] ?? reference)
    const oids = new Map(orders.map(({ id, oid }) => [id, oid]))
    const issues: string[] = []
    for (const { reference, orderId, state } of rows) {
      const { returns } = await fake.show(oids.get(orderId) ?? '')
      const given = returns.filter((each) => each.reference === reference).length
      const debits = byReference.get(reference)?.length ?? 0
      const isRight = debits === 1 && (possibleReturns[state] as number[]).includes(given)
      const issue = `the refund ${reference} is ${state}, debited ${debits} and given ${given} times`
      issues.push(...(isRight ? [] : [issue]))
    }
    return issues
  }

  function compareUsage(all: PostingRow[], calls: (typeof modelCalls.$inferSelect)[]) {
    const charges = all.filter(({ kind }) => kind === 'usage').length
    const costly = calls.filter(({ costMicro }) => costMicro > 0).length
    return charges === costly ? [] : [`${costly} calls cost something, ${charges} were charged`]
  }

  return { inspect }
}

type Moved = Map<string, number>
type Refund = typeof paymentRefunds.$inferSelect
type Order = typeof paymentOrders.$inferSelect
type Expected = { isDue: boolean; isAllowed: boolean; amount: string }

const KEY_LENGTH = 36
const possibleReturns = { requested: [0, 1], in_doubt: [0, 1], done: [1], failed: [0] }
// A mutant appends a suffix to its references.
const oidIn = /^paytr:([A-Za-z0-9]+)/
const refundIn = /^refund:([A-Za-z0-9]+)/

function expectBooked(
  what: string,
  booked: PostingRow[],
  { isDue, isAllowed, amount }: Expected,
  moved: Moved,
) {
  const expected = Math.round(Number(amount) * 1_000_000)
  const wrong = booked.filter(({ id }) => moved.get(id) !== expected)
  return [
    ...(booked.length === 0 && isDue ? [`${what} was acknowledged and is lost`] : []),
    ...(booked.length > 1 ? [`${what} was booked ${booked.length} times`] : []),
    ...(booked.length > 0 && !isAllowed ? [`${what} was booked and never paid`] : []),
    ...wrong.map(({ id }) => `${what} moved ${moved.get(id)} instead of ${expected}`),
  ]
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
