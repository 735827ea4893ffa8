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
import type { RunEvent, StepWait } from '#shared/runs.ts'
import { flowsToKill, type KilledFlow } from './agent-flows.ts'
import { startEffectServer } from './effect-server.ts'
import { startKillable } from './start-killable.ts'

const CALLERS = 4
const SETTLE_MS = 60_000

type Options = { kills: number; entry: string; report?: (line: string) => void }
type Account = { headers: Record<string, string>; flows: { id: string; flow: KilledFlow }[] }
type Started = { chatId: string; flow: KilledFlow }

/**
 * Repeatedly kills the product while it runs agent flows. A person outside answers what waits; for a call that may have
 * happened, from the count of the server outside. In the end every run must have answered like an undisturbed one, with
 * each effect counted once, each model call charged at most once, and nothing open.
 */
export async function crashAgents({ kills, entry, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-agent-crash-'))
  const effects = await startEffectServer()
  const env = { DATA_DIR: folder, OUTGOING_ALLOW: effects.host }
  const started: Started[] = []
  let requested = 0
  let account: Account | undefined
  const person = { uncertain: 0, approved: 0 }
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const { child, url } = await startKillable(entry, env)
      account ??= await openAccount(url, effects.host)
      const open = account
      let isAlive = true
      const callers = Array.from({ length: CALLERS }, async () => {
        while (isAlive) {
          requested += 1
          const chosen = open.flows[requested % open.flows.length]
          const chatId = `chat-${requested}`
          if (chosen && (await ask(url, open, chosen.id, chatId))) {
            started.push({ chatId, flow: chosen.flow })
          }
        }
      })
      const answering = (async () => {
        while (isAlive) {
          await answerWaits(url, open, effects.counts, person)
          await pause(20)
        }
      })()
      await pause(100 + Math.random() * 400)
      child.kill('SIGKILL')
      await once(child, 'exit')
      isAlive = false
      await Promise.all([...callers, answering])
      report(`kill ${kill}: ${started.length} runs, ${person.uncertain} uncertain calls decided`)
    }
    const { child, url } = await startKillable(entry, env)
    const deadline = Date.now() + SETTLE_MS
    while ((await countOpen(folder)) > 0 && Date.now() < deadline) {
      await answerWaits(url, account as Account, effects.counts, person)
      await pause(50)
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    const found = await inspect(folder, { effects: effects.counts })
    return { ...found, ...person }
  } finally {
    await effects.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openAccount(url: string, host: string): Promise<Account> {
  const json = { 'content-type': 'application/json' }
  const user = { username: 'ada', email: 'ada@example.com', password: 'long enough' }
  const { token } = await post<{ token: string }>(`${url}/api/v1/auth/register`, json, user)
  const headers = { ...json, authorization: `Bearer ${token}` }
  const flows: Account['flows'] = []
  for (const flow of flowsToKill(host)) {
    const body = { name: flow.name, type: 'AGENTFLOW', flowData: JSON.stringify(flow.file) }
    const { id } = await post<{ id: string }>(`${url}/api/v1/chatflows`, headers, body)
    flows.push({ id, flow })
  }
  return { headers, flows }
}

/** False when the process died before the run was acknowledged; it may run all the same. */
async function ask(url: string, { headers }: Account, flowId: string, chatId: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ question: `How long does shipping take? ${chatId}`, chatId }),
    })
    if (response.status !== 200) {
      throw new Error(`Unexpected answer ${response.status}: ${await response.text()}`)
    }
    return true
  } catch (error) {
    if (error instanceof TypeError) {
      await pause(5)
      return false
    }
    throw error
  }
}

type Waiting = { runId: string; wait: StepWait }

async function answerWaits(
  url: string,
  { headers }: Account,
  counts: ReadonlyMap<string, number>,
  person: { uncertain: number; approved: number },
) {
  try {
    const response = await fetch(`${url}/trpc/executions.waiting.list`, { headers })
    const { result } = (await response.json()) as { result: { data: Waiting[] } }
    for (const { runId, wait } of result.data) {
      const type = wait.kind === 'uncertain' ? decide(wait, counts) : 'proceed'
      person[wait.kind === 'uncertain' ? 'uncertain' : 'approved'] += 1
      await post(`${url}/trpc/executions.waiting.answer`, headers, {
        runId,
        waitId: wait.id,
        answer: type,
      })
    }
  } catch (error) {
    // Killed during the call.
    if (!(error instanceof TypeError)) {
      throw error
    }
  }
}

/** The person looks at the other system: its count says whether the call has taken effect. */
function decide({ calls = [] }: StepWait, counts: ReadonlyMap<string, number>): 'done' | 'again' {
  const [call] = calls
  const { url = '' } = (call?.args ?? {}) as { url?: string }
  return counts.has(decodeURIComponent(String(url).split('/').at(-1) ?? '')) ? 'done' : 'again'
}

async function post<Body>(url: string, headers: Record<string, string>, body: object): Promise<Body> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json() as Promise<Body>
}

async function countOpen(folder: string): Promise<number> {
  return reading(folder, async ({ db }) => {
    const all = await db.select().from(runs)
    return all.filter(({ state }) => state === 'running' || state === 'waiting').length
  })
}

async function inspect(folder: string, { effects }: { effects: ReadonlyMap<string, number> }) {
  return reading(folder, async ({ db }) => {
    const issues = (await checkLedger(db)).map(({ rule, id }) => `${rule} (${id})`)
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
        ...issuesOf(
          run,
          events.map(({ sequence }) => sequence),
          answers.get(run.id),
        ),
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

function issuesOf(
  run: { id: string; state: string },
  sequences: number[],
  text: string | undefined,
): string[] {
  return [
    ...(run.state === 'finished' ? [] : [`run ${run.id} is ${run.state}`]),
    ...(sequences.every((sequence, index) => sequence === index + 1)
      ? []
      : [`the log of ${run.id} has gaps`]),
    ...(['Both are done.', 'Three rounds.', 'All items.', 'Approved.'].includes(text ?? '')
      ? []
      : [`run ${run.id} answered ${text}`]),
  ]
}

/** The number of charged calls; a call that has been charged twice becomes an issue. */
function paidTwice(events: readonly RunEvent[], issues: string[]): number {
  const paid = events.filter(({ type }) => type === 'model_finished' || type === 'model_stopped')
  const ids = paid.flatMap((event) => ('callId' in event ? [event.callId] : []))
  issues.push(...(new Set(ids).size === ids.length ? [] : [`a call was closed twice: ${ids.join(', ')}`]))
  return ids.length
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
