import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

test('F10 the quoted amount is paid and credited, regardless of later rates', async () => {
  const clock = { now: new Date('2026-11-19T13:00:00Z') }
  const { app, services, signUp } = await createTestApp({ listen: true, now: () => clock.now })
  const ada = await signUp('ada')
  const before = await services.rates.current()
  const started = await ada.call('POST', '/payments/create', {
    amount: 50,
    address: 'Moda Cad. 14',
    customerName: 'Ada',
    companyName: 'Ada Ltd.',
    companyAddress: 'Moda Cad. 14',
    companyPhone: '+905321234567',
    companyEmail: 'ada@example.com',
  })
  expect(started.statusCode).toBe(200)
  const { orderId, iframe_token: token } = started.json()
  const orderOf = async () => (await ada.call('GET', `/payments/${orderId}`)).json()
  const quoted = await orderOf()
  const balanceOf = async () => (await ada.call('GET', '/wallets/me')).json().balance
  const balance = await balanceOf()

  clock.now = new Date('2026-11-20T12:31:00Z')
  await services.rates.refresh()
  const after = await services.rates.current()
  // The card page uses the same clock and must still be open.
  clock.now = new Date('2026-11-19T13:10:00Z')
  const form = (path: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/sandbox/paytr/odeme/guvenli/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const card = { card_holder: 'A', card_number: '4355084355084358', expiry: '12/30', cvc: '000', do: 'pay' }
  await form(token, card)
  const requested = await app.inject(`/sandbox/paytr/odeme/guvenli/${token}`)
  const [, code = ''] = /<b>(\d{6})<\/b>/.exec(requested.body) ?? []
  const done = await form(`${token}/3d`, { code, do: 'confirm' })

  expect(after.rateE4).not.toBe(before.rateE4)
  expect(done.headers.location).toBe(`/payment/ok?order=${orderId}`)
  expect(await orderOf()).toMatchObject({ state: 'paid', quote: quoted.quote })
  expect(quoted.quote.exchangeRate).toBe(before.rateE4 / 10_000)
  expect((await balanceOf()) - balance).toBe(50)
})
