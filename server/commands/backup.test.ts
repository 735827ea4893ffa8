import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig, StartError } from '../config.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import { explainDiskError } from '../features/backups/explain-disk-error.ts'
import { parseManifest } from '../features/backups/manifest.ts'
import { checkLedger } from '../features/wallet/check-ledger.ts'
import { createWalletService } from '../features/wallet/wallet.service.ts'
import { postings } from '../features/wallet/wallet.table.ts'
import { newOrderedId } from '../ids.ts'
import { createLocalStore } from '../upstream/files/local-store.ts'
import { createNamedFiles } from '../upstream/files/named-files.ts'
import { backup } from './backup.ts'

function openLedger() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-backup-'))
  const file = join(folder, 'flowtill.db')
  const store = openSqlite(file)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: `file:${file}` })
  const wallet = createWalletService({
    store,
    newId: newOrderedId,
    now: () => new Date(),
    rejectIfUnsound: () => undefined,
  })
  const actor = { actorKind: 'system', actorId: 'test' } as const
  const post = (reference: string) =>
    store.transaction((tx) =>
      wallet.post(tx, { kind: 'promotion', userId: 'ada', amountMicro: 5, reference, actor }),
    )
  return { folder, store, config, wallet, post }
}

test('a backup taken under load is one consistent, valid state of the ledger', async () => {
  const { folder, store, config, wallet, post } = openLedger()
  await store.transaction((tx) => wallet.open(tx, 'ada'))
  const target = join(folder, 'backup.db')
  let isDone = false
  let count = 0
  const busy = async () => {
    while (!isDone) {
      count += 1
      await post(`entry:${count}`)
    }
  }
  const writers = [busy(), busy(), busy()]
  while (count < 200) {
    await post(`first:${count}`)
  }
  const acknowledged = count - writers.length

  await backup(config, [target])
  isDone = true
  await Promise.all(writers)

  const restored = openSqlite(target)
  const stored = await restored.db.select().from(postings).where(eq(postings.kind, 'promotion'))
  expect(await checkLedger(restored.db)).toEqual([])
  await restored.close()
  expect(stored.length).toBeGreaterThanOrEqual(acknowledged)
  expect(statSync(target).mode & 0o777).toBe(0o600)
})

