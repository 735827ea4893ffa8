import { randomUUID } from 'node:crypto'
import { sendJson } from '../../testing/crash/send-json.ts'
import { aDemoFlow } from '../../testing/demo-flow.ts'
import { aTextFlow } from '../../testing/text-flow.ts'

const PASSWORD = 'long enough'
const billing = {
  address: 'Moda Cad. 14, Kadikoy',
  customerName: 'Ada Lovelace',
  companyName: 'Engines Ltd',
  companyAddress: 'Moda Cad. 14, Istanbul',
  companyPhone: '+902121234567',
  companyEmail: 'ada@example.com',
}
const card = { card_holder: 'Ada Lovelace', card_number: '4242424242424242', expiry: '12/60', cvc: '123' }
/** Texts of one upsert; a third of them changes from day to day. */
const TEXTS = 60

type Headers = Record<string, string>
export type Account = { id: string; name: string; headers: Headers; flowId: string; storeFlowId: string }

export async function openAccount(url: string, name: string): Promise<Account> {
  const account = { username: name, email: `${name}@example.com`, password: PASSWORD }
  const { token, user } = (await sendJson(`${url}/api/v1/auth/register`, account)) as Session
  const headers = { authorization: `Bearer ${token}` }
  const add = async (flowData: string) => {
    const flow = { type: 'CHATFLOW', name: 'Soak', flowData }
    return ((await sendJson(`${url}/api/v1/chatflows`, flow, headers)) as { id: string }).id
  }
  return {
    ...{ id: user.id, name, headers },
    flowId: await add(aDemoFlow()),
    storeFlowId: await add(storeFlow(0)),
  }
}

type Session = { token: string; user: { id: string } }

/** Sessions end between days. */
export async function signIn(url: string, account: Account) {
  const credentials = { username: account.name, password: PASSWORD }
  const { token } = (await sendJson(`${url}/api/v1/auth/login`, credentials)) as Session
  account.headers = { authorization: `Bearer ${token}` }
}

export const ask = ({ flowId, headers }: Account, url: string) =>
  sendJson(
    `${url}/api/v1/prediction/${flowId}`,
    { question: 'How long does shipping take?', chatId: randomUUID() },
    headers,
  )

export const credit = (url: string, admin: Account, { id }: Account) =>
  sendJson(
    `${url}/api/v1/wallets/credit`,
    { userId: id, amount: 5, reason: 'A day of the soak' },
    admin.headers,
  )

/** A top-up on the sandbox's card page, as a browser sends it. */
export async function topUp(url: string, { headers }: Account) {
  const order = { ...billing, amount: '50', language: 'en' }
  const { iframe_token: token } = (await sendJson(`${url}/api/v1/payments/create`, order, {
    ...headers,
    'idempotency-key': randomUUID(),
  })) as { iframe_token: string }
  const page = `${url}/sandbox/paytr/odeme/guvenli/${token}`
  await submit(page, card)
  await submit(`${page}/3d`, { code: '123456' })
}

async function submit(address: string, form: Record<string, string>) {
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  await response.text()
  if (response.status >= 400) {
    throw new Error(`${new URL(address).pathname} answered ${response.status}`)
  }
}

export async function upsert(url: string, { storeFlowId, headers }: Account, day: number) {
  await sendJson(`${url}/api/v1/chatflows/${storeFlowId}`, { flowData: storeFlow(day) }, headers, 'PUT')
  await sendJson(`${url}/api/v1/vector/upsert/${storeFlowId}`, {}, headers)
}

function storeFlow(day: number) {
  const textOf = (_: unknown, number: number) =>
    `Room ${number} opens at ten in the morning on day ${number % 3 === 0 ? day : 0}.`
  return aTextFlow(Array.from({ length: TEXTS }, textOf))
}
