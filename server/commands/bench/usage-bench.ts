// A month of a busy account, and the time to compute its bill: node server/commands/bench/usage-bench.ts [calls]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Database from 'better-sqlite3'
import { readConfig } from '../../config.ts'
import { openSqlite } from '../../db/open-sqlite.ts'
import { checkLedger } from '../../features/wallet/check-ledger.ts'
import { createServices } from '../../services.ts'

const CALLS = Number(process.argv[2] ?? 1_000_000)
const DAYS = 30
const FLOWS = 20
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'o3', 'gpt-4.1-mini']
const CHAT_TYPES = ['INTERNAL', 'EXTERNAL']
const HOUR_MS = 60 * 60_000
const userId = 'bench'
const now = new Date('2026-11-30T20:00:00Z')
const from = '2026-11-01'
const to = '2026-11-30'

const folder = mkdtempSync(join(tmpdir(), 'flowtill-bench-'))
try {
  await measure(join(folder, 'bench.db'))
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(file: string) {
  const store = openSqlite(file)
  const secrets = { tokenSecret: Buffer.alloc(32), credentialKey: Buffer.alloc(32) }
  const services = createServices({ store, config: readConfig({}), secrets, now: () => now })
  await services.usage.seedPrices()
  const started = performance.now()
  seed(file)
  print(
    `${CALLS.toLocaleString('en')} calls with their runs, postings, transfers and days were written in ${Math.round((performance.now() - started) / 1_000)} s`,
  )

  const { reports } = services.usage
  const range = { from, to }
  const first = await services.movements.page(userId, { limit: 25 })
  let cursor = first.nextCursor ?? ''
  for (let page = 0; page < 10; page += 1) {
    cursor = (await services.movements.page(userId, { limit: 25, cursor })).nextCursor ?? cursor
  }
  const questions: Record<string, () => Promise<unknown>> = {
    summary: () => reports.summary(userId),
    'series by flow': () => reports.series(userId, { ...range, by: 'flow' }),
    'series by model': () => reports.series(userId, { ...range, by: 'model' }),
    byFlow: () => reports.byFlow(userId, range),
    byModel: () => reports.byModel(userId, range),
    'movements, first page': () => services.movements.page(userId, { limit: 25 }),
    'movements, twelfth page': () => services.movements.page(userId, { limit: 25, cursor }),
    'entries of a folded line': () =>
      services.movements.usageEntries(userId, { day: to, flowId: 'flow-1', limit: 50 }),
  }
  for (const [name, query] of Object.entries(questions)) {
    const times: number[] = []
    for (let turn = 0; turn < 15; turn += 1) {
      const start = performance.now()
      await query()
      times.push(performance.now() - start)
    }
    const [cold = 0] = times
    const sorted = times.toSorted((a, b) => a - b)
    print(
      `${name}: ${sorted[7]?.toFixed(1)} ms (median of 15), first ${cold.toFixed(1)}, worst ${sorted.at(-1)?.toFixed(1)}`,
    )
  }
  await measureCheck(store)
  await store.close()
}

/** The ledger check runs beside a serving process; the measured value is how long it blocks the event loop. */
async function measureCheck(store: ReturnType<typeof openSqlite>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  const findings = await checkLedger(store.db)
  delay.disable()
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  print(
    `check-ledger of ${CALLS.toLocaleString('en')} transfers: ${seconds} s, ${findings.length} findings, thread held at most ${(delay.max / 1e6).toFixed(1)} ms (p99 ${(delay.percentile(99) / 1e6).toFixed(1)})`,
  )
}

// Inserts directly, without the services; the database's triggers still update the counters.
function seed(file: string) {
  const db = new Database(file)
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = ON')
  const start = now.getTime() - DAYS * 24 * HOUR_MS
  const at = (index: number) => start + Math.floor((index / CALLS) * DAYS * 24 * HOUR_MS)
  const dayOf = (time: number) => new Date(time + 3 * HOUR_MS).toISOString().slice(0, 10)
  const run = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const statements = {
    posting: db.prepare(
      "insert into postings values (?, ?, ?, ?, '', 'system', 'metering', null, ?, 1, ?, null)",
    ),
    transfer: db.prepare('insert into transfers values (?, 0, ?, ?, ?, null, ?)'),
    run: db.prepare("insert into runs values (?, ?, 'v', ?, ?, ?, ?, 'finished', 150, ?, ?, ?)"),
    call: db.prepare(
      "insert into model_calls values (?, ?, 'm:1', ?, ?, 'm', 'openai', ?, null, null, 100, 0, 0, 50, 0, ?, 0, ?)",
    ),
    day: db.prepare(
      "insert into usage_days values (?, ?, ?, 'openai', ?, ?, 1, 1, 100, 50, ?, ?) on conflict do update set answers = answers + 1, calls = calls + 1, input_tokens = input_tokens + 100, output_tokens = output_tokens + 50, cost_micro = cost_micro + excluded.cost_micro, last_date = excluded.last_date",
    ),
  }
  db.transaction(() => {
    db.prepare(
      "insert into users (id, username, username_key, email, email_key, password_hash, role, created_date, updated_date) values (?, ?, ?, ?, ?, '', 'USER', 0, 0)",
    ).run(userId, userId, userId, userId, userId)
    db.prepare("insert into accounts (id, kind, user_id) values (?, 'wallet', ?)").run(
      `wallet:${userId}`,
      userId,
    )
    for (let flow = 0; flow < FLOWS; flow += 1) {
      db.prepare(
        "insert into flows (id, user_id, name, type, version_id, deployed, is_public, thumbnail, node_count, created_date, updated_date) values (?, ?, ?, 'CHATFLOW', 'v', 0, 0, '{}', 0, 0, 0)",
      ).run(`flow-${flow}`, userId, `Flow ${flow}`)
    }
    for (let index = 0; index < 200; index += 1) {
      const id = `credit-${index}`
      const date = start + index * 3 * HOUR_MS
      statements.posting.run(id, 'promotion', `wallet:${userId}`, id, 'Money to measure with', date)
      statements.transfer.run(id, 'promotions', `wallet:${userId}`, 1_000_000_000, date)
    }
  })()
  for (let first = 0; first < CALLS; first += 50_000) {
    db.transaction(() => {
      for (let index = first; index < Math.min(CALLS, first + 50_000); index += 1) {
        write(index)
      }
    })()
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()

  function write(index: number) {
    const [id, date] = [run(index), at(index)]
    const flow = `flow-${index % FLOWS}`
    const model = MODELS[index % MODELS.length]
    const chatType = CHAT_TYPES[Math.floor(index / FLOWS) % CHAT_TYPES.length]
    const cost = 1 + (index % 997)
    const chat = `chat-${index % 5_000}`
    statements.run.run(id, flow, userId, chat, chat, chatType, cost, date, date)
    statements.call.run(id, id, userId, flow, model, cost, date)
    statements.day.run(userId, dayOf(date), flow, model, chatType, cost, date)
    statements.posting.run(id, 'usage', `wallet:${userId}`, `run:${id}:m:1`, null, date)
    statements.transfer.run(id, `wallet:${userId}`, 'revenue', cost, date)
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
