import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { backup } from './backup.ts'
import { type Machine, thisMachine } from './doctor/machine.ts'
import { doctor, examine } from './doctor.ts'
import { lockHome, openHome } from './open-home.ts'

const isLinux = process.platform === 'linux'
/** A well set up server, but for what a test changes. */
const well = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://flows.example.com',
  TRUST_PROXY: '10.0.0.1',
  SANDBOX: 'off',
  PAYTR_MERCHANT_ID: '1',
  PAYTR_MERCHANT_KEY: 'key',
  PAYTR_MERCHANT_SALT: 'salt',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'flows@example.com',
}
const machine: Machine = { ...thisMachine, askPort: async () => 'free', freeBytes: () => 1e12, memory: 4e9 }

type Home = Awaited<ReturnType<typeof openInstallation>>

/** An installation with one account and its session. */
async function openInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: folder })
  const { store, secrets, unlock } = await openHome(config)
  const services = createServices({ store, config, secrets })
  const account = { username: 'ada', email: 'ada@example.com', password: 'a long enough password' }
  await services.auth.register(account, { address: '127.0.0.1', userAgent: '' })
  await services.jobs.stopAll()
  await store.close()
  unlock()
  const file = join(folder, 'flowtill.db')
  const exec = (statement: string) => new Database(file).exec(statement).close()
  return { folder, file, exec, env: { ...well, DATA_DIR: folder } as Record<string, string> }
}

const badOf = async (env: Record<string, string>, on: Machine = machine) =>
  (await examine(env, on))
    // Backups have tests of their own.
    .filter(({ status, check }) => status !== 'ok' && !check.startsWith('Backup'))
    .map(({ status, check, message, advice }) => `${status} ${check}: ${message} ${advice}`)

test('a well set up installation has no finding, and nothing of it changes', async () => {
  const { folder, env, file } = await openInstallation()
  const before = statSync(file)

  expect(await badOf(env)).toEqual([])

  expect(statSync(file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs })
  expect(existsSync(join(folder, 'search.db'))).toBe(false)
})

test('an installation before its first start has only warnings', async () => {
  const env = { ...well, DATA_DIR: join(tmpdir(), 'flowtill-doctor-none') }

  expect(await badOf(env)).toEqual([
    expect.stringMatching(/^warning Data folder: .* does not exist yet/),
    expect.stringMatching(/^warning Secrets: .* does not exist yet/),
    expect.stringMatching(/^warning Database: There is none/),
  ])
  expect(existsSync(env.DATA_DIR)).toBe(false)
})

/** What is wrong, and the beginning of the only line about it. */
const settings: [Record<string, string>, string][] = [
  [{ PORT: 'x' }, 'problem Settings: These settings are not right. PORT: '],
  [
    { PUBLIC_URL: '', HOST: '0.0.0.0', SANDBOX: 'on', NODE_ENV: '', TRUST_PROXY: '' },
    'warning PUBLIC_URL: The server listens on',
  ],
  [
    { PUBLIC_URL: 'http://flows.example.com', SANDBOX: 'on', NODE_ENV: '' },
    'warning PUBLIC_URL: http://flows.example.com is not encrypted',
  ],
  [{ PUBLIC_URL: 'https://example.com/flows' }, 'warning PUBLIC_URL: https://example.com/flows has a path'],
  [{ TRUST_PROXY: '' }, 'warning TRUST_PROXY: Not set, although'],
  [{ TRUST_PROXY: 'true', HOST: '0.0.0.0' }, 'warning TRUST_PROXY: Any caller'],
  [{ TRUST_PROXY: '10.0.0.1, proxy' }, 'problem TRUST_PROXY: proxy is no address'],
  [{ SANDBOX: 'on' }, 'warning Payments: The sandbox is on'],
  [{ PAYTR_MERCHANT_ID: '', PAYTR_MERCHANT_KEY: '', PAYTR_MERCHANT_SALT: '' }, 'warning Payments: No card'],
  [{ PUBLIC_URL: '', TRUST_PROXY: '' }, 'problem Payments: PayTR cannot report'],
  [{ PAYTR_TEST_MODE: 'true' }, 'warning Payments: PayTR is in test mode'],
  [{ SMTP_URL: '' }, 'warning Email: None can be sent'],
  [{ MAIL_FROM: '' }, 'warning Email: It has no sender'],
]

test('settings that do not fit each other are named', async () => {
  const { env } = await openInstallation()

  for (const [changed, line] of settings) {
    expect(await badOf({ ...env, ...changed }), line).toEqual([expect.stringContaining(line)])
  }
})

