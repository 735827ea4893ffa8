import { describe, expect, test, vi } from 'vitest'
import { oid, openShop, sign } from './testing/open-shop.ts'

describe('a notification', () => {
  test('comes again with growing pauses until the answer is OK and nothing else', async () => {
    const answers = ['', 'ok', 'OK\n', '<b>OK</b>', 'OK', 'OK']
    const { getToken, shop, received } = await openShop({ answer: () => answers.shift() ?? '' })
    await getToken()
    await shop.control({ notify: { repeatMs: 10 } })

    await shop.control({ settle: { oid, as: 'success' } })
    await vi.waitFor(() => expect(received).toHaveLength(5), 20_000)
    await new Promise((resolve) => setTimeout(resolve, 400))

    const { deliveries } = (await shop.control({ show: oid })).payment
    const times: number[] = deliveries.map(({ sentDate }: { sentDate: string }) => Date.parse(sentDate))
    expect(received).toHaveLength(5)
    // Minimum pauses, since a busy machine adds to each. Rounding may lose one millisecond.
    for (const [place, least] of [10, 20, 40, 80].entries()) {
      expect((times[place + 1] ?? 0) - (times[place] ?? 0)).toBeGreaterThanOrEqual(least - 2)
    }
    expect(new Set(received.map(({ hash }) => hash)).size).toBe(1)
  })

  test('is given up in the end', async () => {
    const { getToken, shop, received } = await openShop({ answer: () => 'no' })
    await getToken()
    await shop.control({ notify: { repeatMs: 1, attempts: 3 }, settle: { oid, as: 'success' } })

    await vi.waitFor(() => expect(received).toHaveLength(3), 20_000)
    await new Promise((resolve) => setTimeout(resolve, 60))

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
  ])('to order: %s', async (_, notify, expected) => {
    const { getToken, shop, received } = await openShop()
    await getToken()

    await shop.control({ notify, settle: { oid, as: 'success' } })

    expect(received).toMatchObject(expected)
    expect(received).toHaveLength(expected.length)
  })

  test('to order: with a wrong signature, late, before the shop has its token, once more', async () => {
    const wrong = await openShop()
    await wrong.getToken()
    await wrong.shop.control({ notify: { badHash: true }, settle: { oid, as: 'success' } })
    expect(wrong.received[0]?.hash).not.toBe('rpyPcU1xSGFgs8BkeSGUITUqE6w5ZMyTED7P6ty3o00=')

    const late = await openShop()
    await late.getToken()
    await late.shop.control({ notify: { delayMs: 80 }, settle: { oid, as: 'success' } })
    expect(late.received).toHaveLength(0)
    await vi.waitFor(() => expect(late.received).toHaveLength(1), 20_000)

    const early = await openShop()
    await early.shop.control({ notify: { early: true } })
    const answered = early.getToken().then(() => early.received.length)
    expect(await answered).toBe(1)

    await early.shop.control({ resend: oid })
    expect(early.received).toHaveLength(2)
  })

  test('is not sent while the shop has no address', async () => {
    const { getToken, shop } = await openShop({ notifyUrl: () => undefined })
    await getToken()

    const { payment } = await shop.control({ settle: { oid, as: 'success' } })

    expect(payment).toMatchObject({ state: 'paid', deliveries: [{ status: 0 }] })
  })
})
