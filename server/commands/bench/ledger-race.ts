// Eight processes charge one wallet in one database concurrently: node server/commands/bench/ledger-race.ts.
// PostgreSQL: postgres-race.ts
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { openStore } from '../../db/open-store.ts'
import { checkLedger } from '../../features/wallet/check-ledger.ts'
import { createWalletService } from '../../features/wallet/wallet.service.ts'
import { newOrderedId } from '../../ids.ts'

const PROCESSES = 8
const CHARGES = 500
const AT_ONCE = 10
const CHARGE_MICRO = 1_000
const BALANCE_MICRO = 1_234_567

type Outcome = { accepted: number; refused: number; retried: number }

const userId = 'ada'
const actor = { actorKind: 'system', actorId: 'race' } as const
const [, , role, place = ''] = process.argv
if (role === 'rival') {
  process.send?.(await race(place, process.pid))
} else if (role === 'judge') {
  process.exitCode = (await judge(place)) ? 0 : 1
} else {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-race-'))
  try {
    process.exitCode = (await judge(`file:${join(folder, 'race.db')}`)) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function judge(url: string) {
  const { store, wallet } = await open(url)
  await store.transaction(async (tx) => {
    await wallet.open(tx, userId)
    const opening = { amountMicro: BALANCE_MICRO, reference: 'opening' }
    await wallet.post(tx, { kind: 'promotion', userId, ...opening, actor })
  })
  const start = performance.now()
  const rivals = Array.from({ length: PROCESSES }, () => fork(import.meta.filename, ['rival', url]))
  const outcomes = (await Promise.all(rivals.map((rival) => once(rival, 'message')))).map(
    ([outcome]) => outcome as Outcome,
  )
  const total = (name: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[name], 0)
  const { balanceMicro } = await wallet.balanceOf(userId)
  const findings = await checkLedger(store.db)
  await store.close()
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  process.stdout.write(
    `${total('accepted')} of ${PROCESSES * CHARGES} accepted, ${total('refused')} refused, ${total('retried')} tried again because the database was busy; ${balanceMicro} µUSD left; ${findings.length} findings; ${seconds} s\n`,
  )
  return (
    total('accepted') === Math.floor(BALANCE_MICRO / CHARGE_MICRO) &&
    total('accepted') + total('refused') === PROCESSES * CHARGES &&
    balanceMicro === BALANCE_MICRO % CHARGE_MICRO &&
    findings.length === 0
  )
}

async function race(url: string, rival: number): Promise<Outcome> {
  const { store, wallet } = await open(url)
  const outcome = { accepted: 0, refused: 0, retried: 0 }
  let next = 0
  async function charge() {
    while (next < CHARGES) {
      const reference = `run:${rival}:${next++}`
      await attempt(reference)
    }
  }
  async function attempt(reference: string): Promise<void> {
    const entry = { userId, amountMicro: CHARGE_MICRO, reference, actor }
    const result = await store
      .transaction((tx) => wallet.post(tx, { kind: 'usage', ...entry }))
      .then(() => 'accepted' as const, nameOf)
    outcome[result] += 1
    if (result === 'retried') {
      await attempt(reference)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, charge))
  await store.close()
  return outcome
}

// Retries use the same reference: if it was posted after all, the existing entry is returned, not a second one.
function nameOf(error: unknown) {
  if (error instanceof AppError && error.code === 'INSUFFICIENT_FUNDS') {
    return 'refused' as const
  }
  if ((error as { code?: string }).code !== 'SQLITE_BUSY') {
    throw error
  }
  return 'retried' as const
}

async function open(url: string) {
  const store = await openStore(url)
  const wallet = createWalletService({
    store,
    newId: newOrderedId,
    now: () => new Date(),
    rejectIfUnsound: () => undefined,
  })
  return { store, wallet }
}
