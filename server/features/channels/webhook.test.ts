import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { channelEvents } from './channels.table.ts'
import { openChannels } from './testing/open-channels.ts'

type Sent = { id: string; signature: string; time: string; body: string }

type Options = {
  messageId?: string
  conversationId?: string
  ageSeconds?: number
  forged?: boolean
  query?: string
  event?: string
  attachments?: unknown
}

/** Its answer shows a file of the conversation. */
function aFlowThatReturns(fileName: string) {
  const place = 'chatflowId={{ $flow.chatflowId }}&chatId={{ $flow.chatId }}'
  const directReplyMessage = `Here it is. ![It](/api/v1/get-upload-file?${place}&fileName=${fileName})`
  return aControlFlow(
    [
      { id: 'start', name: 'startAgentflow' },
      { id: 'end', name: 'directReplyAgentflow', inputs: { directReplyMessage } },
    ],
    ['start -> end'],
  )
}

/** A system that speaks Standard Webhooks in both directions. */
async function startReceiver() {
  const received: Sent[] = []
  const statuses: number[] = []
  const files = new Map<string, Buffer>()
  const fetched: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      fetched.push(request.url ?? '')
      const bytes = files.get(request.url ?? '')
      response.writeHead(statuses.shift() ?? (bytes ? 200 : 404)).end(bytes)
      return
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers
      received.push({ id: String(id), time: String(time), signature: String(signature), body })
      response.writeHead(statuses.shift() ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, received, statuses, files, fetched }
}

async function openWebhook() {
  const receiver = await startReceiver()
  const world = await openChannels({ env: { OUTGOING_ALLOW: receiver.host } })
  const created = await world.create('webhook', { url: `http://${receiver.host}/flowtill` })
  const { id, signingSecret: secret } = created
  await world.serve(id)
  const sign = (start: string, body: string) => {
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(start).update(body).digest('base64')}`
  }
  const send = (
    text: string,
    {
      messageId = 'm1',
      conversationId = 'c1',
      ageSeconds = 0,
      forged = false,
      query = '',
      ...more
    }: Options = {},
  ) => {
    const payload = JSON.stringify({
      event: 'message',
      conversationId,
      sender: { id: 'u', name: 'Ada' },
      text,
      ...more,
    })
    const time = String(Math.floor(world.clock.ms / 1_000) - ageSeconds)
    const signature = sign(`${messageId}.${time}.`, forged ? `${payload} ` : payload)
    return world.app.inject({
      ...{ method: 'POST', url: `/api/v1/channels/${id}/events${query}`, payload },
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': messageId, 'webhook-timestamp': time },
        'webhook-signature': `v1,AAAA ${signature}`,
      },
    })
  }
  return { ...world, ...receiver, id, secret, sign, send }
}

test('a signed message is answered by a signed message', async () => {
  const { id, send, settle, received, sign, details } = await openWebhook()

  const { statusCode } = await send('What is 1 + 1?')
  await settle(id)

  expect(statusCode).toBe(200)
  const [answer] = received
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ event: 'message', conversationId: 'c1' })
  expect(answer?.body).toMatch(/2/)
  expect(answer?.signature).toBe(sign(`${answer?.id}.${answer?.time}.`, answer?.body ?? ''))
  expect((await details(id)).chats).toMatchObject([{ name: 'Ada' }])
})

test('a sender that waits gets the answer, with the id with which it is sent', async () => {
  const { id, send, settle, received, services } = await openWebhook()
  const ticking = setInterval(() => void services.jobs.tick(), 50)
  onTestFinished(() => clearInterval(ticking))

  const first = send('What is 1 + 1?', { query: '?wait=1' })
  await expect.poll(() => received.length).toBe(1)
  const failed = await send('[[sandbox error=401]] Hello', { query: '?wait=1', messageId: 'm2' })
  const again = await send('What is 1 + 1?', { query: '?wait=1' })
  await settle(id)

  const [answer] = received
  const { messages } = (await first).json()
  expect(messages).toEqual([{ messageId: answer?.id, text: expect.stringContaining('2') }])
  expect(failed.json().messages).toMatchObject([{ text: 'This chatbot is not available right now.' }])
  expect(again.json().messages).toEqual(messages)
})

test('attachments are fetched once they are due, and stored with the message', async () => {
  const { id, send, settle, host, files, fetched, statuses, received, store, services, flowId } =
    await openWebhook()
  files.set('/plate.csv', Buffer.from('a,b\n1,2\n'))
  const attachmentOf = (name: string, url = `http://${host}/${name}`) => ({ name, mimeType: 'text/csv', url })
  statuses.push(503)

  await send('What is 1 + 1?', {
    attachments: [
      attachmentOf('plate.csv'),
      attachmentOf('gone.csv'),
      attachmentOf('metadata.csv', 'http://169.254.169.254/metadata.csv'),
    ],
  })
  await send('', { messageId: 'm2', attachments: [attachmentOf('plate.csv')] })
  await settle(id)

  expect(fetched).toEqual(['/plate.csv', '/plate.csv', '/gone.csv', '/plate.csv'])
  const questions = (await store.db.select().from(messages)).filter(({ role }) => role === 'userMessage')
  expect(questions.map(({ content, extras }) => [content, extras?.fileUploads])).toEqual([
    ['What is 1 + 1?', [{ type: 'stored-file', name: 'plate.csv', mime: 'text/csv' }]],
    ['plate.csv', [{ type: 'stored-file', name: 'plate.csv', mime: 'text/csv' }]],
  ])
  const [{ chatId = '' } = {}] = questions
  const stored = await services.uploads.openStored(flowId, chatId, 'plate.csv')
  expect(Buffer.from(await stored.read())).toEqual(files.get('/plate.csv'))
  expect(received).toHaveLength(2)
})

