import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { newOrderedId } from '#server/ids.ts'
import { checkLedger } from './check-ledger.ts'
import { createWalletService } from './wallet.service.ts'
import { accounts, postings, transfers } from './wallet.table.ts'

const ENTRIES = 60
const CUTS = 60
const folder = mkdtempSync(join(tmpdir(), 'flowtill-damage-'))
const original = join(folder, 'original.db')

beforeAll(async () => {
  const store = openSqlite(original)
  const wallet = createWalletService({
    store,
    newId: newOrderedId,
    now: () => new Date(),
    rejectIfUnsound: () => undefined,
  })
  const actor = { actorKind: 'system', actorId: 'test' } as const
  await store.transaction((tx) => wallet.open(tx, 'ada'))
  // One commit each, so that the database log can be cut between any two.
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const reference = `entry:${String(entry).padStart(4, '0')}`
    await store.transaction((tx) =>
      wallet.post(tx, { kind: 'promotion', userId: 'ada', amountMicro: 1 + entry, reference, actor }),
    )
  }
  // The state after a killed process: the log is not yet written back.
  copyFileSync(original, join(folder, 'left.db'))
  copyFileSync(`${original}-wal`, join(folder, 'left.db-wal'))
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

test(`${CUTS} truncations and bit flips in the log: what remains is a valid prefix of the commits`, async () => {
  const log = readFileSync(join(folder, 'left.db-wal'))
  const seen = new Set<number>()
  for (let cut = 0; cut < CUTS; cut += 1) {
    const place = Math.floor(((cut + 0.5) / CUTS) * log.length)
    const damaged = cut % 2 === 0 ? log.subarray(0, place) : flipped(log, place)
    const file = join(folder, `cut-${cut}.db`)
    copyFileSync(join(folder, 'left.db'), file)
    writeFileSync(`${file}-wal`, damaged)

    const store = openSqlite(file)
    const stored = await store.db.select().from(postings).orderBy(postings.reference)
    expect(await checkLedger(store.db)).toEqual([])
    await store.close()

    const references = stored.map(({ reference }) => reference)
    expect(references).toEqual(references.map((_, entry) => `entry:${String(entry).padStart(4, '0')}`))
    seen.add(stored.length)
  }
  expect(seen.size).toBeGreaterThan(5)
})

test('all balances can be rebuilt from the entries alone', async () => {
  const source = openSqlite(original)
  const target = join(folder, 'anew.db')
  const rebuilt = openSqlite(target)
  const before = await source.db.select().from(accounts)
  const entries = await source.db.select().from(postings).orderBy(postings.createdDate, postings.id)
  // By date first: ids created within one millisecond have no order, and an account stores the date of its last
  // leg.
  const legs = await source.db
    .select()
    .from(transfers)
    .orderBy(transfers.createdDate, transfers.postingId, transfers.leg)
  await rebuilt.transaction(async (tx) => {
    for (const { id, kind, userId } of before.filter(({ kind }) => kind === 'wallet')) {
      await tx.insert(accounts).values({ id, kind, userId })
    }
    for (const entry of entries) {
      await tx.insert(postings).values(entry)
    }
    for (const leg of legs) {
      await tx.insert(transfers).values(leg)
    }
  })
  const after = await rebuilt.db.select().from(accounts)
  await Promise.all([source.close(), rebuilt.close()])

  expect(after.toSorted(byId)).toEqual(before.toSorted(byId))
  expect(after.some(({ creditsMicro }) => creditsMicro > 0)).toBe(true)
})

test('every connection waits for the disk', () => {
  const store = openSqlite(join(folder, 'settings.db'))
  // The driver's default could lose the last commits in a power failure, so each of our connections sets
  // `synchronous`.
  const other = new Database(join(folder, 'settings.db'))
  expect(other.pragma('synchronous', { simple: true })).toBe(1)
  other.close()
  return store.close()
})

function flipped(bytes: Buffer, place: number) {
  const copy = Buffer.from(bytes)
  copy[place] = (copy[place] ?? 0) ^ 0x40
  return copy
}

function byId({ id: one }: { id: string }, { id: other }: { id: string }) {
  return one < other ? -1 : 1
}
