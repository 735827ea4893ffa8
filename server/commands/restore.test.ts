import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { users } from '#server/features/users/users.table.ts'
import { createServices } from '#server/services.ts'
import { backup } from './backup.ts'
import { openHome } from './open-home.ts'
import { restore } from './restore.ts'

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const configOf = (folder: string) =>
  readConfig({ DATA_DIR: folder, DATABASE_URL: `file:${join(folder, 'flowtill.db')}` })

/** An installation with one account, a file of a flow, and a backup of both. */
async function openInstallation() {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const folder = aFolder()
  const config = configOf(folder)
  const open = async () => {
    const { store, secrets, unlock } = await openHome(config)
    const { auth } = createServices({ store, config, secrets })
    const register = (username: string) =>
      auth.register(
        { username, email: `${username}@example.com`, password: 'a long enough password' },
        { address: '127.0.0.1', userAgent: '' },
      )
    const close = async () => {
      await store.close()
      unlock()
    }
    return { store, register, close }
  }
  const first = await open()
  await first.register('ada')
  mkdirSync(join(folder, 'files', 'flow'), { recursive: true })
  writeFileSync(join(folder, 'files', 'flow', 'menu.txt'), 'Tea')
  mkdirSync(join(folder, 'uploads', 'flow', 'chat'), { recursive: true })
  writeFileSync(join(folder, 'uploads', 'flow', 'chat', 'photo.png'), 'pixels')
  const file = join(aFolder(), 'backup.db')
  await backup(config, [file])
  return { folder, config, open, first, file, database: join(folder, 'flowtill.db') }
}

async function namesIn(folder: string) {
  const { store, unlock } = await openHome(configOf(folder))
  const found = await store.db.select({ name: users.username }).from(users)
  await store.close()
  unlock()
  return found.map(({ name }) => name)
}

test('a backup takes the place of the database, which stays beside it', async () => {
  const { folder, config, first, file, database } = await openInstallation()
  await first.register('eve')
  await first.close()
  rmSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'search.db'), 'of later')

  await restore(config, [file])

  expect(await namesIn(folder)).toEqual(['ada'])
  expect(readFileSync(join(folder, 'files', 'flow', 'menu.txt'), 'utf8')).toBe('Tea')
  expect(existsSync(join(folder, 'search.db'))).toBe(false)
  const [copy = ''] = readdirSync(folder).filter((name) => name.includes('before-restore'))
  copyFileSync(join(folder, copy), database)
  expect(await namesIn(folder)).toEqual(['ada', 'eve'])
  expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([])
})

test('an empty folder with secrets.json becomes the installation', async () => {
  const { folder, first, file } = await openInstallation()
  await first.close()
  const elsewhere = aFolder()
  copyFileSync(join(folder, 'secrets.json'), join(elsewhere, 'secrets.json'))

  await restore(configOf(elsewhere), [file])

  expect(await namesIn(elsewhere)).toEqual(['ada'])
  expect(existsSync(join(elsewhere, 'files', 'flow', 'menu.txt'))).toBe(true)
  expect(existsSync(join(elsewhere, 'uploads', 'flow', 'chat', 'photo.png'))).toBe(true)
})

test('a damaged database is replaced, and kept as it was', async () => {
  const { folder, config, first, file, database } = await openInstallation()
  await first.close()
  writeFileSync(database, 'no database any more')

  await restore(config, [file])

  expect(await namesIn(folder)).toEqual(['ada'])
  const [copy = ''] = readdirSync(folder).filter((name) => name.includes('before-restore'))
  expect(readFileSync(join(folder, copy), 'utf8')).toBe('no database any more')
})

test('nothing changes while the server runs', async () => {
  const { config, first, file } = await openInstallation()
  await first.register('eve')

  await expect(restore(config, [file])).rejects.toThrow('Another Flowtill is already running')

  expect(await first.store.db.$count(users)).toBe(2)
  await first.close()
})

/** What is wrong with a backup, and what the operator reads. */
const failures: Record<string, [(file: string, folder: string) => void, string]> = {
  'that does not exist': [(file) => rmSync(file), 'There is no file'],
  'that is no database': [
    (file) => {
      rmSync(`${file}.json`)
      writeFileSync(file, 'Tea'.repeat(2_000))
    },
    'cannot be read as a database',
  ],
  'that is not what its description says': [
    (file) =>
      writeFileSync(`${file}.json`, readFileSync(`${file}.json`, 'utf8').replace(/[\da-f]{64}/, 'ab')),
    'has been changed. Nothing was restored',
  ],
  'of another program': [
    (file) => {
      rmSync(file)
      rmSync(`${file}.json`)
      new Database(file).exec('create table notes (text text)').close()
    },
    'is not a database of Flowtill',
  ],
  'whose ledger was changed': [
    (file) => {
      rmSync(`${file}.json`)
      const database = new Database(file)
      database.exec('drop trigger accounts_changed; update accounts set credits_micro = credits_micro + 1')
      database.close()
    },
    'The backup is not sound',
  ],
  'with credentials under another key': [
    (_, folder) => {
      const file = join(folder, 'secrets.json')
      const secrets = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify({ ...secrets, credentialKey: randomBytes(32).toString('base64') }))
    },
    'The credentialKey in secrets.json is not the one',
  ],
}

test.each(Object.entries(failures))('a backup %s changes nothing', async (_, [spoil, sentence]) => {
  const { folder, config, first, file, database } = await openInstallation()
  await first.close()
  spoil(file, folder)
  const before = readFileSync(database)

  await expect(restore(config, [file])).rejects.toThrow(sentence)

  expect(readFileSync(database).equals(before)).toBe(true)
  expect(readdirSync(folder).filter((name) => /restor/.test(name))).toEqual([])
})

test('without a name, and with the database itself, the operator reads what to do', async () => {
  const { config, first, database } = await openInstallation()
  await first.close()

  await expect(restore(config, [])).rejects.toThrow('Name the backup')
  await expect(restore(config, [database])).rejects.toThrow('is the database itself')
})
