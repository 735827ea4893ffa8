import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#server/ids.ts'
import { openPglite } from '#server/testing/open-pglite.ts'
import { type Connect, createNotifyBus } from './notify-bus.ts'

const opening = openPglite()
afterAll(async () => (await opening).close())

/** Buses of several processes on one database, each of whose connections can be cut or delayed. */
async function openProcesses(count: number) {
  const database = await opening
  const processes = Array.from({ length: count }, (_, index) => {
    const state = { cut: () => undefined as void, isFrozen: false, isRefused: false }
    const connect: Connect = async ({ payload, lost }) => {
      if (state.isRefused) {
        throw new Error('No connection')
      }
      const stop = await database.listen('flowtill', (text) => state.isFrozen || payload(text))
      state.cut = () => {
        void stop()
        lost()
      }
      return {
        notify: async (text) => void (await database.query('SELECT pg_notify($1, $2)', ['flowtill', text])),
        close: async () => void (await stop()),
      }
    }
    const bus = createNotifyBus<string>({ connect, processId: `p${index}`, newId })
    onTestFinished(() => bus.close())
    const events: string[] = []
    bus.subscribe((event) => void events.push(event))
    return { bus, events, state }
  })
  const [first, second] = processes
  if (!first || !second) {
    throw new Error('Two processes are required.')
  }
  await vi.waitFor(() => expect(processes.map(({ bus }) => bus.lease()())).not.toContain(false))
  return { first, second }
}

test('an event reaches every process once, its own at once', async () => {
  const { first, second } = await openProcesses(2)

  const published = first.bus.publish('hello')
  expect(first.events).toEqual(['hello'])
  await published
  await first.bus.settled()

  expect([first.events, second.events]).toEqual([['hello'], ['hello']])
})

test('settled waits for the work of listeners in other processes', async () => {
  const { first, second } = await openProcesses(2)
  // Both have heard of each other with the next pings.
  await new Promise((resolve) => setTimeout(resolve, 600))
  const { promise, resolve } = Promise.withResolvers<void>()
  second.bus.subscribe(() => promise)
  await first.bus.publish('hello')
  let isSettled = false
  const settled = first.bus.settled().then(() => {
    isSettled = true
  })

  await new Promise((done) => setTimeout(done, 100))
  expect(isSettled).toBe(false)
  resolve()
  await settled
})

test('a process that receives nothing is not current any more before settled gives it up', async () => {
  const { first, second } = await openProcesses(2)
  await new Promise((resolve) => setTimeout(resolve, 600))
  second.state.isFrozen = true
  await first.bus.publish('hello')

  await first.bus.settled()

  expect(second.events).toEqual([])
  expect(second.bus.lease()()).toBe(false)
}, 20_000)

test('after a lost connection a process is current only once it has read what it has missed', async () => {
  const { first, second } = await openProcesses(2)
  const { promise, resolve } = Promise.withResolvers<void>()
  second.bus.onGap(() => promise)

  second.state.cut()
  expect(second.bus.lease()()).toBe(false)
  await expect(second.bus.publish('lost')).rejects.toThrow('The connection to the other processes is lost.')
  await new Promise((done) => setTimeout(done, 900))
  expect(second.bus.lease()()).toBe(false)
  resolve()

  await vi.waitFor(() => expect(second.bus.lease()()).toBe(true), { timeout: 5_000 })
  await first.bus.publish('hello')
  await vi.waitFor(() => expect(second.events).toContain('hello'))
}, 20_000)