const machines: [Partial<Machine>, string][] = [
  [{ nodeVersion: '22.1.0' }, 'problem Node.js: Version 22.1.0 is too old'],
  [{ memory: 3e8 }, 'warning Memory: Only 286 MB'],
  [{ freeBytes: () => 5e8 }, 'warning Free space: 477 MB left'],
  [{ freeBytes: () => 1e8 }, 'problem Free space: 95 MB left'],
  [{ askPort: async () => 'other' }, 'problem Port: 3000 is used by another program'],
  [{ now: () => new Date(0) }, 'problem Clock: The newest record is of'],
]

test('a machine that does not suffice is named', async () => {
  const { env } = await openInstallation()

  for (const [changed, line] of machines) {
    expect(await badOf(env, { ...machine, ...changed }), line).toEqual([expect.stringContaining(line)])
  }
})

/** What has happened to the data folder or the database. */
const damages: [string, (home: Home) => void, RegExp][] = [
  [
    'a folder open to others',
    ({ folder }) => chmodSync(folder, 0o755),
    /^warning Data folder: .* can be read/,
  ],
  [
    'secrets open to others',
    ({ folder }) => chmodSync(join(folder, 'secrets.json'), 0o644),
    /^problem Secrets: .* can be read/,
  ],
  ['lost secrets', ({ folder }) => rmSync(join(folder, 'secrets.json')), /^problem Secrets: .* is missing/],
  [
    'damaged secrets',
    ({ folder }) => writeFileSync(join(folder, 'secrets.json'), '{'),
    /^problem Secrets: .* is damaged/,
  ],
  [
    'secrets of another installation',
    ({ folder }) => {
      const key = () => randomBytes(32).toString('base64')
      writeFileSync(
        join(folder, 'secrets.json'),
        JSON.stringify({ tokenSecret: key(), credentialKey: key() }),
      )
    },
    /^problem Credential key: secrets.json does not open/,
  ],
  [
    'a file that is no database',
    ({ file }) => writeFileSync(file, 'Tea'.repeat(2_000)),
    /^problem Database: It cannot be read/,
  ],
  [
    'a newer schema',
    ({ exec }) => exec('update __drizzle_migrations set created_at = created_at + 1'),
    /^problem Schema: .* newer/,
  ],
  [
    'an older schema',
    ({ exec }) =>
      exec(
        'delete from __drizzle_migrations where created_at > (select min(created_at) from __drizzle_migrations)',
      ),
    /^warning Schema: .* older/,
  ],
  [
    'a foreign database',
    ({ exec }) => exec('drop table __drizzle_migrations'),
    /^problem Schema: This is not/,
  ],
  [
    'a changed ledger',
    ({ exec }) =>
      exec('drop trigger accounts_changed; update accounts set credits_micro = 1 where user_id is not null'),
    /^problem Ledger: Broken/,
  ],
  [
    'a changed audit trail',
    ({ exec }) => exec("drop trigger audit_entries_unchanged; update audit_entries set address = 'x'"),
    /^problem Audit trail: Entry 1/,
  ],
  [
    'a job whose process has died',
    ({ exec }) => exec(aJob('running', 1, null)),
    /^warning Jobs: Not continued since their process ended: 1/,
  ],
  [
    'a failed job',
    ({ exec }) => exec(aJob('failed', null, Date.now())),
    /^warning Jobs: Failed in the last day: 1/,
  ],
  [
    'a damaged search.db',
    ({ folder }) => writeFileSync(join(folder, 'search.db'), 'Tea'.repeat(2_000)),
    /^problem search.db: Damaged/,
  ],
  [
    'files of no flow',
    ({ folder }) => mkdirSync(join(folder, 'uploads', 'gone'), { recursive: true }),
    /^warning Files: .*uploads.gone/,
  ],
  [
    'missing uploads',
    ({ exec }) =>
      exec(`insert into flows (id, user_id, name, type, version_id, deployed, is_public, thumbnail, node_count, created_date, updated_date)
        select 'f', id, 'Museum', 'CHATFLOW', 'v', 0, 0, '{}', 0, 1, 1 from users;
      insert into messages (id, flow_id, user_id, chat_id, session_id, chat_type, role, content, extras, created_date)
        select 'm', 'f', id, 'c', 'c', 'EXTERNAL', 'userMessage', 'Hi', '{"fileUploads":[{"type":"stored-file"}]}', 1 from users`),
    /^warning Uploads: Flows whose uploads are missing: 1, such as f/,
  ],
  [
    'a long write-ahead log',
    ({ file }) => {
      const writer = new Database(file)
      writer.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table filler (bytes blob);
        insert into filler values (zeroblob(70000000))`)
      onTestFinished(() => void writer.close())
    },
    /^warning Write-ahead log: \d+ MB/,
  ],
]

test.each(damages)('%s: one line says what to do', async (_, damage, line) => {
  const home = await openInstallation()

  damage(home)

  expect(await badOf(home.env)).toEqual([expect.stringMatching(line)])
})

const aJob = (state: string, lease: number | null, ended: number | null) => `
  insert into jobs (id, kind, user_id, subject_id, queue_key, input, state, attempts, run_date, lease_date, ended_date, created_date)
  select 'j', 'upsert', id, 's', 'q', '{}', '${state}', 1, 1, ${lease}, ${ended}, 1 from users`

test('damaged pages are found', async () => {
  const home = await openInstallation()
  const bytes = readFileSync(home.file)
  writeFileSync(
    home.file,
    bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 50_000),
  )

  expect(await badOf(home.env)).toContainEqual(expect.stringMatching(/^problem (Pages|Database): /))
})

test.runIf(isLinux)('a running server is named, and goes on undisturbed', async () => {
  const { folder, env } = await openInstallation()
  const unlock = lockHome(folder)

  const findings = await examine(env, machine)

  expect(findings).toContainEqual({ check: 'Lock', status: 'ok', message: `Held by process ${process.pid}` })
  expect(() => lockHome(folder)).toThrow('Another Flowtill is already running')
  unlock()
})

test('a Flowtill on the port is distinguished from other programs', async () => {
  const { url } = await createTestApp({ listen: true })
  const other = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const portOf = (address: AddressInfo) => address.port
  const otherPort = portOf(other.address() as AddressInfo)

  expect(await thisMachine.askPort('0.0.0.0', Number(new URL(url).port))).toBe('flowtill')
  expect(await thisMachine.askPort('127.0.0.1', otherPort)).toBe('other')
  await new Promise((resolve) => void other.close(resolve))
  expect(await thisMachine.askPort('127.0.0.1', otherPort)).toBe('free')
})

test('the exit code is 1 for a problem, and a program reads JSON', async () => {
  const { env, folder } = await openInstallation()
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    process.exitCode = undefined
  })
  const local = { DATA_DIR: folder, PORT: '0' }

  await doctor(local, [])
  expect(process.exitCode).toBe(0)
  expect(String(write.mock.calls.at(-1)?.[0])).toMatch(/^warning {2}Email: /m)
  rmSync(join(folder, 'secrets.json'))
  await doctor({ ...env, PORT: '0' }, ['--json'])
  expect(process.exitCode).toBe(1)
  expect(JSON.parse(String(write.mock.calls.at(-1)?.[0]))).toContainEqual(
    expect.objectContaining({ check: 'Secrets', status: 'problem', advice: expect.any(String) }),
  )
  await expect(doctor(env, ['--xml'])).rejects.toThrow('There is no option --xml')
})

const backupsOf = async (env: Record<string, string>, on: Machine = machine) =>
  (await examine(env, on))
    .filter(({ check }) => check === 'Backups')
    .map(({ status, message, advice }) => `${status} ${message} ${advice ?? ''}`)

test('backups that are not scheduled, missing, failing or late are named', async () => {
  const { folder, env } = await openInstallation()
  const away = mkdtempSync(join(tmpdir(), 'flowtill-doctor-backups-'))
  onTestFinished(() => rmSync(away, { recursive: true, force: true }))
  expect(await backupsOf(env)).toEqual([
    expect.stringContaining('warning None are scheduled. Set BACKUP_DIR'),
  ])
  const scheduled = { ...env, BACKUP_DIR: away }
  expect(await backupsOf(scheduled)).toEqual([expect.stringContaining('warning There is none yet in')])

  const config = readConfig(scheduled)
  const { store, secrets, unlock } = await openHome(config)
  const { backups } = createServices({ store, config, secrets })
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await backups.take(({ database }) => backup(config, [database]))
  expect(await backupsOf(scheduled)).toEqual([expect.stringMatching(/^ok The newest is of .* 1 in /)])
  const inThreeDays = { ...machine, now: () => new Date(Date.now() + 3 * 24 * 3_600_000) }
  expect(await backupsOf(scheduled, inThreeDays)).toEqual([
    expect.stringMatching(/^problem The newest is of .*, and one is due every 24 h/),
  ])
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  await expect(backups.take(() => Promise.reject(full))).rejects.toThrow()
  expect(await backupsOf(scheduled)).toEqual([
    expect.stringMatching(/^problem The newest is of .* failed at .*: There is not enough room/),
  ])
  await store.close()
  unlock()

  expect((await examine({ ...env, BACKUP_DIR: folder }, machine)).map(({ check }) => check)).toContain(
    'Backup disk',
  )
})
