import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bundleServer } from '#server/bundle-server.ts'
import { openSqlite } from '#server/db/open-sqlite.ts'

// Runs the real process with invalid settings: one clear sentence, exit code 1, no changes.

// The bundle users get, which starts three times as fast as the sources. Built inside the project, where it finds
// its assets.
let bundle = ''
beforeAll(async () => {
  mkdirSync('dist', { recursive: true })
  bundle = mkdtempSync('dist/start-')
  await bundleServer(bundle)
})
afterAll(() => rmSync(bundle, { recursive: true }))

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts the process and returns its output once it ends; a process that keeps running is stopped once it listens.
 */
function start(env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, [join(bundle, 'main.mjs'), ...words], {
    env: { PATH: '', PORT: '0', ...env },
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    const wasReady = said.includes('ready at')
    said += chunk
    // Only once: a second signal forces an immediate exit.
    if (!wasReady && said.includes('ready at')) {
      child.kill('SIGTERM')
    }
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on('exit', (code) => resolve({ code, said }))
  })
}

test('starts on nothing, says where it is, and ends in order', async () => {
  const folder = join(aFolder(), 'deep', 'data')

  const { code, said } = await start({ DATA_DIR: folder })

  expect(said).toMatch(/^Flowtill is ready at http:\/\/localhost:\d+\nThe sandbox is on/)
  expect(code).toBe(0)
  expect(readdirSync(folder)).toContain('secrets.json')
}, 60_000)

test('a busy port', async () => {
  const folder = join(aFolder(), 'data')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }

  const { code, said } = await start({ DATA_DIR: folder, PORT: String(port) })

  expect(said).toBe(`Port ${port} is already in use. Stop the other program, or set PORT to a free one.\n`)
  expect(code).toBe(1)
  expect(existsSync(folder)).toBe(false)
}, 60_000)

test('a data folder it may not have', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')

  const { code, said } = await start({ DATA_DIR: join(file, 'data') })

  expect(said).toContain('cannot write to its data folder')
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}, 60_000)

test('settings that are wrong, all at once', async () => {
  const { code, said } = await start({ PORT: 'x', SANDBOX: 'maybe' })

  expect(said).toMatch(/PORT: .*\n.*SANDBOX: /)
  expect(code).toBe(1)
}, 60_000)

test('a database of a newer version is left as it is', async () => {
  const folder = aFolder()
  const file = join(folder, 'flowtill.db')
  await openSqlite(file).close()
  const shell = new Database(file)
  shell.exec("insert into __drizzle_migrations (hash, created_at) values ('tomorrow', 9000000000000)")
  shell.close()

  const { code, said } = await start({ DATA_DIR: folder })

  expect(said).toContain('written by a newer version of Flowtill')
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

  const { code, said } = await start({ DATA_DIR: folder })

  expect(said).toContain('Put the file back from your backup')
  expect(code).toBe(1)
}, 60_000)

test('a command there is not', async () => {
  const { code, said } = await start({}, ['dance'])

  expect(said).toMatch(/^There is no command dance\. Try: serve, migrate, /)
  expect(code).toBe(1)
}, 60_000)

test('the folder of another one that is running', async () => {
  const folder = aFolder()
  mkdirSync(folder, { recursive: true })
  const lock = new Database(join(folder, 'lock.db'))
  lock.pragma('locking_mode = EXCLUSIVE')
  lock.exec('BEGIN EXCLUSIVE')
  onTestFinished(() => void lock.close())

  const { code, said } = await start({ DATA_DIR: folder })

  expect(said).toContain('Another Flowtill is already running')
  expect(code).toBe(1)
}, 60_000)
