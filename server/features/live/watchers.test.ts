import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFanOut, toFrame } from './fan-out.ts'
import { createWatchers } from './watchers.ts'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] }),
)
afterEach(() => void vi.useRealTimers())

function openRoom() {
  const fanOut = createFanOut()
  const watchers = createWatchers({
    live: { watch: (_, sink) => fanOut.add('flow', sink), report: () => undefined, people: () => [] },
    inbox: { get: async () => ({ conversation: { userId: 'ada' } }) },
  })
  function connect({ isAllowed = true, behind = 0 } = {}) {
    const state = {
      isAllowed,
      behind,
      written: [] as Buffer[],
      /** Without what a connection hears about itself. */
      news: () => state.written.filter((bytes) => !/multiConnectionNotice|heartbeat/.test(bytes.toString())),
      closedWith: 0,
      isGone: false,
      sent: [] as string[],
    }
    const socket = Object.assign(new EventEmitter(), {
      ...{ OPEN: 1, readyState: 1 },
      send: (text: string) => state.sent.push(text),
      ping: () => undefined,
      close: (code: number) => {
        state.closedWith = code
        socket.emit('close')
      },
      terminate: () => {
        state.isGone = true
        socket.emit('close')
      },
    })
    const tcp = {
      get writableLength() {
        return state.behind
      },
      write: (bytes: Buffer) => state.written.push(bytes),
    }
    watchers.add({
      ...{ socket, tcp, connectionId: '1', chatflowId: 'flow', caller: { id: 'ada' }, watched: {} },
      isStillAllowed: async () => state.isAllowed,
    } as never)
    const say = (request: object) => socket.emit('message', JSON.stringify(request))
    return { state, say, socket }
  }
  const publish = (text: string) => {
    fanOut.send(['flow'], text)
    vi.advanceTimersByTime(100)
  }
  return { connect, publish }
}

const subscription = { type: 'subscribe', chatflowId: 'flow', clientId: 'window' }

test('a reader that falls behind is dropped, and the others go on', () => {
  const { connect, publish } = openRoom()
  const [slow, fast] = [connect(), connect()]
  slow.say(subscription)
  fast.say(subscription)
  slow.state.behind = 64 * 1024 + 1

  publish('hello')
  publish('again')

  expect([slow.state.isGone, fast.state.isGone]).toEqual([true, false])
  expect(slow.state.written).toEqual([])
  expect(fast.state.news()).toEqual([toFrame('hello'), toFrame('again')])
})

test('frames that come together are sent together, as the same bytes for everyone', () => {
  const { connect, publish } = openRoom()
  const [first, second] = [connect(), connect()]
  first.say(subscription)
  second.say(subscription)

  publish('hello')

  expect(first.state.news()).toHaveLength(1)
  expect(first.state.news()[0]).toBe(second.state.news()[0])
})

test('connections of an operator that come and go together are reported once, to those that are left', () => {
  const { connect } = openRoom()
  const all = Array.from({ length: 5 }, () => connect())
  for (const { say } of all) {
    say(subscription)
  }
  all[4]?.socket.emit('close')
  vi.advanceTimersByTime(100)

  const notice = toFrame(JSON.stringify({ type: 'multiConnectionNotice', connections: 4 }))
  expect(all.map(({ state }) => state.written)).toEqual([[notice], [notice], [notice], [notice], []])
})

test('who does not subscribe, says too much, falls silent or may not watch any more is disconnected', async () => {
  const { connect } = openRoom()
  const [idle, loud, gone, banned, fine] = [connect(), connect(), connect(), connect(), connect()]
  for (const { say } of [loud, gone, banned, fine]) {
    say(subscription)
  }
  for (let count = 0; count < 101; count += 1) {
    loud.say({ type: 'ping' })
  }
  banned.state.isAllowed = false

  await vi.advanceTimersByTimeAsync(26_000)
  expect([idle, loud, banned].map(({ state }) => state.closedWith)).toEqual([1008, 1008, 4401])
  for (let beats = 0; beats < 4; beats += 1) {
    fine.socket.emit('pong')
    await vi.advanceTimersByTimeAsync(25_000)
  }

  expect([gone.state.isGone, fine.state.isGone, fine.state.closedWith]).toEqual([true, false, 0])
})

test('long texts keep the length of their frame', () => {
  const [short, long, longest] = [
    toFrame('a'.repeat(125)),
    toFrame('a'.repeat(126)),
    toFrame('a'.repeat(70_000)),
  ]

  expect([...short.subarray(0, 2)]).toEqual([0x81, 125])
  expect([...long.subarray(0, 4)]).toEqual([0x81, 126, 0, 126])
  expect(longest.readBigUInt64BE(2)).toBe(70_000n)
})
