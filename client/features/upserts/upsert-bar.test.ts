import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UpsertView } from '#shared/upserts.ts'
import { type BarState, createUpsertBar } from './upsert-bar.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const entryOf = (status: UpsertView['status'], error: string | null = null) =>
  ({ id: 'upsert', status, error, progress: null, counts: null, costMicro: 0 }) as unknown as UpsertView

type Response = UpsertView | undefined | Error

/** A bar whose responses are given one by one; the last is repeated. */
function openBar(responses: Response[], cancelled: Error | undefined = undefined) {
  const seen: BarState[] = []
  const fetched = vi.fn()
  const onCancelFailed = vi.fn()
  const bar = createUpsertBar({
    async fetchLatest() {
      fetched()
      const response = responses.length > 1 ? responses.shift() : responses[0]
      if (response instanceof Error) {
        throw response
      }
      return response
    },
    async cancel() {
      if (cancelled) {
        throw cancelled
      }
    },
    onCancelFailed,
    onChange: (state) => seen.push(state),
  })
  bar.start()
  return { bar, seen, fetched, onCancelFailed, status: () => bar.state().status }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const offline = new Error('offline')

test('polling starts as processing and asks every two seconds', async () => {
  const { status, fetched } = openBar([entryOf('PROCESSING')])
  expect(status()).toBe('processing')
  await pass(0)
  expect(fetched).toHaveBeenCalledTimes(1)
  await pass(1_999)
  expect(fetched).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(fetched).toHaveBeenCalledTimes(2)
  await pass(60_000)
  expect(status()).toBe('processing')
})

test('the first two checks only show processing, whatever they have read', async () => {
  const { status } = openBar([entryOf('COMPLETED')])
  await pass(2_000)
  expect(status()).toBe('processing')
  await pass(2_000)
  expect(status()).toBe('completed')
})

test('a completed bar stops polling, hides after three seconds, and has gone 300 ms later', async () => {
  const { bar, status, fetched } = openBar([entryOf('COMPLETED')])
  await pass(4_000)
  expect(fetched).toHaveBeenCalledTimes(3)
  await pass(2_999)
  expect(bar.state()).toMatchObject({ status: 'completed', isHiding: false })
  await pass(1)
  expect(bar.state()).toMatchObject({ status: 'completed', isHiding: true })
  await pass(299)
  expect(status()).toBe('completed')
  await pass(1)
  expect(status()).toBe('idle')
  await pass(60_000)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('an error hides after five seconds', async () => {
  const { bar, status } = openBar([entryOf('ERROR', 'The key was revoked.')])
  await pass(4_000)
  expect(bar.state()).toMatchObject({ status: 'error', isUnreachable: false })
  await pass(4_999)
  expect(bar.state().isHiding).toBe(false)
  await pass(1)
  expect(bar.state().isHiding).toBe(true)
  await pass(300)
  expect(status()).toBe('idle')
})

test('an error that mentions job recovery is ignored and polling goes on', async () => {
  const { status } = openBar([
    ...Array.from({ length: 9 }, () => entryOf('ERROR', 'Waiting for job recovery')),
    entryOf('COMPLETED'),
  ])
  await pass(16_000)
  expect(status()).toBe('processing')
  await pass(2_000)
  expect(status()).toBe('completed')
})

test.each(['Operation was a success', 'Job Completed'])(
  'an error text "%s" counts as completed',
  async (text) => {
    const { status } = openBar([entryOf('ERROR', text)])
    await pass(4_000)
    expect(status()).toBe('completed')
  },
)

test('without any entry the bar is set back to processing after five checks', async () => {
  const { seen, status } = openBar([undefined])
  await pass(8_000)
  const before = seen.length
  await pass(2_000)
  expect(seen.length).toBe(before + 1)
  expect(status()).toBe('processing')
})

test('errors of fewer than five checks are ignored', async () => {
  const { status } = openBar([offline, offline, offline, offline, entryOf('PROCESSING')])
  await pass(20_000)
  expect(status()).toBe('processing')
})

test('five errors in a row lead to one retry, then to a connection error', async () => {
  const { bar, fetched } = openBar([offline])
  await pass(7_999)
  expect(bar.state().status).toBe('processing')
  await pass(1)
  expect(fetched).toHaveBeenCalledTimes(6)
  expect(bar.state()).toMatchObject({ status: 'error', isUnreachable: true })
})

test('a retry that reads COMPLETED counts as completed', async () => {
  const { bar } = openBar([offline, offline, offline, offline, offline, entryOf('COMPLETED')])
  await pass(8_000)
  expect(bar.state()).toMatchObject({ status: 'completed', isUnreachable: false })
})

test('errors count only in a row', async () => {
  const { status } = openBar([
    ...[offline, offline, offline, offline, entryOf('PROCESSING')],
    ...[offline, offline, offline, offline, entryOf('PROCESSING')],
  ])
  await pass(60_000)
  expect(status()).toBe('processing')
})

test('Try again polls from the start', async () => {
  const responses: Response[] = [offline, offline, offline, offline, offline, offline, entryOf('PROCESSING')]
  const { bar, status } = openBar(responses)
  await pass(8_000)
  expect(status()).toBe('error')
  bar.start()
  await pass(60_000)
  expect(status()).toBe('processing')
})

test('Cancel shows that it waits, stops polling and hides after three seconds', async () => {
  const { bar, seen, status } = openBar([entryOf('PROCESSING')])
  await pass(4_000)
  const cancelled = bar.cancel()
  expect(seen.at(-1)).toMatchObject({ status: 'processing', isCancelling: true })
  await cancelled
  expect(bar.state()).toMatchObject({ status: 'cancelled', isCancelling: false })
  await pass(3_300)
  expect(status()).toBe('idle')
})

test('a cancel that fails sets the bar to idle and is reported', async () => {
  const failure = new Error('503')
  const { bar, status, onCancelFailed } = openBar([entryOf('PROCESSING')], failure)
  await pass(4_000)
  await bar.cancel()
  expect(status()).toBe('idle')
  expect(onCancelFailed).toHaveBeenCalledWith(failure)
})

test('an upsert cancelled elsewhere ends as cancelled', async () => {
  const { status } = openBar([entryOf('CANCELLED')])
  await pass(4_000)
  expect(status()).toBe('cancelled')
})

test('a response that arrives after the cancel changes nothing', async () => {
  const late = Promise.withResolvers<UpsertView>()
  const bar = createUpsertBar({
    fetchLatest: () => late.promise,
    cancel: async () => undefined,
    onCancelFailed: vi.fn(),
    onChange: vi.fn(),
  })
  bar.start()
  void bar.cancel()
  await pass(0)
  late.resolve(entryOf('COMPLETED'))
  await pass(0)
  expect(bar.state().status).toBe('cancelled')
})

test('a bar under the pointer stays until it is left', async () => {
  const { bar, status } = openBar([entryOf('COMPLETED')])
  await pass(4_000)
  bar.hold(true)
  await pass(60_000)
  expect(status()).toBe('completed')
  bar.hold(false)
  await pass(3_300)
  expect(status()).toBe('idle')
})
