import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { type RunRow, runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import type { Session } from '#shared/auth.ts'
import type { RunEvent, StepWait } from '#shared/runs.ts'
import { flowsToKill, flowThatCalls, type KilledFlow, templatesToKill } from './agent-flows.ts'
import { startEffectServer } from './effect-server.ts'
import { startKillable } from './start-killable.ts'

const CALLERS = 4
const SETTLE_MS = 60_000
/** Of a run that nobody kills. */
const UNDISTURBED_MS = 30_000
/** The first process lives longer than the period of recovery, which must leave running runs alone. */
const FIRST_LIFE_MS = 5_500

type Options = {
  kills: number
  entry: string
  report?: (line: string) => void
  settleMs?: number
}
/** `text`: what an undisturbed run has answered, without its chat id. */
type OpenedFlow = { id: string; flow: KilledFlow; text: string }
type Account = { headers: Record<string, string>; flows: OpenedFlow[] }
type Person = { uncertain: number; approved: number; issues: string[] }

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

type Effects = { host: string; counts: ReadonlyMap<string, number> }

async function openAccount(url: string, { host, counts }: Effects): Promise<Account> {
  const json = { 'content-type': 'application/json' }
  const name = { username: 'ada', email: 'ada@example.com', password: 'long enough' }
  const { token, user } = await post<Session>(`${url}/api/v1/auth/register`, json, name)
  const headers = { ...json, authorization: `Bearer ${token}` }
  const account: Account = { headers, flows: [] }
  const open = async (flow: KilledFlow) => {
    const { name, type, file } = flow
    const body = { name, type, flowData: JSON.stringify(file) }
    const { id } = await post<{ id: string }>(`${url}/api/v1/chatflows`, headers, body)
    account.flows.push({ id, flow, text: await askUndisturbed(url, account, { id, flow }, counts) })
    return id
  }
  await post(`${url}/api/v1/wallets/credit`, headers, { userId: user.id, amount: 1_000, reason: 'To run' })
  let approval = ''
  for (const flow of [...flowsToKill(host), ...templatesToKill(host)]) {
    const id = await open(flow)
    approval = flow.name === 'an approval' ? id : approval
  }
  await open(flowThatCalls(approval))
  return account
}

/** The answer of a run that nobody kills, with its approvals given. */
async function askUndisturbed(
  url: string,
  account: Account,
  { id: flowId, flow }: Pick<OpenedFlow, 'id' | 'flow'>,
  counts: ReadonlyMap<string, number>,
) {
  const chatId = `chat-reference-${flowId}`
  const read = async <Answer>(path: string) =>
    (await fetch(`${url}/api/v1/${path}`, { headers: account.headers })).json() as Promise<Answer>
  const lastMessage = async () =>
    (await read<{ content: string; executionId?: string }[]>(`chatmessage/${flowId}?chatId=${chatId}`)).at(-1)
  await ask(url, account, { id: flowId, flow }, chatId)
  const deadline = Date.now() + UNDISTURBED_MS
  while (Date.now() < deadline) {
    await answerWaits(url, account, counts, { uncertain: 0, approved: 0, issues: [] })
    const asked = await lastMessage()
    const state =
      asked?.executionId && (await read<{ state: string }>(`executions/${asked.executionId}`)).state
    const last = state === 'FINISHED' ? await lastMessage() : undefined
    if (last) {
      return neutral(last.content, chatId)
    }
    await pause(20)
  }
  throw new Error(`The flow “${flow.name}” has not answered.`)
}

const neutral = (text: string, chatId: string) => text.replaceAll(chatId, '<chat>')

/** False when the process died before the run was acknowledged; it may run all the same. */
async function ask(
  url: string,
  { headers }: Account,
  { id, flow }: Pick<OpenedFlow, 'id' | 'flow'>,
  chatId: string,
): Promise<boolean> {
  const asked = flow.body ?? { question: `How long does shipping take? ${chatId}` }
  try {
    const response = await fetch(`${url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...asked, chatId }),
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
  person: Person,
) {
  try {
    const response = await fetch(`${url}/trpc/executions.waiting.list`, { headers })
    const { result } = (await response.json()) as { result: { data: Waiting[] } }
    for (const { runId, wait } of result.data) {
      const type = wait.kind === 'uncertain' ? decide(wait, counts) : 'proceed'
      person[wait.kind === 'uncertain' ? 'uncertain' : 'approved'] += 1
      const body = JSON.stringify({ runId, waitId: wait.id, answer: type })
      // Pressed twice: one of both wins.
      const responses = await Promise.all(
        [1, 2].map(() => fetch(`${url}/trpc/executions.waiting.answer`, { method: 'POST', headers, body })),
      )
      const winners = responses.filter(({ status }) => status === 200).length
      if (wait.kind !== 'child' && winners > 1) {
        person.issues.push(`both answers to ${wait.id} of ${runId} have won`)
      }
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
  const { url, chat } = (call?.args ?? {}) as { url?: string; chat?: string }
  const name = url === undefined ? `${chat}:sent` : decodeURIComponent(url.split('/').at(-1) ?? '')
  return counts.has(name) ? 'done' : 'again'
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

type Seen = Pick<Outside, 'effects' | 'flows'> & {
  sequences: readonly number[]
  /** By run. */
  answers: ReadonlyMap<string | null, string>
}

function issuesOf(run: RunRow, { sequences, effects, flows, answers }: Seen): string[] {
  const { flow, text: expected } = flows.find(({ id }) => id === run.flowId) ?? {}
  const text = neutral(answers.get(run.id) ?? '', run.chatId)
  // A called run writes no message; the answer of its caller contains its text.
  const isAnswered = run.parentRunId !== null || text === expected
  const missing = (flow?.effects ?? []).filter((effect) => !effects.has(`${run.chatId}:${effect}`))
  const isDense = sequences.every((sequence, index) => sequence === index + 1)
  return [
    ...(run.state === 'finished' ? [] : [`run ${run.id} is ${run.state}`]),
    ...(isDense ? [] : [`the log of ${run.id} has gaps`]),
    ...(isAnswered ? [] : [`run ${run.id} answered ${text} instead of ${expected}`]),
    ...missing.map((effect) => `run ${run.id} has not had its effect ${effect}`),
  ]
}

/** The number of charged calls; a call that has been charged twice becomes an issue. */
function paidTwice(events: readonly RunEvent[], issues: string[]): number {
  const paid = events.filter(({ type }) => type === 'model_finished' || type === 'model_stopped')
  const ids = paid.flatMap((event) => ('callId' in event ? [event.callId] : []))
  issues.push(...repeated(ids).map((id) => `the call ${id} was closed twice`))
  const results = events.filter(({ type }) => type === 'model_finished' || type === 'tool_finished')
  const calls = results.flatMap((event) => ('callId' in event ? [event.callId.replace(/~\d+$/, '')] : []))
  issues.push(
    ...repeated(calls).map((id) => `the call ${id} was made again although its result was recorded`),
  )
  return ids.length
}

function repeated(ids: readonly string[]) {
  return ids.filter((id, index) => ids.indexOf(id) !== index)
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
