import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { sendJson, signUp } from './send-json.ts'
import { startKillable } from './start-killable.ts'

/** Between two messages of people: twenty a second. */
const MESSAGE_MS = 50
const MESSAGES_PER_CHAT = 2
/** Between two attempts of the platform to deliver a message. */
const REPEAT_MS = 100
/** Of the receiver: one in so many answers is rejected after it was taken, so that it is sent again. */
const REJECTED = 10
const SETTLE_MS = 180_000

type Options = { kills: number; entry: string; report?: (line: string) => void }
type Channel = { id: string; secret: Buffer }
/** A message that the product has acknowledged. */
type Acknowledged = { chat: string; place: number }

/**
 * Repeatedly kills the product while messages of a channel come in. Every acknowledged message must be answered once, those
 * of a conversation in their order. Messages and answers are recorded outside the product.
 */
export async function crashChannels({ kills, entry, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-channels-'))
  const receiver = await startReceiver()
  const start = () => startKillable(entry, { DATA_DIR: folder, OUTGOING_ALLOW: receiver.host })
  const acknowledged: Acknowledged[] = []
  const sending = new Set<Promise<void>>()
  let { child, url } = await start()
  let isOver = false
  try {
    const channel = await connect(url, receiver.host)
    const talk = async (chat: string) => {
      for (let place = 0; place < MESSAGES_PER_CHAT; place += 1) {
        await deliver(() => url, channel, { chat, place })
        acknowledged.push({ chat, place })
      }
    }
    const people = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const talking = talk(`chat-${number}`).finally(() => sending.delete(talking))
        sending.add(talking)
        await pause(MESSAGE_MS * MESSAGES_PER_CHAT)
      }
    })()
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(100 + Math.random() * 2_000)
      child.kill('SIGKILL')
      await once(child, 'exit')
      ;({ child, url } = await start())
      report(`kill ${kill}: ${acknowledged.length} messages, ${receiver.answers().length} answers`)
    }
    isOver = true
    await people
    await Promise.all(sending)
    await answered(receiver, acknowledged)
    child.kill('SIGTERM')
    await once(child, 'exit')
    inspectAnswers(receiver.answers(), acknowledged)
    await inspectBooks(folder)
    const { repeated } = receiver
    return { messages: acknowledged.length, answers: receiver.answers().length, repeated: repeated() }
  } finally {
    isOver = true
    child.kill('SIGKILL')
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Answer = { id: string; chat: string; text: string }

/** The system that the channel answers to. Answers with a known id are repetitions. */
async function startReceiver() {
  const answers = new Map<string, Answer>()
  let repeated = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const { conversationId: chat, text } = JSON.parse(body) as { conversationId: string; text: string }
      repeated += answers.has(id) ? 1 : 0
      const isRejected = !answers.has(id) && Math.random() < 1 / REJECTED
      answers.set(id, answers.get(id) ?? { id, chat, text })
      response.writeHead(isRejected ? 503 : 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    /** In the order in which they have arrived first. */
    answers: () => [...answers.values()],
    repeated: () => repeated,
    close: () => server.close(),
  }
}

async function connect(url: string, host: string): Promise<Channel> {
  const { headers } = await signUp(url, 'ada')
  const send = (path: string, body: object) => sendJson(url + path, body, headers)
  const flow = { name: 'Desk', type: 'CHATFLOW', flowData: aDemoFlow() }
  const { id: flowId } = (await send('/api/v1/chatflows', flow)) as { id: string }
  const values = { url: `http://${host}/answers` }
  const { result } = (await send('/trpc/channels.create', { kind: 'webhook', values })) as {
    result: { data: { id: string; signingSecret: string } }
  }
  const { id, signingSecret } = result.data
  await send('/trpc/channels.serve', { id, flowId })
  return { id, secret: Buffer.from(signingSecret.replace('whsec_', ''), 'base64') }
}

const questionOf = (place: number) => `What is ${place + 1} * 1000? [[sandbox latency=${place * 20}]]`

/** As platforms do: until it is acknowledged, always with the same id, and sometimes once more. */
async function deliver(urlOf: () => string, { id, secret }: Channel, { chat, place }: Acknowledged) {
  const body = JSON.stringify({
    ...{ event: 'message', conversationId: chat, sender: { id: chat }, text: questionOf(place) },
  })
  const messageId = `${chat}-${place}`
  let left = Math.random() < 0.1 ? 2 : 1
  while (left > 0) {
    const time = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', secret).update(`${messageId}.${time}.${body}`).digest('base64')
    const status = await fetch(`${urlOf()}/api/v1/channels/${id}/events`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': messageId, 'webhook-timestamp': time },
        'webhook-signature': `v1,${signature}`,
      },
      body,
    }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) {
      left -= 1
    } else if (status !== 0) {
      throw new Error(`The channel answered ${status}.`)
    } else {
      await pause(REPEAT_MS)
    }
  }
}

async function answered({ answers }: { answers(): Answer[] }, acknowledged: readonly Acknowledged[]) {
  const end = Date.now() + SETTLE_MS
  while (answers().length < acknowledged.length && Date.now() < end) {
    await pause(100)
  }
  // An answer too many may come a little later.
  await pause(1_000)
}

function inspectAnswers(answers: readonly Answer[], acknowledged: readonly Acknowledged[]) {
  const chats = Map.groupBy(answers, ({ chat }) => chat)
  const issues = [...Map.groupBy(acknowledged, ({ chat }) => chat)].flatMap(([chat, asked]) => {
    const found = chats.get(chat)?.map(({ text }) => text) ?? []
    const expected = asked.map(({ place }) => String((place + 1) * 1000)).toSorted()
    const isRight =
      found.length === expected.length && expected.every((figure, index) => found[index]?.includes(figure))
    return isRight ? [] : [`${chat}: ${asked.length} messages, answers ${JSON.stringify(found)}`]
  })
  if (issues.length > 0) {
    throw new Error(issues.join('\n'))
  }
}

async function inspectBooks(folder: string) {
  const store = openSqlite(join(folder, 'flowtill.db'))
  try {
    const { db } = store
    const openRuns = await db.select().from(runs).where(eq(runs.state, 'running'))
    const openHolds = await db.select().from(holds).where(eq(holds.status, 'open'))
    const issues = [
      ...(await checkLedger(db)).map(({ rule, id }) => `${rule} (${id})`),
      ...openRuns.map(({ id }) => `run ${id} is still open`),
      ...openHolds.map(({ reference }) => `${reference} is still held`),
    ]
    if (issues.length > 0) {
      throw new Error(issues.join('\n'))
    }
  } finally {
    await store.close()
  }
}
