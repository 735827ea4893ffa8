import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { openSqlite } from '#server/db/open-sqlite.ts'
import type { Store } from '#server/db/store.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { createWalletService } from '#server/features/wallet/wallet.service.ts'
import { postings } from '#server/features/wallet/wallet.table.ts'
import { newId } from '#server/ids.ts'

/** Bugs that the simulation must find, or it proves nothing. */
export const powerMutants = [
  'nothing is synced',
  'synced after it was acknowledged',
  'every transaction is early',
] as const
type Mutant = (typeof powerMutants)[number]

type Options = { cycles: number; random: () => number; mutant?: Mutant | undefined }
type Files = { database: Buffer; log: Buffer }
/** Known outside of the database. */
type Outside = { begun: number; acknowledged: Set<string>; called: Set<string> }

const SECTOR = 512
const CALLERS = 8
/** Few, so that a checkpoint and a log that begins again are among the writes that are lost. */
const CHECKPOINT_PAGES = 60
const MAX_RUN_MS = 60
const userId = 'ada'

/**
 * Cuts the power of a wallet in use again and again: what was not synced is lost, kept or torn, sector by sector. The
 * next cycle goes on with what is left. Throws for a posting that was acknowledged and is gone, one that nobody asked for
 * or was made twice, a charge for a call that was not made, and a damaged database or ledger.
 */
export async function cutPower({ cycles, random, mutant }: Options) {
  const outside: Outside = { begun: 0, acknowledged: new Set(), called: new Set() }
  const lost = { sectors: 0, torn: 0 }
  let left: Files = { database: Buffer.alloc(0), log: Buffer.alloc(0) }
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    left = await runUntilCut(left, { outside, random, mutant, lost })
    await check(left, outside, cycle)
  }
  return { acknowledged: outside.acknowledged.size, called: outside.called.size, ...lost }
}

type Cut = Omit<Options, 'cycles'> & { outside: Outside; lost: { sectors: number; torn: number } }

async function runUntilCut(before: Files, { outside, random, mutant, lost }: Cut): Promise<Files> {
  const { file, remove } = writeFiles(before)
  const disk = openDisk(file, before, mutant)
  const store = openSqlite(file, { openLog: () => disk, checkpointPages: CHECKPOINT_PAGES })
  const wallet = openWallet(mutant === 'every transaction is early' ? allEarly(store) : store)
  await wallet.open()
  const power = { isOn: true }
  const failed = Promise.withResolvers<ReturnType<typeof disk.look>>()
  const callers = Array.from({ length: CALLERS }, async () => {
    while (power.isOn) {
      await (random() < 0.3 ? topUp() : ask())
    }
  })

  async function topUp() {
    const reference = `topup:${outside.begun++}`
    await wallet.topUp(reference)
    acknowledge(reference)
  }

  /** As an answer: hold, call, charge, reply. */
  async function ask() {
    const reference = `charge:${outside.begun++}`
    const holdId = await wallet.hold(reference)
    if (power.isOn) {
      outside.called.add(reference)
      // The worst moment: the model is asked, and the hold is not synced.
      if (disk.isBehind() && random() < 0.2) {
        cut()
      }
    }
    await pause(random() * 3)
    await wallet.capture(holdId)
    acknowledge(reference)
  }

  function acknowledge(reference: string) {
    if (power.isOn) {
      outside.acknowledged.add(reference)
    }
  }

  function cut() {
    power.isOn = false
    failed.resolve(disk.look())
  }

  const timer = setTimeout(cut, random() * MAX_RUN_MS)
  const { durable, written } = await failed.promise
  clearTimeout(timer)
  const left = {
    database: loseSectors(durable.database, written.database, random, lost),
    log: loseSectors(durable.log, written.log, random, lost),
  }
  await Promise.all(callers)
  await store.close()
  remove()
  return left
}

