import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import type { LiveFrame } from '#shared/live.ts'

type World = Awaited<ReturnType<typeof openInbox>>

async function openRoom() {
  const world = await openInbox({ listen: true })
  const { url, flowId, ada, app } = world
  await ada.call('PUT', `/chatflows/${flowId}`, { isPublic: true })
  const address = url.replace('http', 'ws')
  const open = async (token: string, id = flowId, more = '') => {
    const frames: LiveFrame[] = []
    const socket = new WebSocket(`${address}/api/v1/view-messages/${id}/ws?token=${token}${more}`)
    onTestFinished(() => socket.close())
    const closed = new Promise<number>((resolve) => {
      socket.onclose = ({ code }) => resolve(code)
    })
    socket.onmessage = ({ data }) => frames.push(JSON.parse(data))
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.onopen = () => resolve(true)
      socket.onerror = () => resolve(false)
    })
    const send = (request: object) => socket.send(JSON.stringify(request))
    const ofType = <Type extends LiveFrame['type']>(type: Type) =>
      frames.filter((frame): frame is Extract<LiveFrame, { type: Type }> => frame.type === type)
    const subscribe = async () => {
      send({ type: 'subscribe', chatflowId: id, clientId: 'window', timestamp: Date.now() })
      await vi.waitFor(() => expect(ofType('multiConnectionNotice')).not.toHaveLength(0))
    }
    return { isOpen, frames, send, subscribe, ofType, socket, closed }
  }
  const ask = (question: string, chatId = 'c1') =>
    app.inject({ method: 'POST', url: `/api/v1/prediction/${flowId}`, payload: { question, chatId } })
  return { ...world, open, ask, address }
}

test('an operator hears of every message once, with the row of its conversation', async () => {
  const { open, ask, ada, flowId } = await openRoom()
  const room = await open(ada.token)
  await room.subscribe()

  await ask('Do you ship?')
  await ask('And now?', 'c2')

  await vi.waitFor(() => expect(room.ofType('newMessage')).toHaveLength(4))
  expect(room.frames[0]).toMatchObject({ type: 'connected', connectionId: expect.any(String) })
  const [first, second] = room.ofType('newMessage').filter(({ data }) => data.chatId === 'c1')
  expect(first?.data).toMatchObject({
    ...{ role: 'userMessage', content: 'Do you ship?', sequence: 1, platform: 'api', chatflowid: flowId },
  })
  expect(second?.data).toMatchObject({ role: 'apiMessage', sequence: 2, createdDate: expect.any(String) })
  const lines = room.ofType('sessionStateChange').map(({ data }) => data.conversation)
  expect(lines.findLast((line) => line?.chatId === 'c1')).toMatchObject({ messageCount: 2, unread: 1 })
})

test('switches, readers and deletions are announced, also to those who watch all flows', async () => {
  const { open, ask, ada, flowId, change, mod } = await openRoom()
  await ask('Hello')
  const room = await open(ada.token, 'all')
  const other = await open(mod.token, 'all')
  await room.subscribe()
  await other.subscribe()

  await change('takeover.switchAi', {
    chatflowId: flowId,
    chatId: 'c1',
    disabled: true,
    clientId: 'window 7',
  })
  other.send({ type: 'presence', flowId, chatId: 'c1', isTyping: true })
  await vi.waitFor(() => expect(room.ofType('aiToggleChange')).toHaveLength(1))
  await vi.waitFor(() => expect(room.frames.some((frame) => JSON.stringify(frame).includes('"people":[{'))))
  await change('inbox.remove', { flowId, chatIds: ['c1'] })

  expect(room.ofType('aiToggleChange')[0]).toMatchObject({
    ...{ flowId, chatId: 'c1', disabled: true, forceRefresh: false, sourceClient: 'window 7' },
  })
  const states = () => room.ofType('sessionStateChange').map(({ data }) => data)
  await vi.waitFor(() => expect(states().at(-1)).toMatchObject({ chatId: 'c1', conversation: null }))
  expect(states().find(({ people }) => people)?.people).toEqual([
    { id: mod.user.id, name: 'mod', by: 'operator', isTyping: true },
  ])
})

