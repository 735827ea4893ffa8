import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '#shared/auth.ts'
import type { StepWait } from '#shared/runs.ts'
import { flowsToKill, flowThatCalls, type KilledFlow, templatesToKill } from './agent-flows.ts'

/** Of a run that nobody kills. */
const UNDISTURBED_MS = 30_000

/** `text`: what an undisturbed run has answered, without its chat id. */
export type OpenedFlow = { id: string; flow: KilledFlow; text: string }
export type Account = { headers: Record<string, string>; flows: OpenedFlow[] }
export type Person = { uncertain: number; approved: number; issues: string[] }

type Effects = { host: string; counts: ReadonlyMap<string, number> }

export async function openAccount(url: string, { host, counts }: Effects): Promise<Account> {
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

/** Answers may name the chat that they belong to. */
export const neutral = (text: string, chatId: string) => text.replaceAll(chatId, '<chat>')

/** False when the process died before the run was acknowledged; it may run all the same. */
export async function ask(
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

export async function answerWaits(
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
