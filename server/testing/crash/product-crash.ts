import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { accounts, holds, postings } from '#server/features/wallet/wallet.table.ts'
import { startKillable } from './start-killable.ts'

const CALLERS = 8
const START_MICRO = 5_000_000
const TIMEOUT_MS = 20_000

type Options = {
  kills: number
  entry: string
  report?: (line: string) => void
}

type Acknowledged = { chatId: string; messageId: string; text: string }

/**
 * Repeatedly kills the product while it answers paid questions. After each kill the ledger must be consistent, no
 * run may be open after the restart, every acknowledged answer must be stored, and nothing may be charged twice.
 * Questions and answers are recorded outside the database, because sums that add up do not reveal missing rows.
 */
export async function crashProduct({ kills, entry, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-crash-'))
  const acknowledged: Acknowledged[] = []
  let requested = 0
  let account: Account | undefined
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const { child, url } = await start(entry, folder)
      account ??= await openAccount(url)
      const keys = account
      let isAlive = true
      const answered = Promise.withResolvers<void>()
      const callers = Array.from({ length: CALLERS }, async () => {
        while (isAlive) {
          requested += 1
          const answer = await predict(url, keys, `chat-${requested}`)
          if (answer) {
            acknowledged.push(answer)
            answered.resolve()
          }
        }
      })
      // Every second kill waits for the first answer, however slow the machine; the others may hit the start.
      if (kill % 2 === 0) {
        await Promise.race([answered.promise, pause(TIMEOUT_MS)])
      }
      await pause(30 + Math.random() * 350)
      child.kill('SIGKILL')
      await once(child, 'exit')
      isAlive = false
      await Promise.all(callers)
      await inspect(folder, { hasRecovered: false, acknowledged })
      report(`kill ${kill}: ${requested} asked, ${acknowledged.length} answered, ledger sound`)
    }

    const { child } = await start(entry, folder)
    const found = await inspect(folder, { hasRecovered: true, acknowledged })
    child.kill('SIGTERM')
    await once(child, 'exit')
    return { requested, answered: acknowledged.length, ...found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const start = (entry: string, folder: string) => startKillable(entry, { DATA_DIR: folder })

type Account = { flowId: string; headers: Record<string, string> }

async function openAccount(url: string): Promise<Account> {
  const headers = { 'content-type': 'application/json' }
  const post = async (path: string, body: object, more = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const user = { username: 'ada', email: 'ada@example.com', password: 'long enough' }
  const { token } = (await post('/api/v1/auth/register', user)) as { token: string }
  const authorization = `Bearer ${token}`
  const { result } = (await post('/trpc/flows.createExample', {}, { authorization })) as {
    result: { data: { id: string } }
  }
  return { flowId: result.data.id, headers: { ...headers, authorization } }
}

async function predict(
  url: string,
  { flowId, headers }: Account,
  chatId: string,
): Promise<Acknowledged | undefined> {
  const question = `How long does shipping take? [[sandbox latency=${Math.floor(Math.random() * 60)}]]`
  try {
    const response = await fetch(`${url}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ question, chatId }),
    })
    if (response.status !== 200) {
      throw new Error(`Unexpected answer ${response.status}: ${await response.text()}`)
    }
    const { chatMessageId: messageId, text } = (await response.json()) as {
      chatMessageId: string
      text: string
    }
    return { chatId, messageId, text }
  } catch (error) {
    // Killed during the call: the outcome is unknown.
    if (error instanceof TypeError) {
      await pause(5)
      return undefined
    }
    throw error
  }
}

async function inspect(
  folder: string,
  { hasRecovered, acknowledged }: { hasRecovered: boolean; acknowledged: Acknowledged[] },
) {
  const store = openSqlite(join(folder, 'flowtill.db'))
  try {
    const { db } = store
    const issues = (await checkLedger(db)).map(({ rule, id }) => `${rule} (${id})`)
    const stored = new Map(
      (await db.select().from(messages).where(eq(messages.role, 'apiMessage'))).map((row) => [row.id, row]),
    )
    const lost = acknowledged.filter(({ messageId, text }) => stored.get(messageId)?.content !== text)
    const calls = await db.select().from(modelCalls)
    const usage = await db.select().from(postings).where(eq(postings.kind, 'usage'))
    const charged = calls.filter(({ costMicro }) => costMicro > 0)
    const all = await db.select().from(runs)
    const open = all.filter(({ state }) => state === 'running')
    const openHolds = (await db.select().from(holds)).filter(({ status }) => status === 'open')
    const [wallet] = await db.select().from(accounts).where(eq(accounts.kind, 'wallet'))
    const balance = wallet ? wallet.creditsMicro - wallet.debitsMicro : START_MICRO
    const spent = charged.reduce((sum, { costMicro }) => sum + costMicro, 0)

    issues.push(
      ...lost.map(({ chatId }) => `the answer to ${chatId} is lost`),
      ...(usage.length === charged.length
        ? []
        : [`${charged.length} calls cost something, ${usage.length} were charged`]),
      ...(balance === START_MICRO - spent
        ? []
        : [`the wallet has ${balance}, but ${spent} of ${START_MICRO} were spent`]),
      ...(hasRecovered ? open.map(({ id }) => `run ${id} is still open`) : []),
      ...(hasRecovered ? openHolds.map(({ reference }) => `${reference} is still held`) : []),
    )
    if (issues.length > 0) {
      throw new Error(issues.join('\n'))
    }
    const recovered = all.filter(({ state }) => state === 'failed').length
    return { runs: all.length, recovered, charged: charged.length, spentMicro: spent }
  } finally {
    await store.close()
  }
}