test('a connection serves one flow, answers what it is asked, and says when there are others', async () => {
  const { open, ada, flowId } = await openRoom()
  const room = await open(ada.token)
  room.send({ type: 'subscribe', chatflowId: 'another', clientId: 'window' })
  room.send({ type: 'ping' })
  room.send({ type: 'test' })
  room.socket.send('not json')
  await vi.waitFor(() => expect(room.frames).toHaveLength(5))
  expect(room.frames.slice(1)).toMatchObject([
    { type: 'error', message: 'A connection serves one flow at a time.' },
    { type: 'pong' },
    { type: 'testResponse' },
    { type: 'error', message: 'This message is not understood.' },
  ])
  await room.subscribe()

  const second = await open(ada.token, flowId)
  await second.subscribe()

  await vi.waitFor(() => expect(room.ofType('multiConnectionNotice').at(-1)?.connections).toBe(2))
  second.socket.close()
  await vi.waitFor(() => expect(room.ofType('multiConnectionNotice').at(-1)?.connections).toBe(1))
})

test('only a token of the owner or of a MODERATOR opens it, never a cookie', async () => {
  const { open, ada, eve, mod, address, flowId, app } = await openRoom()

  expect((await open(eve.token)).isOpen).toBe(false)
  expect((await open('fts_wrong')).isOpen).toBe(false)
  expect((await open('')).isOpen).toBe(false)
  expect((await open(mod.token)).isOpen).toBe(true)
  const path = `/api/v1/view-messages/${flowId}/ws`
  const cookie = `flowtill_session=${ada.token}`
  expect((await app.inject({ url: path, headers: { cookie } })).statusCode).toBe(401)
  expect((await app.inject({ url: `${path}?token=${ada.token}` })).statusCode).toBe(426)
  expect(address).toMatch(/^ws:/)
})

test('the token of a WebSocket reaches no log, whatever goes wrong', async () => {
  const world = await openRoom()
  const lines: string[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = await buildApp(world.services, { logger: { level: 'trace', stream } })
  onTestFinished(() => app.close())
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
  const token = 'fts_a-secret-token'
  const paths = [
    `view-messages/${world.flowId}/ws`,
    'view-messages/none/ws',
    `view-messages/${world.flowId}/ws/`,
    'none',
  ]

  for (const path of paths) {
    for (const each of [token, world.ada.token]) {
      const socket = new WebSocket(`${url}/api/v1/${path}?token=${each}&connectionId=1`)
      await new Promise((resolve) => {
        socket.onerror = resolve
        socket.onopen = resolve
      })
      socket.send?.bind(socket)
      socket.close()
    }
  }
  await fetch(`${url.replace('ws', 'http')}/api/v1/view-messages/${world.flowId}/ws?token=${token}`)

  expect(lines.join('\n')).not.toContain(token)
  expect(lines.join('\n')).not.toContain(world.ada.token)
})

test('a request for another upgrade is an ordinary request', async () => {
  const { url } = await openRoom()
  const { request } = await import('node:http')
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }

  const status = await new Promise((resolve, reject) => {
    request(`${url}/api/v1/ping`, { headers }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end()
  })

  expect(status).toBe(200)
})

const partOf = (block: string, pattern: RegExp) => pattern.exec(block)?.slice(1) ?? []

/** The events of a visitor, as they arrive. */
async function watchAs({ url, flowId }: World, { chatId = 'c1', headers = {}, query = '' } = {}) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(`${url}/api/v1/chat-events/${flowId}/${chatId}${query}`, {
    headers,
    signal: controller.signal,
  })
  const events: Record<string, unknown>[] = []
  const ids: string[] = []
  const read = async () => {
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      events.push(
        ...blocks.flatMap((block) => partOf(block, /^data: (.*)$/m)).map((data) => JSON.parse(data)),
      )
      ids.push(...blocks.flatMap((block) => partOf(block, /^id: (.*)$/m)))
    }
  }
  void read().catch(() => undefined)
  return { status: response.status, events, ids, stop: () => controller.abort() }
}

