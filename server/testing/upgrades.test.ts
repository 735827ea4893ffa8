import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { findUnsound } from '#server/commands/find-unsound.ts'
import { readConfig } from '#server/config.ts'
import { dialect } from '#server/db/dialect.ts'
import { migrationsFolder } from '#server/db/migrations.ts'
import { keyOf, type Row, toComparable } from '#server/db/move/moved-table.ts'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { createServices } from '#server/services.ts'
import { fillTables, type Inserted } from './fill/fill-database.ts'
import {
  migrationsUntil,
  openRawPostgres,
  openRawSqlite,
  type RawDatabase,
  readRows,
} from './fill/raw-database.ts'
import { listMigrations, readSnapshot, type TableShape } from './fill/snapshot-tables.ts'
import { testSecrets } from './test-app.ts'

/** Rows added to every table before each migration. */
const ROWS = 2

/** Until then there are no accounts of the platform, which money comes from. Both were in the first version. */
const FIRST = 1

/** What migrations change in rows that were there, by the name of the migration. Anything else is a loss. */
const intended: Record<string, string[]> = {
  // Keys that could ask a flow may go on doing so.
  '0009_ask_flows': ['api_keys.permissions'],
  // Those without a number get one.
  '0036_number_messages': ['messages.number'],
  // Those of an upsert that has not ended are in the next generation.
  '0039_index_generations': ['index_chunks.is_live', 'index_chunks.added_in'],
}

/** Counted by triggers as rows of other tables come. */
const counters = ['debits_micro', 'credits_micro', 'held_micro', 'updated_date'].map(
  (name) => `accounts.${name}`,
)

type World = RawDatabase & { openStore(): ReturnType<typeof openSqlite> }

async function openEmpty(): Promise<World> {
  if (dialect === 'postgres') {
    return openRawPostgres()
  }
  const folder = aFolder()
  const file = join(folder, 'flowtill.db')
  const raw = openRawSqlite(file)
  return { ...raw, openStore: () => openSqlite(file) }
}

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-upgrades-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Filled after each migration, so that later ones find rows of every age. */
async function upgradeFilled(world: World) {
  const inserted: Inserted[] = []
  const filled = new Map()
  const migrations = listMigrations(dialect).slice(FIRST)
  for (const { idx } of migrations) {
    await world.migrate(migrationsUntil(migrationsFolder(dialect), idx))
    const rows = await fillTables(world, readSnapshot(idx), filled, {
      from: (idx - FIRST) * ROWS,
      count: ROWS,
    })
    inserted.push(...rows)
  }
  return { inserted, newest: readSnapshot(migrations.at(-1)?.idx ?? 0) }
}

test('rows of every version are still there after all later migrations, and the newest version answers', async () => {
  const world = await openEmpty()
  const { inserted, newest } = await upgradeFilled(world)

  // Each table was filled at each version that has it.
  const counts = Map.groupBy(inserted, ({ table }) => table)
  expect(newest.filter(({ name }) => !counts.has(name)).map(({ name }) => name)).toEqual([])
  expect(await findLosses(world, newest, inserted)).toEqual([])
  const sums = await world.side.ledgerSums()
  const moved = inserted.filter(({ table }) => table === 'transfers')
  const total = moved.reduce((sum, { fields }) => sum + Number(fields.amount_micro), 0)
  expect(sums).toMatchObject({
    transfers: String(moved.length),
    transferred: String(total),
    balances: String(total),
  })

  const store = world.openStore()
  onTestFinished(() => store.close())
  expect(await findUnsound(store)).toEqual([])
  const config = readConfig({ DATA_DIR: aFolder() })
  const services = createServices({ store, config, secrets: testSecrets })
  onTestFinished(() => services.jobs.stopAll())
  await services.usage.seedPrices()
  await services.runs.recover({ atStart: true })
  const app = await buildApp(services)
  onTestFinished(() => app.close())
  const payload = { username: 'ada', email: 'ada@example.com', password: 'a long enough password' }
  const health = await app.inject({ url: '/api/v1/health' })
  expect(health.statusCode).toBe(200)
  const registered = await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })
  expect(registered.statusCode).toBeLessThan(300)
  const headers = { authorization: `Bearer ${registered.json().token}` }
  for (const url of ['/chatflows', '/wallets/me', '/credentials']) {
    expect([url, (await app.inject({ url: `/api/v1${url}`, headers })).statusCode]).toEqual([url, 200])
  }
})

test('a migration that loses a row, a value or a column is found', async () => {
  const world = await openEmpty()
  await world.migrate(migrationsFolder(dialect))
  const newest = readSnapshot(listMigrations(dialect).at(-1)?.idx ?? 0)
  const inserted = await fillTables(world, newest, new Map(), { from: 0, count: ROWS })

  await world.exec(`
    delete from attempts where key = (select min(key) from attempts);
    update variables set value = 'x' where id = (select min(id) from variables);
    alter table leads drop column phone`)
  const withoutPhone = newest.map((shape) =>
    shape.name === 'leads'
      ? { ...shape, columns: shape.columns.filter(({ name }) => name !== 'phone') }
      : shape,
  )

  const losses = await findLosses(world, withoutPhone, inserted)
  expect(losses.toSorted()).toEqual([
    expect.stringMatching(/^Row .* of attempts is gone/),
    expect.stringMatching(/^leads.phone of .* has changed or is gone/),
    expect.stringMatching(/^leads.phone of .* has changed or is gone/),
    expect.stringMatching(/^variables.value of .* has changed or is gone/),
  ])
})

/** Columns and rows that are gone or different, in words. */
async function findLosses(world: World, newest: readonly TableShape[], inserted: readonly Inserted[]) {
  const losses: string[] = []
  const changing = new Set([...counters, ...Object.values(intended).flat()])
  for (const [table, rows] of Map.groupBy(inserted, (each) => each.table)) {
    const shape = newest.find(({ name }) => name === table)
    if (!shape) {
      losses.push(`Table ${table} is gone.`)
      continue
    }
    losses.push(...(await findLossesIn(world, shape, rows, changing)))
  }
  return losses
}

async function findLossesIn(
  { side }: World,
  shape: TableShape,
  inserted: readonly Inserted[],
  changing: ReadonlySet<string>,
) {
  const stored = new Map<string, Row>()
  await side.transaction(async () => {
    for (const row of await readRows(side, shape)) {
      stored.set(JSON.stringify(keyOf(shape, row)), row)
    }
  })
  return inserted.flatMap(({ fields }) => {
    const key = JSON.stringify(shape.key.map((place) => fields[shape.columns[place]?.name ?? ''] ?? null))
    const row = stored.get(key)
    if (!row) {
      return [`Row ${key} of ${shape.name} is gone.`]
    }
    return Object.entries(fields)
      .filter(([name]) => !changing.has(`${shape.name}.${name}`))
      .filter(([name, value]) => !isSame(shape, row, { name, value }))
      .map(([name]) => `${shape.name}.${name} of ${key} has changed or is gone.`)
  })
}

function isSame(shape: TableShape, row: Row, { name, value }: { name: string; value: string | null }) {
  const place = shape.columns.findIndex((column) => column.name === name)
  const column = shape.columns[place]
  if (!column) {
    return false
  }
  const alone = { name: shape.name, columns: [column], key: [0] }
  return toComparable(alone, [row[place] ?? null]) === toComparable(alone, [value])
}
