import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../start-postgres.ts'
import { type Account, answerWaits, ask, openAccount, type Person } from './agent-account.ts'
import { startEffectServer } from './effect-server.ts'
import { countOpen, inspectProcesses } from './process-issues.ts'
import { createWatching } from './process-watchers.ts'
import { sendJson } from './send-json.ts'
import { startKillable } from './start-killable.ts'

const CHATS = 4
const AGENTS = 3
/** Longer than the lease of a dead process and the work that it leaves. */
const SETTLE_MS = 120_000
/** Between a kill and the next frame of a watcher. */
const WATCH_MS = 2_000

type Options = { kills: number; entry: string; report?: (line: string) => void }
type Process = { child: ChildProcess; url: string }
/** The living ones. */
type Processes = Map<number, Process>
export type Answered = { chatId: string; messageId: string; text: string }

/**
 * Repeatedly kills one of two processes of the product, at random, on one PostgreSQL and one folder. Both answer questions and run
 * agent flows; operators watch both over WebSockets. What was acknowledged, took effect and was seen is counted outside.
 */
export async function crashProcesses({ kills, entry, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-processes-'))
  const postgres = startPostgres()
  const effects = await startEffectServer()
  const env = { DATA_DIR: folder, DATABASE_URL: postgres.url, OUTGOING_ALLOW: effects.host }
  const processes: Processes = new Map()
  const person: Person = { uncertain: 0, approved: 0, issues: [] }
  const answered: Answered[] = []
  const load = { asked: 0, isRunning: true }
  const start = async (slot: number) => void processes.set(slot, await startKillable(entry, env))
  const anyUrl = () => pick([...processes.values()]).url
  try {
    await start(0)
    const account = await openAccount(anyUrl(), effects)
    const flowId = await openChatFlow(anyUrl(), account)
    await start(1)
    const watching = createWatching(account.headers.authorization ?? '')
    await watching.open(0, processes.get(0)?.url ?? '')
    await watching.open(1, processes.get(1)?.url ?? '')

    const repeat = async (work: () => Promise<unknown>) => {
      while (load.isRunning) {
        await work()
      }
    }
    const workers = [
      ...Array.from({ length: CHATS }, () =>
        repeat(async () => {
          load.asked += 1
          const answer = await predict(anyUrl(), account, { flowId, chatId: `question-${load.asked}` })
          if (answer) {
            answered.push(answer)
            watching.expect(answer.messageId)
          }
        }),
      ),
      ...Array.from({ length: AGENTS }, () =>
        repeat(async () => {
          load.asked += 1
          await ask(anyUrl(), account, pick(account.flows), `chat-${load.asked}`)
        }),
      ),
      repeat(async () => {
        await answerWaits(anyUrl(), account, effects.counts, person)
        await pause(20)
      }),
    ]
    // Observed from the beginning: a wrong answer must not end the harness before it has killed.
    const settled = Promise.allSettled(workers)
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(200 + Math.random() * 1_500)
      const slot = Math.random() < 0.5 ? 0 : 1
      await killProcess(processes, slot)
      watching.lose(slot)
      const survivor = anyUrl()
      // Its operator comes back to the process that lives.
      await watching.open(slot, survivor)
      await pause(Math.random() * 2_000)
      await start(slot)
      watching.lose(slot)
      await watching.open(slot, processes.get(slot)?.url ?? '')
      report(
        `kill ${kill}: process ${slot}, ${answered.length} answers, longest wait ${watching.longest()} ms`,
      )
    }
    await pause(WATCH_MS)
    load.isRunning = false
    const failed = (await settled).find((task) => task.status === 'rejected')
    if (failed) {
      throw failed.reason
    }
    await settle(postgres.url, () => answerWaits(anyUrl(), account, effects.counts, person))
    await pause(WATCH_MS)
    watching.close()
    const issues = [...person.issues, ...watching.issues(WATCH_MS)]
    for (const slot of [0, 1]) {
      await stopProcess(processes, slot)
    }
    issues.push(...checkBooks(entry, env))
    const seen = { answered, effects: effects.counts, flows: account.flows, issues }
    const found = await inspectProcesses(postgres.url, seen)
    return { ...found, asked: load.asked, answered: answered.length, longestWaitMs: watching.longest() }
  } finally {
    load.isRunning = false
    for (const { child } of processes.values()) {
      child.kill('SIGKILL')
    }
    await effects.close()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item
}

async function killProcess(processes: Processes, slot: number) {
  const { child } = processes.get(slot) as Process
  processes.delete(slot)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function stopProcess(processes: Processes, slot: number) {
  const { child } = processes.get(slot) as Process
  processes.delete(slot)
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function openChatFlow(url: string, { headers }: Account): Promise<string> {
  const { result } = (await sendJson(`${url}/trpc/flows.createExample`, {}, headers)) as {
    result: { data: { id: string } }
  }
  return result.data.id
}

/** Undefined when the process died before it acknowledged an answer. */
async function predict(
  url: string,
  { headers }: Account,
  { flowId, chatId }: { flowId: string; chatId: string },
): Promise<Answered | undefined> {
  const question = `How long does shipping take? [[sandbox latency=${Math.floor(Math.random() * 60)}]]`
  try {
    const found = (await sendJson(`${url}/api/v1/prediction/${flowId}`, { question, chatId }, headers)) as {
      chatMessageId: string
      text: string
    }
    return { chatId, messageId: found.chatMessageId, text: found.text }
  } catch (error) {
    if (error instanceof TypeError) {
      await pause(5)
      return undefined
    }
    throw error
  }
}

async function settle(databaseUrl: string, work: () => Promise<void>) {
  const deadline = Date.now() + SETTLE_MS
  while ((await countOpen(databaseUrl)) > 0 && Date.now() < deadline) {
    await work()
    await pause(200)
  }
}

/** The product's own checks. */
function checkBooks(entry: string, env: Record<string, string>): string[] {
  return ['check-ledger', 'check-runs', 'check-audit'].flatMap((command) => {
    const options = { env: { PATH: '', ...env }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry, command], options)
    return status === 0 ? [] : [`${command}: ${stdout}${stderr}`]
  })
}