test('a file that stays unreachable is left out in the last attempt, and the message is answered', async () => {
  const { id, send, settle, host, statuses, received, store } = await openWebhook()
  statuses.push(...Array.from({ length: 5 }, () => 503))

  await send('What is 1 + 1?', {
    attachments: [{ name: 'plate.csv', mimeType: 'text/csv', url: `http://${host}/plate.csv` }],
  })
  await settle(id)

  expect(statuses).toEqual([])
  expect(received.map(({ body }) => JSON.parse(body).text)).toEqual([expect.stringContaining('2')])
  const [question] = await store.db.select().from(messages)
  expect(question?.extras?.fileUploads ?? []).toEqual([])
})

test('a message that cannot be read is rejected with the field, and any other event is ignored', async () => {
  const { send, store } = await openWebhook()

  const rejected = await send('Hello', {
    attachments: [{ name: 'a', mimeType: 'text/csv', url: 'file:///etc/passwd' }],
  })
  const ignored = await send('Hello', { messageId: 'm2', event: 'typing' })

  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().details).toMatchObject({ attachments: ['attachments.0.url is not valid'] })
  expect(ignored.statusCode).toBe(200)
  expect(await store.db.select().from(channelEvents)).toEqual([])
})

test('a sender that waits gets the files of the answer, which open without signing in', async () => {
  const { id, send, settle, host, files, received, services, app, createFlow, ada, serve } =
    await openWebhook()
  const bytes = Buffer.from('a,b\n1,2\n')
  files.set('/plate.csv', bytes)
  const flowData = JSON.stringify(aFlowThatReturns('plate.csv'))
  await serve(id, { flowId: await createFlow(ada, 'Mirror', { type: 'AGENTFLOW', flowData }) })
  const ticking = setInterval(() => void services.jobs.tick(), 50)
  onTestFinished(() => clearInterval(ticking))

  const response = await send('Hello', {
    query: '?wait=1',
    attachments: [{ name: 'plate.csv', mimeType: 'text/csv', url: `http://${host}/plate.csv` }],
  })
  await settle(id)

  const [
    {
      attachments: [attachment],
    },
  ] = response.json().messages
  const about = { name: 'plate.csv', mimeType: 'text/csv', size: bytes.length }
  expect(attachment).toMatchObject(about)
  expect(JSON.parse(received[0]?.body ?? '').attachments).toMatchObject([about])
  const { pathname, search } = new URL(attachment.url)
  expect((await app.inject({ url: pathname + search })).rawPayload).toEqual(bytes)
})

test('a repeated message is answered once; a forged or old one is rejected', async () => {
  const { id, send, settle, received, store } = await openWebhook()

  await Promise.all([send('Hello'), send('Hello'), send('Hello')])
  await settle(id)

  expect((await send('Hello', { messageId: 'm2', forged: true })).statusCode).toBe(401)
  expect((await send('Hello', { messageId: 'm3', ageSeconds: 400 })).statusCode).toBe(401)
  expect(received).toHaveLength(1)
  expect(await store.db.select().from(runs)).toHaveLength(1)
})

test('messages of the same second are answered in the order of their arrival', async () => {
  const { id, send, settle, received } = await openWebhook()
  const figures = [1, 2, 3, 4, 5]

  for (const figure of figures) {
    await send(`What is ${figure} * 100?`, { messageId: `m${figure}` })
  }
  await settle(id)

  expect(received.map(({ body }) => /= \*\*(\d)00/.exec(body)?.[1])).toEqual(figures.map(String))
})

test('an outage is tried again with the same id, in order', async () => {
  const { id, send, settle, received, statuses } = await openWebhook()
  statuses.push(500, 503)

  await send('What is 1 + 1?')
  await send('What is 2 + 2?', { messageId: 'm2' })
  await settle(id)

  const ids = received.map((each) => each.id)
  expect(ids).toHaveLength(4)
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(received.at(-1)?.body).toMatch(/4/)
}, 20_000)

test('an outage of an hour is outlasted, and the message keeps its id', async () => {
  const { id, send, settle, work, received, statuses, clock, services } = await openWebhook()
  statuses.push(...Array.from({ length: 20 }, () => 503))
  const before = clock.ms
  await send('What is 1 + 1?')

  const attempts = async () => {
    await work(services.jobs, 10 * 60_000)
    return received.length
  }
  await expect.poll(attempts).toBe(21)
  await settle(id)

  expect(received).toHaveLength(21)
  expect(new Set(received.map((each) => each.id)).size).toBe(1)
  expect(clock.ms - before).toBeGreaterThan(60 * 60_000)
})

test('a receiver that is gone stops the channel', async () => {
  const { id, send, statuses, details, services } = await openWebhook()
  statuses.push(410)

  await send('Hello')
  const stateOf = async () => {
    await services.jobs.tick()
    return (await details(id)).channel.state
  }
  await expect.poll(stateOf).toBe('signed_out')

  expect((await details(id)).counts).toMatchObject({ queued: 1 })
})

test('the signing secret is shown once', async () => {
  const { id, secret, read, details } = await openWebhook()

  expect(secret).toMatch(/^whsec_/)
  expect(JSON.stringify([await read('channels.get', { id }), await details(id)])).not.toContain(secret)
})
