import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { oid, openShop, sign } from './testing/open-shop.ts'

const HOUR_MS = 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a notification', () => {
  test('is repeated with growing pauses until the response is OK and nothing else', async () => {
    const answers = ['', 'ok', 'OK\n', '<b>OK</b>', 'OK', 'OK']
    const { getToken, shop, received, delivered } = await openShop({ answer: () => answers.shift() ?? '' })
    await getToken()
    await shop.control({ notify: { repeatMs: 10 } })

    await shop.control({ settle: { oid, as: 'success' } })
    for (const [index, pauseMs] of [10, 20, 40, 80].entries()) {
      await delivered(index + 1)
      await vi.advanceTimersByTimeAsync(pauseMs - 1)
      expect(received).toHaveLength(index + 1)
      await vi.advanceTimersByTimeAsync(1)
    }

    await delivered(5)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(received).toHaveLength(5)
    expect(new Set(received.map(({ hash }) => hash)).size).toBe(1)
  })

  test('is abandoned in the end', async () => {
    const { getToken, shop, received, delivered } = await openShop({ answer: () => 'no' })
    await getToken()
    await shop.control({ notify: { repeatMs: 1, attempts: 3 }, settle: { oid, as: 'success' } })

    for (const [index, pauseMs] of [1, 2].entries()) {
      await delivered(index + 1)
      await vi.advanceTimersByTimeAsync(pauseMs)
    }

    await delivered(3)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(received).toHaveLength(3)
  })

  test.each([
    ['copies', { copies: 4 }, Array(4).fill({ status: 'success', total_amount: '50391' })],
    ['concurrent copies', { copies: 5, concurrent: true }, Array(5).fill({ status: 'success' })],
    [
      'another amount',
      { amountBy: -1 },
      [{ total_amount: '50390', hash: sign(`${oid}TESTSALT98765432success50390`) }],
    ],
    ['success after failed', { failedFirst: true }, [{ status: 'failed' }, { status: 'success' }]],
    ['none', { lost: true }, []],
  ])('on command: %s', async (_, notify, expected) => {
    const { getToken, shop, received } = await openShop()
    await getToken()

    await shop.control({ notify, settle: { oid, as: 'success' } })

    expect(received).toMatchObject(expected)
    expect(received).toHaveLength(expected.length)
  })

  test('to order: with a wrong signature', async () => {
    const { getToken, shop, received } = await openShop()
    await getToken()

    await shop.control({ notify: { badHash: true }, settle: { oid, as: 'success' } })

    expect(received[0]?.hash).not.toBe('rpyPcU1xSGFgs8BkeSGUITUqE6w5ZMyTED7P6ty3o00=')
  })

  test('to order: late', async () => {
    const { getToken, shop, received, delivered } = await openShop()
    await getToken()

    await shop.control({ notify: { delayMs: 80 }, settle: { oid, as: 'success' } })

    await vi.advanceTimersByTimeAsync(79)
    expect(received).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    await delivered(1)
    expect(received).toHaveLength(1)
  })

  test('to order: before the shop has its token, and again', async () => {
    const { getToken, shop, received } = await openShop()
    await shop.control({ notify: { early: true } })

    expect(await getToken().then(() => received.length)).toBe(1)

    await shop.control({ resend: oid })
    expect(received).toHaveLength(2)
  })

  test('is not sent while the shop has no address', async () => {
    const { getToken, shop } = await openShop({ notifyUrl: () => undefined })
    await getToken()

    const { payment } = await shop.control({ settle: { oid, as: 'success' } })

    expect(payment).toMatchObject({ state: 'paid', deliveries: [{ status: 0 }] })
  })
})
