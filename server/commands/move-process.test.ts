import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { migrationsFolder } from '#server/db/migrations.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { readSecrets } from '#server/secrets.ts'
import { fillTables } from '#server/testing/fill/fill-database.ts'
import { openRawPostgres, openRawSqlite } from '#server/testing/fill/raw-database.ts'
import { listMigrations, readSnapshot } from '#server/testing/fill/snapshot-tables.ts'
import { move } from './move.ts'
import { readMoveTarget } from './move-target.ts'
import { lockHome } from './open-home.ts'

const program = join(import.meta.dirname, '..', 'main.ts')
// biome-ignore lint/style/noProcessEnv: a real PostgreSQL, with npm run check-postgres
const hasPostgres = /^postgres(ql)?:/.test(process.env.DATABASE_URL ?? '')

async function aHome() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const raw = openRawSqlite(join(folder, 'flowtill.db'))
  await raw.migrate(migrationsFolder('sqlite'))
  return { folder, raw, config: readConfig({ DATA_DIR: folder }) }
}

test.each([
  [[]],
  [['postgres://there/db']],
  [['--to']],
  [['--to', 'mysql://there/db']],
  [['--to', 'postgres:']],
  [['--to', 'file:']],
  [['--to', 'file:a', 'file:b']],
])('a command that names no database says how: %j', (words) => {
  expect(() => readMoveTarget(words)).toThrow('Name the database to move to')
})

test('a target in one word or two is the same', () => {
  expect(readMoveTarget(['--to=file:/a=b'])).toBe('file:/a=b')
  expect(readMoveTarget(['--to', 'postgres://a/b'])).toBe('postgres://a/b')
})

test('what cannot be moved is said before anything is written', async () => {
  const { folder, config } = await aHome()
  const file = join(folder, 'back.db')
  const fromPostgres = { ...config, DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/none' }

  await expect(move(config, ['--to', `file:${file}`])).rejects.toThrow('Both databases are SQLite')
  await expect(move(fromPostgres, ['--to', 'postgres://a/b'])).rejects.toThrow(
    'Both databases are PostgreSQL',
  )
  await expect(move(config, ['--to', fromPostgres.DATABASE_URL])).rejects.toThrow(
    /^postgres:\/\/ada@127.0.0.1:1\/none cannot be reached: .*ECONNREFUSED.*Nothing was changed/,
  )
  await expect(move(fromPostgres, ['--to', `file:${file}`])).rejects.toThrow('cannot be reached')
  await expect(move(fromPostgres, ['--to', `file:${folder}/none/back.db`])).rejects.toThrow(
    'There is no folder',
  )
  await expect(move({ ...config, DATABASE_URL: `file:${file}` }, ['--to', 'postgres://a/b'])).rejects.toThrow(
    'There is no database at',
  )
  writeFileSync(file, 'mine')
  await expect(move(fromPostgres, ['--to', `file:${file}`])).rejects.toThrow('exists already')
  const unlock = lockHome(folder)
  await expect(move(fromPostgres, ['--to', `file:${file}`])).rejects.toThrow(
    'already running on the data folder',
  )
  unlock()
  expect(existsSync(`${file}.moving`)).toBe(false)
})

test.runIf(hasPostgres)('a killed process goes on, and a server waits until it has finished', async () => {
  const { folder, raw } = await aHome()
  const newest = listMigrations('postgres').at(-1)?.idx ?? 0
  await fillTables(raw, readSnapshot(newest), new Map(), { from: 0, count: 40 })
  await raw.exec('delete from credential_key_checks; delete from credentials')
  readSecrets(folder, true)
  const { url = '' } = await openRawPostgres()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  const killed = run(folder, url)
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await expect(openPostgres(url)).rejects.toThrow('A move into this database is not finished')
  const again = run(folder, url)
  const exited = once(again, 'exit')
  const text = (await again.stdout.toArray()).join('')

  expect(text).toContain('equal in every row and sound')
  expect(await exited).toEqual([0, null])
  const store = await openPostgres(url)
  await store.close()
  // A server that uses the database, here the connection of this test, only lets rows be copied.
  const back = run(folder, `file:${join(folder, 'back.db')}`, url)
  expect((await back.stdout.toArray()).join('')).toContain('Stop the server, then run the same command again')
})

function run(folder: string, to: string, from = `file:${join(folder, 'flowtill.db')}`) {
  const env = { DATA_DIR: folder, DATABASE_URL: from }
  return spawn(process.execPath, [program, 'move', '--to', to], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}
