import { describe, expect, test } from 'vitest'
import { oid, openShop, resigned, worksCard } from './testing/open-shop.ts'

describe('the card page', () => {
  test('requests a card, then the code, and notifies the shop before it redirects the browser', async () => {
    const { getToken, page, received } = await openShop()
    const { token } = await getToken()

    const first = await page(token)
    const requested = await page(token, { ...worksCard, do: 'pay' })
    const question = await page(token)
    const [, code = ''] = /<b>(\d{6})<\/b>/.exec(question.body) ?? []
    const reported = received.length
    const done = await page(`${token}/3d`, { code, do: 'confirm' })

    expect(first.body).toContain('₺503.91')
    expect(requested).toMatchObject({
      statusCode: 303,
      headers: { location: `/paytr/odeme/guvenli/${token}` },
    })
    expect(reported).toBe(0)
    expect(received).toEqual([
      {
        merchant_oid: oid,
        status: 'success',
        total_amount: '50391',
        hash: 'rpyPcU1xSGFgs8BkeSGUITUqE6w5ZMyTED7P6ty3o00=',
        test_mode: '1',
        payment_type: 'card',
        currency: 'TL',
        payment_amount: '50391',
      },
    ])
    expect(done).toMatchObject({ statusCode: 303, headers: { location: '/payment/ok?order=7' } })
  })

  test('declined, it fails with the code for a customer who left', async () => {
    const { getToken, page, received } = await openShop()
    const { token } = await getToken()

    const done = await page(token, { do: 'decline' })

    expect(done.headers.location).toBe('/payment/fail?order=7')
    expect(received).toEqual([
      expect.objectContaining({
        status: 'failed',
        total_amount: '0',
        hash: '/cVaASeErdNYlPGwOUZ4JJyXmqK9EBatbjwTiC9p2eE=',
        failed_reason_code: '6',
      }),
    ])
  })

  test.each([
    ['5406675406675403', '0'],
    ['9792030394440796', '0'],
  ])('card %s is rejected before any code is requested', async (card_number, failed_reason_code) => {
    const { getToken, page, received } = await openShop()
    const { token } = await getToken()

    const done = await page(token, { ...worksCard, card_number, do: 'pay' })

    expect(done.headers.location).toBe('/payment/fail?order=7')
    expect(received).toMatchObject([{ status: 'failed', failed_reason_code }])
  })

  test('the card whose code is never accepted fails with code 2, a mistyped code can be retyped twice', async () => {
    const { getToken, page, received, shop } = await openShop()
    const { token } = await getToken()
    await page(token, { ...worksCard, card_number: '4508034508034509', do: 'pay' })
    const { code } = (await shop.control({ show: oid })).payment

    const done = await page(`${token}/3d`, { code, do: 'confirm' })

    expect(done.headers.location).toBe('/payment/fail?order=7')
    expect(received).toMatchObject([{ failed_reason_code: '2' }])

    const second = await openShop()
    const other = await second.getToken()
    await second.page(other.token, { ...worksCard, do: 'pay' })
    for (const turn of [1, 2]) {
      expect(
        (await second.page(`${other.token}/3d`, { code: '000000', do: 'confirm' })).headers.location,
        `${turn}`,
      ).toBe(`/paytr/odeme/guvenli/${other.token}`)
    }
    expect((await second.page(other.token)).body).toContain('Incorrect code')
    expect(
      (await second.page(`${other.token}/3d`, { code: '000000', do: 'confirm' })).headers.location,
    ).toContain('fail')
  })

  test('names the invalid card fields, and charges nothing', async () => {
    const { getToken, page, shop } = await openShop()
    const { token } = await getToken()

    const wrong = await page(token, {
      card_holder: '',
      card_number: '4355084355084359',
      expiry: '01/20',
      cvc: '1',
      do: 'pay',
    })

    expect(wrong.statusCode).toBe(422)
    expect(wrong.body.match(/aria-invalid/g)).toHaveLength(4)
    expect((await shop.control({ show: oid })).payment.state).toBe('open')
  })

  test('runs under a policy without inline scripts, shows shop input as text, and supports both languages', async () => {
    const { getToken, page, app } = await openShop()
    const name = `<img src=x onerror=alert(1)>"'&`
    const user_basket = Buffer.from(JSON.stringify([[name, '503.91', 1]])).toString('base64')
    const { token } = await getToken(resigned({ user_basket, lang: 'tr' }))

    const { body, headers } = await page(token)
    const script = await app.inject('/paytr/static/page.js')

    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).not.toContain('<img')
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).toContain('<script src="/paytr/static/page.js" defer></script>')
    expect(body).not.toMatch(/\son\w+=(?!alert)|javascript:|https?:\/\//)
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(() => new Function(script.body)).not.toThrow()
    expect(body).toContain('lang="tr"')
    expect(body).toContain('503,91\u00a0₺')
  })

  test('is missing for an unknown token, and expires after its time', async () => {
    const clock = { now: new Date('2026-11-20T12:00:00Z') }
    const { getToken, page, received } = await openShop({ now: () => clock.now })
    const { token } = await getToken({ timeout_limit: '30' })

    clock.now = new Date('2026-11-20T12:30:00Z')
    const late = await page(token, { ...worksCard, do: 'pay' })

    expect((await page('0'.repeat(64))).statusCode).toBe(404)
    expect(late.headers.location).toBe('/payment/fail?order=7')
    expect(received).toMatchObject([{ failed_reason_code: '6' }])
  })

  test('submitted twice concurrently, it pays once', async () => {
    const { getToken, page, received, shop } = await openShop()
    const { token } = await getToken()
    await page(token, { ...worksCard, do: 'pay' })
    const { code } = (await shop.control({ show: oid })).payment

    const done = await Promise.all([1, 2, 3].map(() => page(`${token}/3d`, { code, do: 'confirm' })))

    expect(done.map(({ headers }) => headers.location)).toEqual(Array(3).fill('/payment/ok?order=7'))
    expect(received).toHaveLength(1)
  })

  test('accepts instalments where allowed, and a higher amount for them', async () => {
    const { getToken, page, received, shop } = await openShop()
    const { token } = await getToken(resigned({ no_installment: '0', max_installment: '3' }))

    expect((await page(token)).body.match(/<option/g)).toHaveLength(3)
    await page(token, { ...worksCard, instalments: '99', do: 'pay' })
    const { code } = (await shop.control({ show: oid })).payment
    await page(`${token}/3d`, { code, do: 'confirm' })

    expect(received).toMatchObject([{ total_amount: '51399', payment_amount: '50391' }])
  })
})
