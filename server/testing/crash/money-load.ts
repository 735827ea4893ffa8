import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fake } from './money-fake.ts'

export type Intent =
  | { kind: 'credit'; key: string; userId: string; amount: string }
  | { kind: 'payment'; key: string; userId: string; amount: string }
  | { kind: 'refund'; key: string; orderId: string; amount: string }

export type Payment = { orderId: string; oid: string; userId: string; amount: string }
export type Person = { userId: string; headers: Record<string, string>; flowId: string }
export type World = { admin: Person; people: Person[]; poor: Person }

export const PASSWORD = 'a long enough password'
const CONFIRM_EVERY_MS = 4 * 60_000

const billing = {
  address: 'Moda Cad. 14, Kadikoy',
  customerName: 'Ada Lovelace',
  companyName: 'Engines Ltd',
  companyAddress: 'Moda Cad. 14, Istanbul',
  companyPhone: '+902121234567',
  companyEmail: 'ada@example.com',
}

export function createLoad(fake: Fake) {
  const intents = new Map<string, Intent>()
  const answered = new Set<string>()
  const payments = new Map<string, Payment>()
  let turn = 0
  let confirmedAt = Date.now()
  let becomeWarm = () => undefined as void

  /** Resolves with the next completed step: a new process needs some time to start. */
  function awaitStep() {
    const next = Promise.withResolvers<void>()
    becomeWarm = next.resolve
    return next.promise
  }

  /** One step of one caller. Calls cut off by a kill are recorded as in doubt. */
  async function act(url: string, world: World) {
    turn += 1
    const { people } = world
    const person = people[turn % people.length] as Person
    const acts = [
      () => creditTwice(url, world, person),
      () =>
        carryOut(
          url,
          world,
          intend({ kind: 'payment', key: randomUUID(), userId: person.userId, amount: '50' }),
        ),
      () => predict(url, person),
      () => refundSomething(url, world),
      () => predict(url, world.poor),
    ]
    await acts[turn % acts.length]?.().then(becomeWarm, ignoreKill)
  }

  /** The second request is a client's retry after a lost response: the credit must be posted once. */
  async function creditTwice(url: string, world: World, { userId }: Person) {
    const intent = intend({ kind: 'credit', key: randomUUID(), userId, amount: cents() })
    await carryOut(url, world, intent)
    await (Math.random() < 0.5 && carryOut(url, world, intent))
  }

  function intend(intent: Intent) {
    intents.set(intent.key, intent)
    return intent
  }

  async function refundSomething(url: string, world: World) {
    const paid = [...payments.values()]
    const chosen = paid[Math.floor(Math.random() * paid.length)]
    if (chosen) {
      await carryOut(
        url,
        world,
        intend({ kind: 'refund', key: randomUUID(), orderId: chosen.orderId, amount: '1.5' }),
      )
    }
  }

  // Money calls need a step-up within five minutes, and a run may take longer.
  async function stayConfirmed(url: string, admin: Person) {
    if (Date.now() - confirmedAt > CONFIRM_EVERY_MS) {
      await post(url, admin, '/auth/step-up', { password: PASSWORD }, randomUUID())
      confirmedAt = Date.now()
    }
  }

  async function carryOut(url: string, world: World, intent: Intent) {
    const { key } = intent
    await (intent.kind !== 'payment' && stayConfirmed(url, world.admin))
    if (intent.kind === 'credit') {
      const { userId, amount } = intent
      const body = { userId, amount, reason: 'A test of the crash harness' }
      await post(url, world.admin, '/wallets/credit', body, key)
    } else if (intent.kind === 'refund') {
      const { orderId, amount } = intent
      const body = { orderId, amount, reason: 'A test of the crash harness' }
      // Not yet paid, or fully refunded: a permanent rejection.
      await post(url, world.admin, '/payments/refund', body, key, [400, 409])
    } else {
      await pay(url, world, intent)
    }
    answered.add(key)
  }

  async function pay(url: string, { people }: World, { key, userId, amount }: Intent & { kind: 'payment' }) {
    const person = people.find((each) => each.userId === userId) as Person
    const body = { ...billing, amount, language: 'en' }
    // A payment page whose creation was killed cannot be reopened under its key for a minute, so it was not paid.
    const { orderId } = await post(url, person, '/payments/create', body, key, [409])
    if (!orderId) {
      return
    }
    const { reference: oid } = await get(url, person, `/payments/${orderId}`)
    payments.set(oid, { orderId, oid, userId, amount })
    const copies = 1 + Math.floor(Math.random() * 3)
    await fake.order({ notify: { copies, concurrent: true, repeatMs: 30, attempts: 30 } })
    await fake.order({ settle: { oid, as: Math.random() < 0.85 ? 'success' : 'failed' } })
  }

  async function resend(url: string, world: World) {
    const open = [...intents.values()].filter(({ key }) => !answered.has(key))
    await Promise.all(open.map((intent) => carryOut(url, world, intent).catch(ignoreKill)))
  }

  return { intents, answered, payments, act, resend, awaitStep }
}

export type Load = ReturnType<typeof createLoad>

async function predict(url: string, { headers, flowId }: Person) {
  const issue = Math.random() < 0.2 ? ' error=500' : ''
  const question = `How long does shipping take? [[sandbox latency=${Math.floor(Math.random() * 40)}${issue}]]`
  const body = JSON.stringify({ question, chatId: randomUUID() })
  const response = await fetch(`${url}/api/v1/prediction/${flowId}`, { method: 'POST', headers, body })
  await response.arrayBuffer()
}

async function post(
  url: string,
  { headers }: Person,
  path: string,
  body: object,
  key: string,
  rejections: readonly number[] = [],
) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  return read(response, path, rejections)
}

async function get(url: string, { headers }: Person, path: string) {
  return read(await fetch(`${url}/api/v1${path}`, { headers }), path, [])
}

async function read(response: Response, path: string, rejections: readonly number[]) {
  const text = await response.text()
  if (!response.ok && !rejections.includes(response.status)) {
    throw new Error(`${path} was answered ${response.status}: ${text}`)
  }
  return JSON.parse(text)
}

async function ignoreKill(error: unknown) {
  if (!(error instanceof TypeError)) {
    throw error
  }
  await pause(5)
}

function cents() {
  return (1 + Math.floor(Math.random() * 500) / 100).toFixed(2)
}
