import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveFrame } from '#shared/live.ts'
import { type ConnectionState, createConnection, type SocketLike } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function openRoom() {
  const sockets: (SocketLike & {
    flow: string
    id: string
    sent: string[]
    closedWith?: number | undefined
  })[] = []
  const states: ConnectionState[] = []
  const batches: (readonly LiveFrame[])[] = []
  const onReturn = vi.fn()
  let ids = 0
  const connection = createConnection({
    open(flow, id) {
      const sent: string[] = []
      const socket = {
        ...{ flow, id, sent, onopen: null, onclose: null, onmessage: null },
        send: (text: string) => void sent.push(text),
        close(code?: number) {
          this.closedWith = code
        },
      } as (typeof sockets)[number]
      sockets.push(socket)
      return socket
    },
    onFrames: (frames) => batches.push(frames),
    onState: (state) => states.push(state),
    onReturn,
    newId: () => `id ${++ids}`,
  })
  const last = () => sockets.at(-1) as (typeof sockets)[number]
  const emit = (frame: object) => last().onmessage?.({ data: JSON.stringify(frame) })
  const arrive = () => {
    last().onopen?.()
    emit({ type: 'connected', connectionId: last().id, timestamp: 1 })
  }
  const connect = (flow = 'shop') => {
    connection.connect(flow)
    vi.advanceTimersByTime(0)
  }
  const status = () => states.at(-1)?.status
  return { connection, sockets, states, batches, onReturn, last, emit, arrive, connect, status }
}

test('the first frame subscribes, with the client and the time, under an id of the connection', () => {
  const { connection, connect, arrive, last, status } = openRoom()

  connect()
  arrive()

  expect(last()).toMatchObject({ flow: 'shop', id: 'id 2' })
  expect(last().sent.map((text) => JSON.parse(text))).toEqual([
    { type: 'subscribe', chatflowId: 'shop', clientId: connection.clientId, timestamp: Date.now() },
  ])
  expect(status()).toBe('live')
})

test('frames are passed on together after 10 ms, without heartbeats, errors and what cannot be read', () => {
  const { connect, arrive, emit, last, batches } = openRoom()
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  connect()
  arrive()
  vi.advanceTimersByTime(10)

  emit({ type: 'pong', timestamp: 1 })
  emit({ type: 'heartbeat', timestamp: 1 })
  emit({ type: 'error', message: 'Slow down.' })
  last().onmessage?.({ data: 'no JSON' })
  emit({ type: 'multiConnectionNotice', connections: 2 })
  vi.advanceTimersByTime(9)
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(1)

  expect(batches.at(-1)?.map(({ type }) => type)).toEqual(['pong', 'multiConnectionNotice'])
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
})

test('a lost connection is tried again after 1, 2 and 4 seconds, then waits for the reader', () => {
  const { connect, arrive, connection, last, sockets, states, status } = openRoom()
  connect()
  arrive()
  vi.advanceTimersByTime(5_000)

  for (const seconds of [1, 2, 4]) {
    last().onclose?.({ code: 1006 })
    expect(states.at(-1)).toEqual({ status: 'reconnecting', at: Date.now() + seconds * 1_000 })
    const count = sockets.length
    vi.advanceTimersByTime(seconds * 1_000 - 1)
    expect(sockets).toHaveLength(count)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(count + 1)
  }
  last().onclose?.({ code: 1006 })

  expect(status()).toBe('paused')
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(4)
  connection.retry()
  vi.advanceTimersByTime(0)
  expect(sockets).toHaveLength(5)
})

test('who comes back is told, and has three attempts again', () => {
  const { connect, arrive, last, onReturn, states } = openRoom()
  connect()
  arrive()
  expect(onReturn).not.toHaveBeenCalled()

  last().onclose?.({ code: 1006 })
  vi.advanceTimersByTime(1_000)
  arrive()

  expect(onReturn).toHaveBeenCalledTimes(1)
  last().onclose?.({ code: 1006 })
  expect(states.at(-1)).toEqual({ status: 'reconnecting', at: Date.now() + 1_000 })
})

test('a normal close and an ended session are not tried again', () => {
  for (const [code, expected] of [
    [1000, 'closed'],
    [4401, 'paused'],
  ] as const) {
    const { connect, arrive, last, status, sockets } = openRoom()
    connect()
    arrive()

    last().onclose?.({ code })
    vi.advanceTimersByTime(60_000)

    expect(status()).toBe(expected)
    expect(sockets).toHaveLength(1)
  }
})

test('another flow closes the connection, and two changes within two seconds make one', () => {
  const { connect, arrive, sockets, last, batches, emit } = openRoom()
  connect('shop')
  arrive()
  emit({ type: 'pong', timestamp: 1 })

  connect('museum')
  connect('library')
  expect(sockets[0]?.closedWith).toBe(1000)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(2_000)

  expect(sockets.map(({ flow }) => flow)).toEqual(['shop', 'library'])
  expect(last().closedWith).toBeUndefined()
  // Frames of the flow that was left are dropped.
  expect(batches).toEqual([])
})

test('a connection that has fallen silent counts as lost', () => {
  const { connect, arrive, emit, status } = openRoom()
  connect()
  arrive()
  vi.advanceTimersByTime(50_000)
  emit({ type: 'heartbeat', timestamp: 1 })
  vi.advanceTimersByTime(50_000)
  expect(status()).toBe('live')

  vi.advanceTimersByTime(10_000)

  expect(status()).toBe('reconnecting')
})

test('after leaving, nothing is opened or passed on any more', () => {
  const { connection, connect, arrive, emit, sockets, batches, status } = openRoom()
  connect()
  arrive()
  emit({ type: 'pong', timestamp: 1 })

  connection.disconnect()
  vi.advanceTimersByTime(120_000)

  expect(status()).toBe('closed')
  expect(sockets).toHaveLength(1)
  expect(batches).toEqual([])
})

test('a lost network ends the connection at once, and its return connects again', () => {
  const { connection, connect, arrive, sockets, status, onReturn } = openRoom()
  connect()
  arrive()

  connection.interrupt()
  const whileOffline = status()
  connection.retry()
  vi.advanceTimersByTime(2_000)
  arrive()
  connection.disconnect()
  connection.interrupt()

  expect(whileOffline).toBe('reconnecting')
  expect(sockets.map(({ closedWith }) => closedWith)).toEqual([1_000, 1_000])
  expect(onReturn).toHaveBeenCalledTimes(1)
  expect(status()).toBe('closed')
})
