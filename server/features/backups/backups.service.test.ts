import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backup } from '#server/commands/backup.ts'
import { openHome } from '#server/commands/open-home.ts'
import { readConfig } from '#server/config.ts'
import { createBackupsService, type WriteBackup } from './backups.service.ts'
import { installationOf } from './manifest.ts'

const HOUR_MS = 3_600_000

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with an empty database, a folder for backups, and a clock. */
async function openInstallation({ isMissing = false } = {}) {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const dataDir = aFolder()
  const folder = join(aFolder(), 'backups')
  if (!isMissing) {
    mkdirSync(folder)
  }
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: folder })
  const { store, secrets, unlock } = await openHome(config)
  onTestFinished(async () => {
    await store.close()
    unlock()
  })
  const clock = { date: new Date('2026-03-02T02:00:00Z') }
  const installation = installationOf(secrets.credentialKey)
  const open = (changes = {}) =>
    createBackupsService({
      ...{ folder, dataDir, installation, isSqlite: true, everyHours: 24, now: () => clock.date },
      retention: { days: 2, weeks: 1, months: 1 },
      ...changes,
    })
  /** As the process of a backup does, with the time of the test. */
  const write: WriteBackup = async ({ database, earlier }) => {
    await backup(config, [database, ...(earlier === undefined ? [] : ['--link-dest', earlier])])
    const path = `${database}.json`
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...manifest, createdDate: clock.date.toISOString() }))
  }
  const pass = (hours: number) => {
    clock.date = new Date(clock.date.getTime() + hours * HOUR_MS)
  }
  const names = () => readdirSync(folder).toSorted()
  return { dataDir, folder, installation, service: open(), open, write, pass, names, clock }
}

test('a backup is taken when one is due, after a restart, too', async () => {
  const { service, open, write, pass, names, installation } = await openInstallation()

  const taken = await service.tick(write)

  expect(taken).toMatchObject({ name: `flowtill-2026-03-02T02-00-00Z-${installation}` })
  expect(names()).toEqual([taken?.name])
  pass(23)
  expect(await open().tick(write)).toBeUndefined()
  expect(await service.state()).toMatchObject({
    ...{ kind: 'scheduled', health: 'ok', count: 1, isRunning: false, failure: null },
    nextDate: new Date('2026-03-03T02:00:00Z'),
    last: { bytes: expect.any(Number), createdDate: new Date('2026-03-02T02:00:00Z') },
  })
  pass(1)
  expect(await open().tick(write)).toMatchObject({ name: expect.stringContaining('2026-03-03') })
})

test('two ticks at once take one backup', async () => {
  const { service, write, names } = await openInstallation()

  await Promise.all([service.tick(write), service.tick(write), service.take(write)])

  expect(names()).toHaveLength(1)
})

test('old backups of this installation are removed, and nothing else', async () => {
  const { service, write, pass, names, folder, installation } = await openInstallation()
  mkdirSync(join(folder, 'flowtill-2020-01-01T00-00-00Z-000000000000'))
  mkdirSync(join(folder, `flowtill-2020-01-01T00-00-00Z-${installation}`))
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  for (let day = 0; day < 5; day += 1) {
    await service.tick(write)
    pass(24)
  }

  // Without a manifest it is nothing the server has completed.
  expect(names()).toEqual([
    'flowtill-2020-01-01T00-00-00Z-000000000000',
    ...['2020-01-01T00', '2026-03-05T02', '2026-03-06T02'].map(
      (date) => `flowtill-${date}-00-00Z-${installation}`,
    ),
    'notes.txt',
  ])
})

test('a failure is stored, tried again after an hour, and removes nothing', async () => {
  const { service, open, write, pass, names } = await openInstallation()
  await service.tick(write)
  const before = names()
  pass(24)
  const fail: WriteBackup = async ({ database }) => {
    writeFileSync(database, 'half')
    throw Object.assign(new Error('write'), { code: 'ENOSPC' })
  }

  await expect(service.tick(fail)).rejects.toThrow('not enough room')

  expect(names()).toEqual(before)
  expect(await open().state()).toMatchObject({
    health: 'failing',
    failure: { message: expect.stringContaining('not enough room') },
    last: { createdDate: new Date('2026-03-02T02:00:00Z') },
    nextDate: new Date('2026-03-03T03:00:00Z'),
  })
  expect(await open().tick(write)).toBeUndefined()
  pass(1)
  expect(await open().tick(write)).toBeDefined()
  expect(await service.state()).toMatchObject({ health: 'ok', failure: null, count: 2 })
})

test('a missing folder is reported and never created', async () => {
  const { service, write, folder } = await openInstallation({ isMissing: true })

  await expect(service.tick(write)).rejects.toThrow(`There is no folder ${folder}. Create it, or mount`)

  expect((await service.state()).failure?.message).toContain(`There is no folder ${folder}`)
  mkdirSync(folder)
  expect((await service.state()).health).toBe('failing')
})

test('what a killed process has left is removed, and a cut-off backup does not count', async () => {
  const { service, write, pass, names, folder, installation } = await openInstallation()
  const half = join(folder, `flowtill-2026-03-01T02-00-00Z-${installation}.writing`)
  mkdirSync(half)
  writeFileSync(join(half, 'flowtill.db'), 'half')
  const taken = await service.tick(write)
  expect(names()).toEqual([taken?.name])
  truncateSync(join(folder, taken?.name ?? '', 'flowtill.db'), 1_000)

  expect(await service.state()).toMatchObject({ count: 0, last: null })
  pass(1)
  expect(await service.tick(write)).toBeDefined()
})

test('a stop ends a backup in progress: nothing stays, and it is no failure', async () => {
  const { service, names } = await openInstallation()
  const begun = Promise.withResolvers<void>()
  const running = service.tick(async ({ database, signal }) => {
    writeFileSync(database, 'half')
    begun.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await begun.promise
  expect(await service.state()).toMatchObject({ isRunning: true })

  await service.stop()

  expect(await running).toBeUndefined()
  expect(names()).toEqual([])
  expect(await service.state()).toMatchObject({ health: 'ok', failure: null })
})

test('later than twice its interval, a backup is late; without a folder and on PostgreSQL there are none', async () => {
  const { service, open, write, pass } = await openInstallation()
  await service.tick(write)
  pass(49)

  expect((await service.state()).health).toBe('late')
  expect(await open({ folder: undefined }).state()).toMatchObject({
    kind: 'off',
    health: 'ok',
    nextDate: null,
  })
  expect(await open({ isSqlite: false }).state()).toMatchObject({ kind: 'external', nextDate: null })
  expect(await open({ isSqlite: false }).tick(write)).toBeUndefined()
})
