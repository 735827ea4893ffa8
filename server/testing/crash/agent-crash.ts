import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { type Account, answerWaits, ask, type OpenedFlow, openAccount, type Person } from './agent-account.ts'
import { issuesOf, paidTwice } from './agent-issues.ts'
import { startEffectServer } from './effect-server.ts'
import { startKillable } from './start-killable.ts'

const CALLERS = 4
const SETTLE_MS = 60_000
/** The first process lives longer than the period of recovery, which must leave running runs alone. */
const FIRST_LIFE_MS = 5_500

type Options = {
  kills: number
  entry: string
  report?: (line: string) => void
  settleMs?: number
}
/**
 * Repeatedly kills the product while it runs agent flows. A person outside answers what waits; for a call that may have
 * happened, from the count of the server outside. In the end every run must have answered like an undisturbed one, with
 * each effect counted once, each model call charged at most once, and nothing open.
 */
export async function crashAgents(options: Options) {
  const { kills, entry, report = () => undefined, settleMs = SETTLE_MS } = options
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-agent-crash-'))
  const effects = await startEffectServer()
  const env = { DATA_DIR: folder, OUTGOING_ALLOW: effects.host }
  let answered = 0
  let requested = 0
  let account: Account | undefined
  const person: Person = { uncertain: 0, approved: 0, issues: [] }
  let running: ChildProcess | undefined
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const { child, url } = await startKillable(entry, env)
      running = child
      account ??= await openAccount(url, effects)
      const open = account
      let isAlive = true
      const callers = Array.from({ length: CALLERS }, async () => {
        while (isAlive) {
          requested += 1
          const chosen = open.flows[requested % open.flows.length]
          const chatId = `chat-${requested}`
          answered += chosen && (await ask(url, open, chosen, chatId)) ? 1 : 0
        }
      })
      const answering = (async () => {
        while (isAlive) {
          await answerWaits(url, open, effects.counts, person)
          await pause(20)
        }
      })()
      // Observed from the beginning: a wrong answer must not end the harness before it has killed the server.
      const settled = Promise.allSettled([...callers, answering])
      await pause(kill === 1 ? FIRST_LIFE_MS : 100 + Math.random() * 900)
      child.kill('SIGKILL')
      await once(child, 'exit')
      isAlive = false
      const failed = (await settled).find((task) => task.status === 'rejected')
      if (failed) {
        throw failed.reason
      }
      report(`kill ${kill}: ${answered} answers, ${person.uncertain} uncertain calls decided`)
    }
    const { child, url } = await startKillable(entry, env)
    running = child
    const deadline = Date.now() + settleMs
    while (account && (await countOpen(folder)) > 0 && Date.now() < deadline) {
      await answerWaits(url, account, effects.counts, person)
      await pause(50)
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    const { issues, ...decided } = person
    const found = await inspect(folder, { effects: effects.counts, flows: account?.flows ?? [], issues })
    return { ...found, ...decided }
  } finally {
    running?.kill('SIGKILL')
    await effects.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function countOpen(folder: string): Promise<number> {
  return reading(folder, async ({ db }) => {
    const all = await db.select().from(runs)
    return all.filter(({ state }) => state === 'running' || state === 'waiting').length
  })
}

type Outside = {
  effects: ReadonlyMap<string, number>
  flows: readonly OpenedFlow[]
  issues: readonly string[]
}

async function inspect(folder: string, { effects, flows, issues: before }: Outside) {
  return reading(folder, async ({ db }) => {
    const issues = [...before, ...(await checkLedger(db)).map(({ rule, id }) => `${rule} (${id})`)]
    const all = await db.select().from(runs)
    const pages = await db.select().from(runLog)
    const written = (await db.select().from(messages)).filter(({ role }) => role === 'apiMessage')
    const inOrder = written.sort((a, b) => a.createdDate.getTime() - b.createdDate.getTime())
    const answers = new Map(inOrder.map(({ runId, content }) => [runId, content]))
    const counts = { runs: all.length, effects: 0, claims: 0, charged: 0 }
    for (const run of all) {
      const events = pages
        .filter(({ runId }) => runId === run.id)
        .sort((a, b) => a.sequence - b.sequence)
        .flatMap(({ events: logged }) => logged)
      issues.push(
        ...issuesOf(run, { sequences: events.map(({ sequence }) => sequence), effects, flows, answers }),
      )
      counts.claims += events.filter(({ event }) => event.type === 'run_claimed').length
      counts.charged += paidTwice(
        events.map(({ event }) => event),
        issues,
      )
    }
    for (const [name, count] of effects) {
      counts.effects += count
      issues.push(...(count === 1 ? [] : [`${name} took effect ${count} times`]))
    }
    const open = (await db.select().from(holds)).filter(({ status }) => status === 'open')
    issues.push(...open.map(({ reference }) => `${reference} is still held`))
    issues.push(...(await db.select().from(runWaits)).map(({ runId }) => `run ${runId} still has a wait`))
    if (issues.length > 0) {
      throw new Error(issues.slice(0, 20).join('\n'))
    }
    return counts
  })
}

async function reading<Value>(
  folder: string,
  read: (store: ReturnType<typeof openSqlite>) => Promise<Value>,
): Promise<Value> {
  const store = openSqlite(join(folder, 'flowtill.db'))
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}
