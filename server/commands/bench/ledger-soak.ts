// A constant load over time: 200 durable charges a second, each a hold and its capture: node
// server/commands/bench/ledger-soak.ts [seconds]
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../db/open-sqlite.ts'
import { checkLedger } from '../../features/wallet/check-ledger.ts'
import { createWalletService } from '../../features/wallet/wallet.service.ts'
import { newOrderedId } from '../../ids.ts'

const SECONDS = Number(process.argv[2] ?? 600)
const PER_SECOND = 200
const actor = { actorKind: 'system', actorId: 'soak' } as const
const userId = 'soak'
const folder = mkdtempSync(join(tmpdir(), 'flowtill-soak-'))
const file = join(folder, 'soak.db')
const store = openSqlite(file)
const wallet = createWalletService({
  store,
  newId: newOrderedId,
  now: () => new Date(),
  rejectIfUnsound: () => undefined,
})
const times: number[] = []
let largestLog = 0

try {
  await store.transaction(async (tx) => {
    await wallet.open(tx, userId)
    await wallet.post(tx, {
      kind: 'promotion',
      userId,
      amountMicro: 1_000_000_000_000,
      reference: 'opening',
      actor,
    })
  })
  const started = performance.now()
  const running = new Set<Promise<void>>()
  for (let turn = 0; turn < SECONDS * PER_SECOND; turn += 1) {
    const due = started + (turn * 1_000) / PER_SECOND
    const early = due - performance.now()
    if (early > 1) {
      await new Promise((resolve) => setTimeout(resolve, early))
    }
    // Measured from the due time, so that a server that falls behind does not look fast.
    const one = charge(turn, due).finally(() => running.delete(one))
    running.add(one)
    if (turn % (10 * PER_SECOND) === 0) {
      largestLog = Math.max(largestLog, statSync(`${file}-wal`).size)
    }
  }
  await Promise.all(running)
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  const seconds = (performance.now() - started) / 1_000
  print(
    `${times.length} charges in ${seconds.toFixed(0)} s: p50 ${quantile(0.5)}, p99 ${quantile(0.99)}, p99.9 ${quantile(0.999)}, longest ${quantile(0.99999)} ms; write-ahead log at most ${(largestLog / 1e6).toFixed(0)} MB`,
  )
  const findings = await checkLedger(store.db)
  print(findings.length === 0 ? 'the ledger is sound' : JSON.stringify(findings))
} finally {
  await store.close()
  rmSync(folder, { recursive: true })
}

async function charge(turn: number, due: number) {
  const reference = `run:${turn}`
  const expiresDate = new Date(Date.now() + 60_000)
  const { id: holdId } = await store.transaction((tx) =>
    wallet.hold(tx, { userId, amountMicro: 2_000, reference, expiresDate }),
  )
  await store.transaction((tx) => wallet.capture(tx, { holdId, amountMicro: 1 + (turn % 1_000) }))
  times.push(performance.now() - due)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
