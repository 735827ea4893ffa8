// The long runs of two property tests: node server/commands/bench/ledger-sequences.ts [sequences] [prices]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../db/open-sqlite.ts'
import { comparePrices } from '../../features/usage/test-price-oracle.ts'
import { compareWithModel } from '../../features/wallet/test-wallet-model.ts'
import { createWalletService } from '../../features/wallet/wallet.service.ts'
import { newOrderedId } from '../../ids.ts'

const SEQUENCES = Number(process.argv[2] ?? 10_000)
const PRICES = Number(process.argv[3] ?? 1_000_000)
const LENGTH = 50

const folder = mkdtempSync(join(tmpdir(), 'flowtill-sequences-'))
const store = openSqlite(join(folder, 'sequences.db'))
const wallet = createWalletService({
  store,
  newId: newOrderedId,
  now: () => new Date(),
  rejectIfUnsound: () => undefined,
})
try {
  const start = performance.now()
  comparePrices(PRICES)
  print(`${PRICES.toLocaleString('en')} prices like the oracle's (${since(start)} s)`)
  const then = performance.now()
  await compareWithModel({ store, wallet }, SEQUENCES, LENGTH)
  print(
    `${SEQUENCES.toLocaleString('en')} sequences of up to ${LENGTH} steps like the model's (${since(then)} s)`,
  )
} finally {
  await store.close()
  rmSync(folder, { recursive: true })
}

function since(start: number) {
  return ((performance.now() - start) / 1_000).toFixed(0)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
