import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openMoneyBooks } from './money-books.ts'
import { openFake } from './money-fake.ts'
import { createLoad, PASSWORD, type Person, type World } from './money-load.ts'
import { startKillable } from './start-killable.ts'

const CALLERS = 10
const SETTLING_MS = 20_000
const WARMING_MS = 3_000

type Options = {
  cycles: number
  entry: string
  isGuarded?: boolean
  report?: (line: string) => void
}

/**
 * Kills the product during card payments, notifications, manual credits, refunds and usage, restarts it, and
 * resends every unanswered request with its key. Payments and responses are recorded outside the database and
 * compared by business key after every kill, because sums that add up do not reveal missing or duplicate postings.
 * Throws with all issues found.
 */
export async function crashMoney({ cycles, entry, isGuarded = true, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-money-'))
  let url: string | undefined
  const fake = await openFake(() => url)
  const load = createLoad(fake)
  const books = openMoneyBooks(
    join(folder, 'flowtill.db'),
    load,
    fake,
    isGuarded ? undefined : 'every guard stands',
  )
  const env = { DATA_DIR: folder, ...fake.env }
  let world: World | undefined
  let alive: ChildProcess | undefined
  try {
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const started = await startKillable(entry, env)
      const { child } = started
      alive = child
      url = started.url
      world ??= await openWorld(url)
      const died = once(child, 'exit')
      // Awaited after the kill, where earlier errors are thrown.
      const callers = Promise.allSettled([
        generateLoad(url, world, load, () => child.exitCode !== null || child.signalCode !== null),
      ])
      await Promise.race([load.awaitStep(), pause(WARMING_MS)])
      await pause(20 + Math.random() * 400)
      child.kill('SIGKILL')
      await died
      url = undefined
      const [outcome] = await callers
      // The books name the error itself; a caller may only see a symptom, because the ledger check stops all money
      // writes.
      const seen = await books.inspect(world)
      if (outcome.status === 'rejected') {
        throw outcome.reason
      }
      report(
        `cycle ${cycle}: ${seen.topUps} top-ups, ${seen.credits} credits, ${seen.refunds} refunds, ${seen.charges} charges`,
      )
    }
    const { child, url: last } = await startKillable(entry, env)
    alive = child
    url = last
    await settle(last, world as World)
    child.kill('SIGTERM')
    await once(child, 'exit')
    return await books.inspect(world as World, { isSettled: true })
  } finally {
    url = undefined
    alive?.kill('SIGKILL')
    await fake.close()
    rmSync(folder, { recursive: true, force: true })
  }

  async function settle(at: string, known: World) {
    const end = Date.now() + SETTLING_MS
    while (load.answered.size < load.intents.size && Date.now() < end) {
      await load.resend(at, known)
    }
    for (const { oid } of load.payments.values()) {
      const { isPaid, isAcknowledged } = await fake.show(oid)
      await (isPaid && !isAcknowledged && fake.order({ resend: oid }))
    }
  }
}

async function generateLoad(
  url: string,
  world: World,
  load: ReturnType<typeof createLoad>,
  isDead: () => boolean,
) {
  await Promise.all([
    load.resend(url, world),
    ...Array.from({ length: CALLERS }, async () => {
      while (!isDead()) {
        await load.act(url, world)
      }
    }),
  ])
}

async function openWorld(url: string): Promise<World> {
  const [admin, ada, baran, poor] = await inTurn(['root', 'ada', 'baran', 'poor'], (name) =>
    openPerson(url, name),
  )
  if (!admin || !ada || !baran || !poor) {
    throw new Error('Nobody could sign up.')
  }
  // A fraction of a cent: enough for one or two of many concurrent calls.
  const amount = '0.0004'
  const body = JSON.stringify({ userId: poor.userId, amount, reason: 'Too poor for the crash harness' })
  const response = await fetch(`${url}/api/v1/wallets/upsert`, {
    method: 'POST',
    headers: admin.headers,
    body,
  })
  if (!response.ok) {
    throw new Error(`The poor could not be made: ${await response.text()}`)
  }
  return { admin, people: [ada, baran], poor }
}

async function openPerson(url: string, username: string): Promise<Person> {
  const json = { 'content-type': 'application/json' }
  const account = { username, email: `${username}@example.com`, password: PASSWORD }
  const registered = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  })
  const { token, user } = await registered.json()
  const headers = { ...json, authorization: `Bearer ${token}` }
  const made = await fetch(`${url}/trpc/flows.createExample`, { method: 'POST', headers, body: '{}' })
  const { result } = await made.json()
  return { userId: user.id, headers, flowId: result.data.id }
}

async function inTurn<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (const item of items) {
    results.push(await work(item))
  }
  return results
}