test('a visitor sees messages of operators at once, and what was missed after a lost connection, each once', async () => {
  const world = await openRoom()
  const { ask, change, flowId } = world
  const turn = (disabled: boolean) =>
    change('takeover.switchAi', { chatflowId: flowId, chatId: 'c1', disabled })
  const write = (content: string) => change('takeover.write', { chatflowId: flowId, chatId: 'c1', content })
  await ask('Can I talk to a person?')
  const visitor = await watchAs(world)
  await vi.waitFor(() => expect(visitor.events).toHaveLength(1))

  await turn(true)
  await write('Hello, Ada here.')
  await vi.waitFor(() => expect(visitor.events).toHaveLength(3))
  visitor.stop()
  await write('Are you there?')
  await ask('Yes')
  const again = await watchAs(world, { headers: { 'last-event-id': visitor.ids.at(-1) ?? '' } })
  await vi.waitFor(() => expect(again.events).toHaveLength(3))
  await turn(false)
  await vi.waitFor(() => expect(again.events).toHaveLength(4))

  expect(visitor.events).toMatchObject([
    { event: 'state', aiDisabled: false, sequence: 2 },
    { event: 'state', aiDisabled: true },
    {
      event: 'message',
      sequence: 3,
      content: 'Hello, Ada here.',
      isManualMessage: true,
      operatorName: 'ada',
    },
  ])
  expect(again.events).toMatchObject([
    { event: 'state', aiDisabled: true },
    { event: 'message', sequence: 4, content: 'Are you there?' },
    { event: 'message', sequence: 5, content: 'Yes', role: 'userMessage' },
    { event: 'state', aiDisabled: false },
  ])
  const all = await watchAs(world, { query: '?after=0' })
  await vi.waitFor(() => expect(all.events).toHaveLength(6))
})

test('visitor and operator see each other type', async () => {
  const world = await openRoom()
  const { open, ask, app, ada, flowId } = world
  await ask('Hello')
  const room = await open(ada.token)
  await room.subscribe()
  const visitor = await watchAs(world)

  room.send({ type: 'presence', flowId, chatId: 'c1', isTyping: true })
  await app.inject({
    method: 'POST',
    url: `/api/v1/chat-events/${flowId}/c1/typing`,
    payload: { isTyping: true },
  })

  await vi.waitFor(() =>
    expect(visitor.events).toContainEqual({ event: 'typing', operatorName: 'ada', isTyping: true }),
  )
  await vi.waitFor(() => {
    const people = room.ofType('sessionStateChange').flatMap(({ data }) => data.people ?? [])
    expect(people).toContainEqual({ id: 'visitor', name: '', by: 'visitor', isTyping: true })
  })
})

test('operators learn what the visitor has seen, which only increases and never exceeds the conversation', async () => {
  const world = await openRoom()
  const { open, ask, change, app, ada, flowId } = world
  await ask('Hello')
  await change('takeover.write', { chatflowId: flowId, chatId: 'c1', content: 'Hello, Ada here.' })
  const room = await open(ada.token)
  await room.subscribe()
  const see = async (sequence: number) => {
    const url = `/api/v1/chat-events/${flowId}/c1/seen`
    return (await app.inject({ method: 'POST', url, payload: { sequence } })).statusCode
  }
  const seen = () =>
    room.ofType('sessionStateChange').flatMap(({ data }) => data.conversation?.seenSequence ?? [])

  expect([await see(3), await see(2), await see(99)]).toEqual([200, 200, 200])

  await vi.waitFor(() => expect(seen()).toContain(3))
  expect(seen().at(-1)).toBe(3)
  expect(await see(0)).toBe(400)
})

test('strangers watch no private flow and no test of the owner', async () => {
  const world = await openRoom()
  const { ada, flowId } = world
  await ada.call('POST', `/internal-prediction/${flowId}`, { question: 'A test', chatId: 'mine' })
  expect((await watchAs(world, { chatId: 'mine' })).status).toBe(404)
  expect((await watchAs(world)).status).toBe(200)

  await ada.call('PUT', `/chatflows/${flowId}`, { isPublic: false })

  expect((await watchAs(world)).status).toBe(404)
})