/** What is on the disk for certain, beside what was written. */
function openDisk(file: string, before: Files, mutant: Mutant | undefined) {
  const read = (): Files => ({ database: readFileSync(file), log: readFileSync(`${file}-wal`) })
  let durable = before

  /** SQLite itself syncs the log before it copies it into the database, and the database after it. */
  function look() {
    const written = read()
    if (!written.database.equals(durable.database)) {
      durable = written
    }
    return { durable, written }
  }

  function keep() {
    // Of a simulation that has ended meanwhile, nothing is left to read.
    if (existsSync(file)) {
      durable = read()
    }
  }
  return {
    look,
    isBehind() {
      const now = look()
      return !now.written.log.equals(now.durable.log)
    },
    sync() {
      if (mutant === 'synced after it was acknowledged') {
        setTimeout(keep, 4)
      } else if (mutant !== 'nothing is synced') {
        keep()
      }
    },
    close: () => undefined,
  }
}

/** Each sector that was written and not synced may be old, new, or half of each; the file may have its old length. */
function loseSectors(old: Buffer, written: Buffer, random: () => number, lost: Cut['lost']) {
  const left = Buffer.from(written)
  for (let from = 0; from < written.length; from += SECTOR) {
    const to = Math.min(from + SECTOR, written.length)
    const before = Buffer.alloc(to - from)
    old.copy(before, 0, from, to)
    const fate = random()
    if (before.equals(written.subarray(from, to)) || fate < 0.4) {
      continue
    }
    lost.sectors += 1
    lost.torn += fate < 0.5 ? 1 : 0
    const fresh = fate < 0.5 ? Math.floor(random() * (to - from)) : 0
    before.copy(left, from + fresh, fresh)
  }
  const isShort = written.length > old.length && random() < 0.3
  return isShort ? left.subarray(0, old.length) : left
}

function openWallet(store: Store) {
  const now = () => new Date()
  const wallet = createWalletService({ store, newId, now, rejectIfUnsound: () => undefined })
  const amountMicro = 1_000
  const actor = { actorKind: 'system' as const, actorId: 'power' }
  return {
    open: () =>
      store.transaction(async (tx) => {
        await wallet.open(tx, userId)
        const reference = `topup:start ${newId()}`
        await wallet.post(tx, { userId, reference, kind: 'promotion', amountMicro: 100_000_000, actor })
      }),
    topUp: (reference: string) =>
      store.transaction((tx) =>
        wallet.post(tx, { userId, reference, kind: 'promotion', amountMicro, actor }),
      ),
    async hold(reference: string) {
      const expiresDate = new Date('2100-01-01')
      const hold = { userId, reference, amountMicro, expiresDate }
      return (await store.transaction((tx) => wallet.hold(tx, hold), 'early')).id
    },
    capture: (holdId: string) =>
      store.transaction((tx) => wallet.capture(tx, { holdId, amountMicro }), 'deferred'),
  }
}

function allEarly(store: Store): Store {
  return { ...store, transaction: (work) => store.transaction(work, 'early') }
}

async function check(left: Files, { acknowledged, called }: Outside, cycle: number) {
  const { file, remove } = writeFiles(left)
  try {
    const database = new Database(file)
    const damage = database.pragma('integrity_check', { simple: true })
    database.close()
    const store = openSqlite(file)
    const rows = await store.db.select({ reference: postings.reference }).from(postings)
    const findings = await checkLedger(store.db)
    await store.close()
    const found = rows.map(({ reference }) => reference)
    const posted = new Set(found)
    const issues = [
      ...(damage === 'ok' ? [] : [`the database is damaged: ${damage}`]),
      ...findings.map((finding) => `the ledger is not sound: ${JSON.stringify(finding)}`),
      ...(posted.size === found.length ? [] : ['a posting was made twice']),
      ...[...acknowledged]
        .filter((each) => !posted.has(each))
        .map((each) => `${each} was acknowledged and is gone`),
      ...found
        .filter((each) => each.startsWith('charge:') && !called.has(each))
        .map((each) => `${each} is a charge without a call`),
    ]
    if (issues.length > 0) {
      throw new Error(`After power cut ${cycle + 1}: ${issues.slice(0, 3).join('; ')}`)
    }
  } finally {
    remove()
  }
}

function writeFiles({ database, log }: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-power-'))
  const file = join(folder, 'flowtill.db')
  if (database.length > 0) {
    writeFileSync(file, database)
    writeFileSync(`${file}-wal`, log)
  }
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
