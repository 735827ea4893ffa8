import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { openBundle } from '#server/testing/bundle/bundle-for-tests.ts'

// Runs the real process with invalid settings: one clear sentence, exit code 1, no changes.

// The bundle users get, which starts three times as fast as the sources.
let bundle: Awaited<ReturnType<typeof openBundle>>
beforeAll(async () => {
  bundle = await openBundle()
})
afterAll(() => bundle.remove())

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts the process and returns its output once it ends; a process that keeps running is stopped once it listens.
 */
function start(env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, [bundle.entry, ...words], {
    env: { PATH: '', PORT: '0', ...env },
  })
  let output = ''
  const onData = (chunk: Buffer) => {
    const wasReady = output.includes('ready at')
    output += chunk
    // Only once: a second signal forces an immediate exit.
    if (!wasReady && output.includes('ready at')) {
      child.kill('SIGTERM')
    }
  }
  child.stdout.on('data', onData)
  child.stderr.on('data', onData)
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('exit', (code) => resolve({ code, output }))
  })
}

test('starts without any setup, prints its address, and shuts down in order', async () => {
  const folder = join(aFolder(), 'deep', 'data')

  const { code, output } = await start({ DATA_DIR: folder })

  expect(output).toMatch(/^Flowtill is ready at http:\/\/localhost:\d+\nThe sandbox is on/)
  expect(code).toBe(0)
  expect(readdirSync(folder)).toContain('secrets.json')
}, 60_000)

test('a busy port is reported', async () => {
  const folder = join(aFolder(), 'data')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }

  const { code, output } = await start({ DATA_DIR: folder, PORT: String(port) })

  expect(output).toBe(`Port ${port} is already in use. Stop the other program, or set PORT to a free one.\n`)
  expect(code).toBe(1)
  expect(existsSync(folder)).toBe(false)
}, 60_000)

test('an inaccessible data folder is reported', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')

  const { code, output } = await start({ DATA_DIR: join(file, 'data') })

  expect(output).toContain('cannot write to its data folder')
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}, 60_000)

test('all invalid settings are reported at once', async () => {
  const { code, output } = await start({ PORT: 'x', SANDBOX: 'maybe' })

  expect(output).toMatch(/PORT: .*\n.*SANDBOX: /)
  expect(code).toBe(1)
}, 60_000)

test('a database of a newer version is not modified', async () => {
  const folder = aFolder()
  const file = join(folder, 'flowtill.db')
  await openSqlite(file).close()
  const shell = new Database(file)
  shell.exec("insert into __drizzle_migrations (hash, created_at) values ('tomorrow', 9000000000000)")
  shell.close()

  const { code, output } = await start({ DATA_DIR: folder })

  expect(output).toContain('written by a newer version of Flowtill')
  expect(code).toBe(1)
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false)
}, 60_000)

test('lost secrets are not replaced while there are accounts', async () => {
  const folder = aFolder()
  const store = openSqlite(join(folder, 'flowtill.db'))
  await store.close()
  const shell = new Database(join(folder, 'flowtill.db'))
  shell.exec(`insert into users (id, username, username_key, email, email_key, password_hash, role, created_date, updated_date)
    values ('1', 'ada', 'ada', 'a@b.co', 'a@b.co', 'x', 'ADMIN', 0, 0)`)
  shell.close()

  const { code, output } = await start({ DATA_DIR: folder })

  expect(output).toContain('Put the file back from your backup')
  expect(code).toBe(1)
}, 60_000)

test('an unknown command is reported', async () => {
  const { code, output } = await start({}, ['dance'])

  expect(output).toMatch(/^There is no command dance\. Try: serve, migrate, /)
  expect(code).toBe(1)
}, 60_000)

test('the folder of another running server is reported', async () => {
  const folder = aFolder()
  mkdirSync(folder, { recursive: true })
  const lock = new Database(join(folder, 'lock.db'))
  lock.pragma('locking_mode = EXCLUSIVE')
  lock.exec('BEGIN EXCLUSIVE')
  onTestFinished(() => void lock.close())

  const { code, output } = await start({ DATA_DIR: folder })

  expect(output).toContain('Another Flowtill is already running')
  expect(code).toBe(1)
}, 60_000)
