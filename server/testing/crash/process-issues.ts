import { Client } from 'pg'
import type { RunEvent } from '#shared/runs.ts'
import { type EndedRun, issuesOf, paidTwice, type Seen } from './agent-issues.ts'
import type { Answered } from './process-crash.ts'

type Outside = Pick<Seen, 'effects' | 'flows'> & { answered: readonly Answered[]; issues: readonly string[] }
type Run = EndedRun & { program: string | null }
type Page = { runId: string; events: { sequence: number; event: RunEvent }[] }
type Message = { id: string; runId: string | null; chatId: string; content: string }

type Sum = { charged: number; spent: number }

const PAGES = 'select run_id as "runId", events from run_log order by run_id, sequence'
const ANSWERS = `select id, run_id as "runId", chat_id as "chatId", content from messages where role = 'apiMessage' order by created_date, id`
const CALLS =
  'select count(*) filter (where cost_micro > 0)::int as charged, coalesce(sum(cost_micro), 0)::float8 as spent from model_calls'
const CHARGES =
  "select count(distinct p.id)::int as charged, coalesce(sum(t.amount_micro), 0)::float8 as spent from postings p join transfers t on t.posting_id = p.id where p.kind = 'usage'"
const RUNS =
  'select id, flow_id as "flowId", chat_id as "chatId", parent_run_id as "parentRunId", state, program from runs'

export function countOpen(databaseUrl: string): Promise<number> {
  return reading(databaseUrl, async (query) => {
    const open = await query<object>("select id from runs where state in ('running', 'waiting')")
    return open.length
  })
}

/** Compares the database with what was counted outside of it. Throws when they differ. */
export function inspectProcesses(databaseUrl: string, { issues: before, ...seen }: Outside) {
  return reading(databaseUrl, async (query) => {
    const runs = await query<Run>(RUNS)
    const pages = Map.groupBy(await query<Page>(PAGES), ({ runId }) => runId)
    const messages = await query<Message>(ANSWERS)
    const answers = new Map(messages.map(({ runId, content }) => [runId, content]))
    const inspected = runs.map((run) => inspectRun(run, pages.get(run.id) ?? [], { ...seen, answers }))
    const money = await inspectMoney(query)
    const repeated = [...seen.effects].filter(([, count]) => count !== 1)
    const issues = [
      ...before,
      ...issuesOfAnswers(messages, seen.answered),
      ...inspected.flatMap((run) => run.issues),
      ...repeated.map(([name, count]) => `${name} took effect ${count} times`),
      ...money.issues,
    ]
    if (issues.length > 0) {
      throw new Error(`${issues.length} issues:\n${issues.slice(0, 20).join('\n')}`)
    }
    const cut = runs.filter(({ program, state }) => program === null && state === 'failed').length
    const claims = inspected.reduce((sum, run) => sum + run.claims, 0)
    return { runs: runs.length, cut, claims, effects: seen.effects.size, charged: money.charged }
  })
}

function inspectRun(run: Run, pages: readonly Page[], seen: Pick<Seen, 'effects' | 'flows' | 'answers'>) {
  const logged = pages.flatMap(({ events }) => events)
  const events = logged.map(({ event }) => event)
  const claims = events.filter(({ type }) => type === 'run_claimed').length
  const issues: string[] = []
  paidTwice(events, issues)
  if (run.program !== null) {
    issues.push(...issuesOf(run, { ...seen, sequences: logged.map(({ sequence }) => sequence) }))
  } else if (!['finished', 'failed'].includes(run.state)) {
    issues.push(`run ${run.id} is ${run.state}`)
  }
  return { issues, claims }
}

/** Every call that cost something was charged once, and nothing is open. */
async function inspectMoney(query: Query) {
  const [calls] = await query<Sum>(CALLS)
  const [usage] = await query<Sum>(CHARGES)
  const held = await query<{ reference: string }>("select reference from holds where status = 'open'")
  const waiting = await query<{ id: string }>('select run_id as id from run_waits')
  const isEqual = calls?.charged === usage?.charged && calls?.spent === usage?.spent
  const issues = [
    ...(isEqual ? [] : [`calls ${JSON.stringify(calls)} differ from charges ${JSON.stringify(usage)}`]),
    ...held.map(({ reference }) => `${reference} is still held`),
    ...waiting.map(({ id }) => `run ${id} still has a wait`),
  ]
  return { issues, charged: usage?.charged ?? 0 }
}

/** Acknowledged answers are stored as they were sent, and no question has two. */
function issuesOfAnswers(messages: readonly Message[], answered: readonly Answered[]): string[] {
  const stored = new Map(messages.map((message) => [message.id, message]))
  const lost = answered.filter(({ messageId, text }) => stored.get(messageId)?.content !== text)
  const chats = messages.map(({ chatId }) => chatId).filter((id) => id.startsWith('question-'))
  const doubled = chats.filter((id, index) => chats.indexOf(id) !== index)
  return [
    ...lost.map(({ chatId }) => `the answer to ${chatId} is lost`),
    ...doubled.map((id) => `${id} was answered twice`),
  ]
}

type Query = <Row extends object>(statement: string) => Promise<Row[]>

async function reading<Value>(databaseUrl: string, read: (query: Query) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await read(
      async <Row extends object>(statement: string) => (await client.query<Row>(statement)).rows,
    )
  } finally {
    await client.end()
  }
}
