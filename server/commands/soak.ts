// npm run soak -- 60: thirty days of use within so many minutes, 60 unless given, on the built product. Each day has new
// accounts, answers at a steady rate, credits, a top-up by card and an upsert; then the clock jumps to the next day, and
// housekeeping, retention and a backup follow. Prints the figures of each day, and exits with 1 where one of the rules
// of soak/judge-soak.ts is broken.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { nodeEnvironment, nodeFlags } from '../process-settings.mjs'
import { collectHeap } from './bench/collect-heap.ts'
import { type Day, judgeSoak, rules } from './soak/judge-soak.ts'
import { type Account, ask, credit, openAccount, signIn, topUp, upsert } from './soak/soak-account.ts'

const MINUTES = Number(process.argv[2] ?? 60)
const DAYS = 30
const PER_SECOND = 10
const NEW_ACCOUNTS = 2
const MAX_ACCOUNTS = 20
const DAY_MS = 24 * 60 * 60_000
const MEBIBYTE = 1_048_576
const INSPECTOR_PORT = 3_196
const BACKUP_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'flowtill-soak-'))
const backups = join(folder, 'backups')
const database = join(folder, 'flowtill.db')
mkdirSync(backups)
const days: Day[] = []
const accounts: Account[] = []
const print = (line: string) => process.stdout.write(`${line}\n`)
const { server, url } = await start()
try {
  const admin = await openAccount(url, 'admin')
  accounts.push(admin)
  await untilBackedUp(0)
  for (let day = 1; day <= DAYS; day += 1) {
    const figures = await liveThrough(day, admin)
    if (days.length === 0) {
      print(columns(Object.fromEntries(Object.keys(figures).map((name) => [name, name]))))
    }
    days.push(figures)
    print(columns(figures))
  }
  const broken = judgeSoak(days)
  for (const { rule } of rules) {
    print(`${broken.includes(rule) ? 'BROKEN' : 'holds '} ${rule}`)
  }
  process.exitCode = broken.length > 0 ? 1 : 0
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function start(): Promise<{ server: ChildProcess; url: string }> {
  const clock = pathToFileURL(join(import.meta.dirname, 'soak', 'soak-clock.mjs')).href
  const child = fork('dist/server/main.mjs', {
    execArgv: [...nodeFlags, `--inspect=127.0.0.1:${INSPECTOR_PORT}`, '--import', clock],
    silent: true,
    env: {
      ...nodeEnvironment,
      ...{ PATH: '', PORT: '0', LOG_LEVEL: 'error', DATA_DIR: folder },
      ...{ BACKUP_DIR: backups, RUN_LOG_DAYS: '5', ADMIN_DAILY_MAX_USD: '1000000' },
    },
  })
  child.stderr?.on('data', (text) => /^(Debugger|For help)/.test(String(text)) || process.stderr.write(text))
  const greeting = child.stdout ? String(await once(child.stdout, 'data')) : ''
  const address = /http:\/\/\S+/.exec(greeting)?.[0]
  if (!address) {
    throw new Error('The server did not start.')
  }
  return { server: child, url: address.replace('localhost', '127.0.0.1') }
}

async function liveThrough(day: number, admin: Account): Promise<Day> {
  const before = await readServer(admin)
  const failures: unknown[] = []
  const attempt = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error))
  for (let index = 0; index < NEW_ACCOUNTS && accounts.length < MAX_ACCOUNTS; index += 1) {
    await attempt(async () => accounts.push(await openAccount(url, `user-${day}-${index}`)))
  }
  const chosen = accounts[day % accounts.length] ?? admin
  const also = [
    attempt(() => Promise.all(accounts.map((each) => credit(url, admin, each)))),
    attempt(() => topUp(url, chosen)),
    attempt(() => upsert(url, chosen, day)),
  ]
  const times = await keepAsking((MINUTES * 60_000) / DAYS, attempt)
  await Promise.all(also)
  const walMb = sizeOf(`${database}-wal`)
  const after = await readServer(admin)
  server.send({ jumpMs: DAY_MS })
  await untilBackedUp(day)
  await attempt(() => Promise.all(accounts.map((each) => signIn(url, each))))
  const { errors } = await readServer(admin)
  for (const error of failures.slice(0, 3)) {
    print(`  ${error instanceof Error ? error.message : error}`)
  }
  const stored = readdirSync(backups)
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return {
    ...{ day, answers: times.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99) },
    commitMs: ((after.commitSum - before.commitSum) / (after.commits - before.commits || 1)) * 1_000,
    slowStatements: after.slow - before.slow,
    heapMb: (await collectHeap(INSPECTOR_PORT)) / MEBIBYTE,
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024,
    ...{ databaseMb: after.databaseMb, walMb, backups: stored.length },
    backupsMb: stored.reduce((sum, name) => sum + sizeOf(join(backups, name, 'flowtill.db')), 0),
    errors: failures.length + errors - before.errors,
  }
}

/** Sent when due, whether or not earlier ones are answered, so that a slow server does not look fast. */
async function keepAsking(ms: number, attempt: (work: () => Promise<unknown>) => Promise<unknown>) {
  const times: number[] = []
  const open = new Set<Promise<unknown>>()
  const begun = performance.now()
  for (let turn = 0; turn < (ms / 1_000) * PER_SECOND; turn += 1) {
    const due = begun + (turn * 1_000) / PER_SECOND
    await pause(Math.max(0, due - performance.now()))
    const account = accounts[turn % accounts.length]
    const one = attempt(async () => {
      await (account && ask(account, url))
      times.push(performance.now() - due)
    }).finally(() => open.delete(one))
    open.add(one)
  }
  await Promise.all(open)
  return times
}

async function readServer({ headers }: Account) {
  const [metrics, status] = await Promise.all([
    fetch(`${url}/metrics`, { headers }).then((response) => response.text()),
    fetch(`${url}/trpc/system.status`, { headers }).then((response) => response.json()),
  ])
  const readMetric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0)
  return {
    commitSum: readMetric('flowtill_db_commit_duration_seconds_sum'),
    commits: readMetric('flowtill_db_commit_duration_seconds_count'),
    slow: readMetric('flowtill_db_slow_statements_total'),
    databaseMb: Number(status.result.data.disk.databaseBytes) / MEBIBYTE,
    errors: (status.result.data.errors as { times: number }[]).reduce((sum, { times }) => sum + times, 0),
  }
}

/** One backup was taken at the start, and one after each day. Its name begins with its date. */
async function untilBackedUp(day: number) {
  const date = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10)
  const end = Date.now() + BACKUP_MS
  while (!readdirSync(backups).some((name) => name.includes(date) && !name.includes('.'))) {
    if (Date.now() > end) {
      throw new Error(`No backup of day ${day} was taken.`)
    }
    await pause(50)
  }
}

function sizeOf(path: string) {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MEBIBYTE
}

function columns(row: Record<string, string | number>) {
  return Object.values(row)
    .map((value) =>
      typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value),
    )
    .map((text) => text.padStart(14))
    .join(' ')
}
