// Durable postings per second through the wallet service, compared with the disk's own limit: node
// server/commands/bench/ledger-bench.ts [seconds]
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openSqlite } from '../../db/open-sqlite.ts'
import { checkLedger } from '../../features/wallet/check-ledger.ts'
import { createWalletService } from '../../features/wallet/wallet.service.ts'
import { newOrderedId } from '../../ids.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const actor = { actorKind: 'system', actorId: 'bench' } as const
const userId = 'bench'
const folder = mkdtempSync(join(process.argv[3] ?? tmpdir(), 'flowtill-bench-'))
try {
  print(`the disk alone: ${measureDisk(join(folder, 'disk'))} times 4 KB written and synced a second`)
  for (const callers of [1, 50]) {
    await measure(join(folder, `ledger-${callers}.db`), callers)
  }
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(file: string, callers: number) {
  const store = openSqlite(file)
  const wallet = createWalletService({
    store,
    newId: newOrderedId,
    now: () => new Date(),
    rejectIfUnsound: () => undefined,
  })
  await store.transaction((tx) => wallet.open(tx, userId))
  await post(1_000_000_000_000, 'promotion', 'opening')
  let [count, isOver] = [0, false]
  const times: number[] = []

  async function call(caller: number) {
    for (let turn = 0; !isOver; turn += 1) {
      const start = performance.now()
      await post(1 + (turn % 1_000), 'usage', `run:${caller}:${turn}`)
      times.push(performance.now() - start)
      count += 1
    }
  }

  const delay = monitorEventLoopDelay({ resolution: 1 })
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  setTimeout(() => {
    isOver = true
  }, SECONDS * 1_000)
  delay.enable()
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  delay.disable()
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2)
  print(
    `${callers} callers: ${Math.round(count / seconds)} postings/s, p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms; thread held p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, at most ${(delay.max / 1e6).toFixed(1)} ms; ${((user + system) / 1e4 / seconds).toFixed(0)} % of a core`,
  )
  const findings = await checkLedger(store.db)
  print(findings.length === 0 ? '  the ledger is sound' : `  ${JSON.stringify(findings)}`)
  await store.close()

  function post(amountMicro: number, kind: 'promotion' | 'usage', reference: string) {
    return store.transaction((tx) => wallet.post(tx, { kind, userId, amountMicro, reference, actor }))
  }
}

function measureDisk(file: string) {
  const page = Buffer.alloc(4_096, 1)
  const handle = openSync(file, 'w')
  const end = performance.now() + 2_000
  let count = 0
  while (performance.now() < end) {
    writeSync(handle, page)
    fdatasyncSync(handle)
    count += 1
  }
  closeSync(handle)
  return Math.round(count / 2)
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
