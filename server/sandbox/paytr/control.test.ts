import { describe, expect, test } from 'vitest'
import { credentials, oid, openShop, salted } from './testing/open-shop.ts'

describe('the control API', () => {
  test('accepts only the merchant key and known commands', async () => {
    const { app, shop } = await openShop()

    for (const authorization of ['', 'Bearer', 'Bearer wrong', credentials.merchantKey]) {
      const rejected = await app.inject({
        method: 'POST',
        url: '/paytr/control',
        headers: { authorization },
        payload: {},
      })
      expect(rejected.statusCode).toBe(401)
    }
    expect(await shop.control({ notify: { copies: 0 } })).toMatchObject({ status: 'error' })
    expect(await shop.control({ unknown: 1 })).toMatchObject({ status: 'error' })
    expect(await shop.control({ show: 'NOBODY' })).toMatchObject({ status: 'error' })
    expect(await shop.control({ notify: { copies: 3 } })).toMatchObject({ notify: { copies: 3 } })
    expect(await shop.control({ reset: true })).toMatchObject({ notify: { copies: 1 }, faults: [] })
  })

  test('injected failures apply to a number of calls: 500, HTML, slow bytes, a lost response to a completed call, no response', async () => {
    const { url, shop, getToken } = await openShop()
    await getToken()
    await shop.control({ settle: { oid, as: 'success' } })
    const refund = async (signal?: AbortSignal) =>
      fetch(`${url}/paytr/odeme/iade`, {
        method: 'POST',
        body: new URLSearchParams({
          merchant_id: '123456',
          merchant_oid: oid,
          return_amount: '1.00',
          paytr_token: salted('123456', oid, '1.00'),
        }),
        ...(signal && { signal }),
      })
    const order = (kind: string, more: object = {}) =>
      shop.control({ faults: [{ api: 'iade', kind, ...more }] })
    const returned = async () => (await shop.control({ show: oid })).payment.returns.length

    await order('error')
    expect((await refund()).status).toBe(500)
    await order('html')
    expect(await (await refund()).text()).toContain('<html>')
    await order('timeout')
    const caller = new AbortController()
    const unanswered = expect(refund(caller.signal)).rejects.toThrow()
    await expect.poll(async () => (await shop.control({})).faults).toEqual([])
    caller.abort()
    await unanswered
    expect(await returned()).toBe(0)

    await order('lost')
    await expect(refund()).rejects.toThrow()
    expect(await returned()).toBe(1)

    await order('slow', { byteMs: 2 })
    const chunks: Uint8Array[] = []
    for await (const chunk of (await refund()).body ?? []) {
      chunks.push(chunk)
    }
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ status: 'success' })
    expect(chunks.length).toBeGreaterThan(1)
    expect(await (await refund()).json()).toMatchObject({ status: 'success' })
  })
})