test('a backup includes the files of flows, restorable by copying, and omits indexes', async () => {
  const { folder, config } = openLedger()
  mkdirSync(join(folder, 'files', 'flow', 'chat'), { recursive: true })
  writeFileSync(join(folder, 'files', 'flow', 'menu.txt'), 'soup')
  writeFileSync(join(folder, 'files', 'flow', 'chat', 'photo.png'), 'pixels')
  mkdirSync(join(folder, 'uploads', 'flow', 'chat'), { recursive: true })
  writeFileSync(join(folder, 'uploads', 'flow', 'chat', 'question.txt'), 'tea?')
  writeFileSync(join(folder, 'search.db'), 'indexes')
  const away = mkdtempSync(join(tmpdir(), 'flowtill-away-'))
  onTestFinished(() => rmSync(away, { recursive: true }))
  const target = join(away, 'flowtill.db')

  await backup(config, [target])

  expect(readdirSync(away).toSorted()).toEqual([
    ...['flowtill.db', 'flowtill.db.files', 'flowtill.db.json', 'flowtill.db.uploads'],
  ])
  expect(readFileSync(join(`${target}.uploads`, 'flow', 'chat', 'question.txt'), 'utf8')).toBe('tea?')
  expect(parseManifest(readFileSync(`${target}.json`, 'utf8'))).toMatchObject({
    database: { bytes: statSync(target).size },
    files: { count: 3, bytes: 14 },
  })
  expect(statSync(`${target}.files`).mode & 0o777).toBe(0o700)
  await expect(backup(config, [target])).rejects.toThrow('exists already')
  rmSync(target)
  rmSync(`${target}.json`)
  await expect(backup(config, [target])).rejects.toThrow(`${target}.files exists already`)
  const home = mkdtempSync(join(tmpdir(), 'flowtill-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  cpSync(`${target}.files`, join(home, 'files'), { recursive: true })
  const file = await createNamedFiles(createLocalStore(home), 'files/').open('flow', 'menu.txt')
  expect(Buffer.from(await file.read()).toString()).toBe('soup')
  expect(readFileSync(join(home, 'files', 'flow', 'chat', 'photo.png'), 'utf8')).toBe('pixels')
})

test('without files the backup contains only the database', async () => {
  const { folder, config } = openLedger()

  await backup(config, [join(folder, 'backup.db')])

  expect(existsSync(join(folder, 'backup.db.files'))).toBe(false)
})

test('with files in a bucket the backup contains the database, and says where the files are', async () => {
  const { folder, config } = openLedger()
  const target = join(folder, 'backup.db')
  const bucket = { FILES_URL: 's3://my-files', AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }
  const { FILES_URL } = readConfig(bucket)
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())

  await backup({ ...config, FILES_URL }, [target])

  expect(existsSync(target)).toBe(true)
  expect(existsSync(`${target}.files`)).toBe(false)
  expect(written.mock.calls.join()).toContain('turn on its versioning')
  const postgres = readConfig({ DATABASE_URL: 'postgres://localhost/x', ...bucket })
  await expect(backup(postgres, [join(folder, 'b.db')])).rejects.toThrow(/pg_dump.*versioning/)
})

test('nothing is overwritten, and a missing source creates no backup', async () => {
  const { folder, config } = openLedger()
  const taken = join(folder, 'taken.db')
  writeFileSync(taken, 'mine')

  await expect(backup(config, [taken])).rejects.toThrow('exists already')
  await expect(backup(config, [])).rejects.toThrow('Say where')
  const elsewhere = readConfig({ DATABASE_URL: `file:${join(folder, 'none.db')}` })
  await expect(backup(elsewhere, [join(folder, 'b.db')])).rejects.toThrow('There is no database')
  expect(existsSync(join(folder, 'b.db'))).toBe(false)
  const postgres = readConfig({ DATABASE_URL: 'postgres://localhost/x' })
  await expect(backup(postgres, [join(folder, 'b.db')])).rejects.toThrow('pg_dump')
})

test('unchanged files are linked to those of an earlier backup, changed and new ones are copied', async () => {
  const { folder, config } = openLedger()
  mkdirSync(join(folder, 'files', 'flow'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, 'files', 'flow', name), text)
  write('menu.txt', 'soup')
  write('hours.txt', '9 to 5')
  const [first, second] = [join(folder, 'first.db'), join(folder, 'second.db')]
  await backup(config, [first])
  write('hours.txt', '10 to 18')
  write('new.txt', 'tea')

  await backup(config, [second, '--link-dest', first])

  const inodeOf = (file: string, name: string) => statSync(join(`${file}.files`, 'flow', name)).ino
  expect(inodeOf(second, 'menu.txt')).toBe(inodeOf(first, 'menu.txt'))
  expect(inodeOf(second, 'hours.txt')).not.toBe(inodeOf(first, 'hours.txt'))
  expect(readFileSync(join(`${first}.files`, 'flow', 'hours.txt'), 'utf8')).toBe('9 to 5')
  expect(readFileSync(join(`${second}.files`, 'flow', 'hours.txt'), 'utf8')).toBe('10 to 18')
  expect(readdirSync(join(`${second}.files`, 'flow')).toSorted()).toEqual([
    ...['hours.txt', 'menu.txt', 'new.txt'],
  ])
  await expect(backup(config, [join(folder, 'c.db'), '--link'])).rejects.toThrow('no option --link')
})

test('a database whose ledger is broken gives no backup, and leaves nothing', async () => {
  const { folder, store, config, wallet, post } = openLedger()
  await store.transaction((tx) => wallet.open(tx, 'ada'))
  await post('entry')
  const database = new Database(join(folder, 'flowtill.db'))
  database.exec('drop trigger accounts_changed; update accounts set credits_micro = credits_micro + 1')
  database.close()
  const before = readdirSync(folder)

  await expect(backup(config, [join(folder, 'backup.db')])).rejects.toThrow('is not sound')

  expect(readdirSync(folder)).toEqual(before)
})

test('a missing folder and a full disk are sentences for the operator', async () => {
  const { folder, config } = openLedger()

  await expect(backup(config, [join(folder, 'unmounted', 'b.db')])).rejects.toThrow(
    `There is no folder ${join(folder, 'unmounted')}. Create it, or mount its disk.`,
  )
  for (const [code, sentence] of [
    ['SQLITE_FULL', 'not enough room'],
    ['ENOSPC', 'not enough room'],
    ['EROFS', 'cannot be written to'],
    ['SQLITE_IOERR_WRITE', 'has failed'],
  ] as const) {
    const error = explainDiskError(Object.assign(new Error(code), { code }), '/backups')
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain(sentence)
  }
  const bug = new TypeError('x')
  expect(explainDiskError(bug, '/backups')).toBe(bug)
})
