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
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { openSqlite } from '../db/open-sqlite.ts'
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
  writeFileSync(join(folder, 'search.db'), 'indexes')
  const away = mkdtempSync(join(tmpdir(), 'flowtill-away-'))
  onTestFinished(() => rmSync(away, { recursive: true }))
  const target = join(away, 'flowtill.db')

  await backup(config, [target])

  expect(readdirSync(away).toSorted()).toEqual(['flowtill.db', 'flowtill.db.files'])
  expect(statSync(`${target}.files`).mode & 0o777).toBe(0o700)
  await expect(backup(config, [target])).rejects.toThrow('exists already')
  rmSync(target)
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
