// node server/commands/bench/live-bench.ts [sockets] [messages per second]: operators who watch every flow of the built
// product, while visitors write in conversations that AI does not answer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type Product, print, withProduct } from './bench-product.ts'
import { openTarget } from './open-target.ts'
import { watchPings } from './watch-pings.ts'

const SOCKETS = Number(process.argv[2] ?? 5_000)
const PER_SECOND = Number(process.argv[3] ?? 50)
const SECONDS = 30
const OPERATORS = 20
const SAMPLED = 100
const CHATS = 20

await withProduct(measure)

async function measure(product: Product) {
  const { url } = product
  const { target, headers } = await openTarget(url, product.stubUrl)
  const flowId = target.url.split('/').at(-1) ?? ''
  const call = async (method: string, path: string, body: object, more: object = headers) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
    if (!response.ok) {
      throw new Error(`${path}: ${await response.text()}`)
    }
    return response.json()
  }
  const tokens: string[] = []
  for (let index = 0; index < OPERATORS; index += 1) {
    const account = { username: `op${index}`, email: `op${index}@example.com`, password: 'long enough' }
    const address = { 'x-forwarded-for': `10.0.0.${index}` }
    const { user } = await call('POST', '/auth/register', account, address)
    // A new role ends the session.
    await call('PUT', `/auth/users/${user.id}`, { role: 'MODERATOR' })
    const { token } = await call('POST', '/auth/login', account, address)
    tokens.push(token)
  }
  const ask = (chat: number, question: string) =>
    call('POST', `/prediction/${flowId}`, { question, chatId: `chat-${chat}` }, target.headers)
  for (let chat = 0; chat < CHATS; chat += 1) {
    await ask(chat, 'Hello')
    await call('PUT', `/view-messages/${flowId}/ai`, { chatId: `chat-${chat}`, disabled: true })
  }
  await pause(3_000)
  const idle = product.memory()

  const { next, end } = await openWatchers({ url, tokens })
  const { open } = await next()
  await pause(5_000)
  const connected = product.memory()
  const cpu = product.cpuSeconds()
  const sending: Promise<unknown>[] = []
  let failed = 0
  const { pings } = await watchPings(url, async () => {
    const startedAt = performance.now()
    for (let message = 0; message < PER_SECOND * SECONDS; message += 1) {
      const sent = ask(message % CHATS, `at ${Date.now()}`)
      sending.push(sent.catch(() => (failed += 1)))
      await pause(Math.max(0, startedAt + ((message + 1) * 1_000) / PER_SECOND - performance.now()))
    }
    await Promise.all(sending)
  })
  await pause(1_000)
  const spent = product.cpuSeconds() - cpu
  const loaded = product.memory()
  end()
  const { delivered, p50, p99, max, megabytes, closed } = await next()

  const perSocket = (after: number) => `${(((after - idle) * 1_024) / SOCKETS).toFixed(1)} KB`
  print('watching', `${open} sockets of ${OPERATORS} operators, ${closed} closed`)
  print('memory per socket', `${perSocket(connected)} connected, ${perSocket(loaded)} after the load`)
  print('delivery', `p50 ${p50} ms, p99 ${p99} ms, at most ${max} ms`)
  print(
    'delivered',
    `${delivered} of ${SAMPLED * sending.length} to ${SAMPLED} of the sockets, ${megabytes} MB to all, ${failed} not sent`,
  )
  print('/ping meanwhile', pings)
  print(
    'load',
    loadavg()
      .map((each) => each.toFixed(1))
      .join(', '),
  )
  print('processor', `${spent.toFixed(1)} s for ${SECONDS} s of ${PER_SECOND} messages/s`)
}

/** In a process of their own. */
async function openWatchers({ url, tokens }: { url: string; tokens: string[] }) {
  const order = { port: Number(new URL(url).port), tokens, sockets: SOCKETS, sampled: SAMPLED }
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'live-watchers.ts'), JSON.stringify(order)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })
  return {
    next: async () => JSON.parse(String((await once(lines, 'line'))[0])),
    end: () => child.stdin.end(),
  }
}
