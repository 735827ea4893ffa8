import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { dialect } from '#server/db/dialect.ts'
import { paymentNotifications } from '#server/features/payments/payments.table.ts'
import { openShop } from '#server/testing/open-shop.ts'

const OK = Buffer.from([0x4f, 0x4b])

test('P15: a paid order is credited, and the response is the two bytes of OK as plain text', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()

  const answer = await shop.notify(shop.paidForm(order))

  expect(answer).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/plain/), bytes: OK })
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.orderOf(order.oid)).toMatchObject({
    state: 'paid',
    paidKurus: 518_749,
    paidDate: expect.any(Date),
  })
  expect(await shop.outcomesOf(order.oid)).toEqual(['credited'])
  const { json } = await shop.ada.call('GET', '/wallets/me/movements')
  expect(json().items).toContainEqual(expect.objectContaining({ kind: 'topup', amount: 100, by: 'PayTR' }))
  await shop.expectSound()
})

test('P3: a visit to the landing page credits nothing', async () => {
  const shop = await openShop()
  const { id, oid } = await shop.anOrder()

  await shop.app.inject({ url: `/payment/ok?order=${id}`, headers: shop.ada.headers })
  await shop.ada.call('GET', `/payments/${id}`)

  expect(await shop.toppedUp()).toBe(0)
  expect(await shop.orderOf(oid)).toMatchObject({ state: 'pending' })
})

test('P4: the same notification twenty times is one credit and twenty OKs', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()

  for (let time = 0; time < 20; time += 1) {
    expect((await shop.notify(shop.paidForm(order))).bytes).toEqual(OK)
  }

  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.outcomesOf(order.oid)).toEqual(['credited', ...Array(19).fill('repeated')])
  expect(await shop.openCases()).toEqual([])
  await shop.expectSound()
})

test.each([20, 50])('P5: the same notification %i times concurrently is one credit', async (copies) => {
  const shop = await openShop()
  const order = await shop.anOrder()

  const answers = await Promise.all(Array.from({ length: copies }, () => shop.notify(shop.paidForm(order))))

  expect(answers.map(({ bytes }) => bytes.toString())).toEqual(Array(copies).fill('OK'))
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.outcomesOf(order.oid)).toEqual(['credited', ...Array(copies - 1).fill('repeated')])
  await shop.expectSound()
})

test('P6: a wrong signature is rejected and nothing is written', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const right = shop.paidForm(order)
  const forged = [
    { ...right, hash: shop.paidForm({ ...order, totalKurus: 1 }).hash },
    { ...right, hash: `${right.hash} ` },
    { ...right, hash: right.hash.slice(0, -1) },
    { ...right, hash: '' },
    // The signed parts are joined without separators: characters moved between them sign alike and must be
    // rejected.
    {
      ...right,
      status: `${right.status}${right.total_amount[0]}`,
      total_amount: right.total_amount.slice(1),
    },
  ]

  for (const form of forged) {
    expect(await shop.notify(form)).toMatchObject({ status: 400 })
  }

  expect(await shop.toppedUp()).toBe(0)
  expect(await shop.store.db.select().from(paymentNotifications)).toEqual([])
  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'pending' })
  expect(await shop.openCases()).toEqual([])
})

test('P6: a wrong signature leaves a log line with the caller and without the signature', async () => {
  const shop = await openShop()
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = await buildApp(shop.services, { logger: { level: 'warn', stream } })
  onTestFinished(() => app.close())
  const form = { ...shop.paidForm(await shop.anOrder()), total_amount: '1' }

  await app.inject({
    method: 'POST',
    url: '/api/v1/payments/callback',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { security: 'payment callback', ip: '127.0.0.1', msg: 'The signature of this notification is wrong.' },
  ])
  expect(lines.join()).not.toContain(form.hash)
})

test('§1.4 rule 1: each field is read only once, and only in its format', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const right = shop.paidForm(order)
  const text = new URLSearchParams(right).toString()
  const without = (name: keyof typeof right) =>
    new URLSearchParams(Object.entries(right).filter(([field]) => field !== name)).toString()
  const bad = [
    '',
    'OK',
    ...(['merchant_oid', 'status', 'total_amount', 'hash'] as const).map(without),
    `${text}&status=success`,
    `${text}&merchant_oid=${order.oid}`,
    text.replace('merchant_oid=', 'merchant_oid[]='),
    ...['SUCCESS', 'success ', 'paid'].map((status) =>
      new URLSearchParams(shop.signed({ ...right, status })).toString(),
    ),
    ...['0518749', '+518749', '518749.0', '5e5', '-1', '12345678901234'].map((total_amount) =>
      new URLSearchParams(shop.signed({ ...right, total_amount })).toString(),
    ),
    ...[`${order.oid}-`, 'x'.repeat(65), 'ü'].map((merchant_oid) =>
      new URLSearchParams(shop.signed({ ...right, merchant_oid })).toString(),
    ),
    `${text}&filler=${'x'.repeat(20_000)}`,
  ]

  for (const body of bad) {
    const { status, bytes } = await shop.notify(body)
    expect([body.slice(0, 200), status < 500 && status >= 400, bytes.equals(OK)]).toEqual([
      body.slice(0, 200),
      true,
      false,
    ])
  }
  const asJson = await shop.app.inject({ method: 'POST', url: '/api/v1/payments/callback', payload: right })

  expect(asJson.statusCode).toBe(415)
  expect(await shop.toppedUp()).toBe(0)
  expect(await shop.store.db.select().from(paymentNotifications)).toEqual([])
})

test.each([-1, +1, -518_748])(
  'P7: paid %i kuruş apart from the price opens a case and credits nothing',
  async (off) => {
    const shop = await openShop()
    const order = await shop.anOrder()
    const wrong = shop.paidForm({ ...order, totalKurus: order.totalKurus + off })

    expect((await shop.notify(wrong)).bytes).toEqual(OK)
    expect((await shop.notify(wrong)).bytes).toEqual(OK)

    expect(await shop.toppedUp()).toBe(0)
    expect(await shop.openCases()).toEqual([{ kind: 'amount', subject: order.oid }])
    expect(await shop.outcomesOf(order.oid)).toEqual(['amount', 'amount'])
  },
)

test('P8: an unknown order opens a case and gets its OK', async () => {
  const shop = await openShop()

  const answer = await shop.notify(shop.paidForm({ oid: 'STRANGER1', totalKurus: 100 }))

  expect(answer.bytes).toEqual(OK)
  expect(await shop.openCases()).toEqual([{ kind: 'orphan', subject: 'STRANGER1' }])
  expect(await shop.outcomesOf('STRANGER1')).toEqual(['orphan'])
})

test('P9: a response lost after the commit: the repetition gets OK, and there is one credit', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const body = new URLSearchParams(shop.paidForm(order)).toString()

  await sendAndHangUp(shop.url, body)
  await expect.poll(() => shop.outcomesOf(order.oid), { timeout: 10_000 }).toEqual(['credited'])

  expect((await shop.notify(body)).bytes).toEqual(OK)
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.outcomesOf(order.oid)).toEqual(['credited', 'repeated'])
  await shop.expectSound()
})

test('P10: a failing transaction returns no OK and leaves nothing; the repetition credits', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  // The transaction's last write fails after order and wallet were written.
  await shop.store.exec('alter table payment_notifications rename to elsewhere')

  const failed = await shop.notify(shop.paidForm(order))

  expect(failed.status).toBe(500)
  expect(failed.bytes.equals(OK)).toBe(false)
  expect(await shop.toppedUp()).toBe(0)
  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'pending', paidKurus: null })

  await shop.store.exec('alter table elsewhere rename to payment_notifications')
  expect((await shop.notify(shop.paidForm(order))).bytes).toEqual(OK)
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.outcomesOf(order.oid)).toEqual(['credited'])
})

test('P16: the callback needs no session and no XSRF token, even with cookies; other POSTs do', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const cookie = `flowtill_session=${shop.ada.token}`
  const post = (url: string, payload: string, type: string) =>
    shop.app.inject({ method: 'POST', url, headers: { cookie, 'content-type': type }, payload })

  const create = await post('/api/v1/payments/create', JSON.stringify({ amount: 100 }), 'application/json')
  const form = new URLSearchParams(shop.paidForm(order)).toString()
  const callback = await post('/api/v1/payments/callback', form, 'application/x-www-form-urlencoded')

  expect(create.statusCode).toBe(403)
  expect([callback.statusCode, callback.body]).toEqual([200, 'OK'])
  expect(await shop.toppedUp()).toBe(100)
})

test('an order that fails and is then paid is credited once and opens a case', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()

  await shop.notify({ ...shop.failedForm(order), failed_reason_code: '6', failed_reason_msg: 'left' })
  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'failed', failure: '6: left' })
  expect(await shop.toppedUp()).toBe(0)

  await shop.notify(shop.paidForm(order))
  await shop.notify(shop.paidForm(order))

  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'paid', failure: null })
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.openCases()).toEqual([{ kind: 'paid_after_end', subject: order.oid }])
})

test('§1.4 rule 7: an expired order that is paid later is credited once, with a case', async () => {
  const shop = await openShop()
  const order = await shop.anOrder({ state: 'expired' })

  await Promise.all([1, 2, 3].map(() => shop.notify(shop.paidForm(order))))

  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.openCases()).toEqual([{ kind: 'paid_after_end', subject: order.oid }])
})

test('§1.4 rule 7: paid, then failed: ignored, with a case', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()

  await shop.notify(shop.paidForm(order))
  expect((await shop.notify(shop.failedForm(order))).bytes).toEqual(OK)

  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'paid' })
  expect(await shop.toppedUp()).toBe(100)
  expect(await shop.openCases()).toEqual([{ kind: 'failed_after_paid', subject: order.oid }])
})

test('concurrent paid and failed notifications end as paid, credited once', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const forms = Array.from({ length: 10 }, (_, at) =>
    at % 2 ? shop.failedForm(order) : shop.paidForm(order),
  )

  await Promise.all(forms.map(shop.notify))

  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'paid' })
  expect(await shop.toppedUp()).toBe(100)
  await shop.expectSound()
})

test('§1.4 rule 8: a notification and an order that differ in the test flag open a case', async () => {
  const shop = await openShop()
  const [real, tried] = [await shop.anOrder(), await shop.anOrder({ isTest: true })]

  await shop.notify({ ...shop.paidForm(real), test_mode: '1' })
  await shop.notify(shop.paidForm(tried))

  expect(await shop.toppedUp()).toBe(0)
  expect((await shop.openCases()).map(({ kind }) => kind)).toEqual(['test_mode', 'test_mode'])
})

test('§1.4 rule 8: a test order is credited in the sandbox', async () => {
  const shop = await openShop()
  const order = await shop.anOrder({ isTest: true })

  await shop.notify({ ...shop.paidForm(order), test_mode: '1' })

  expect(await shop.toppedUp()).toBe(100)
})

test('unsigned fields have no effect', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const form = { ...shop.paidForm(order), currency: 'USD', payment_amount: '999999999', user_id: 'eve' }

  await shop.notify(form)

  expect(await shop.toppedUp()).toBe(100)
})

test('while the ledger check fails nothing is credited and PayTR has to retry', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  await shop.store.exec(`drop trigger transfers_new${dialect === 'postgres' ? ' on transfers' : ''}`)
  expect(await shop.services.ledger.check()).not.toEqual([])

  const rejected = await shop.notify(shop.paidForm(order))

  expect(rejected.status).toBe(503)
  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'pending' })
  expect((await shop.create()).json()).toMatchObject({ code: 'UNAVAILABLE' })
})

async function sendAndHangUp(url: string, body: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = [
    'POST /api/v1/payments/callback HTTP/1.1',
    `Host: ${hostname}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ]
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
      socket.destroy()
      resolve()
    })
  })
}

test('paid after its owner was removed: opens a case, and credits nothing to the closed account', async () => {
  const shop = await openShop()
  const order = await shop.anOrder({ expiresDate: new Date(Date.now() - 60 * 60_000) })
  expect((await shop.admin.call('DELETE', `/auth/users/${shop.ada.user.id}`)).statusCode).toBe(200)

  expect(await shop.notify(shop.paidForm(order))).toMatchObject({ status: 200 })

  expect(await shop.openCases()).toEqual([{ kind: 'paid_after_removal', subject: order.oid }])
  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'failed' })
  expect((await shop.services.wallet.get(shop.ada.user.id)).balance).toBe(0)
  await shop.expectSound()
})

test('an account with an open card payment cannot be removed', async () => {
  const shop = await openShop()
  await shop.anOrder()

  const rejected = await shop.admin.call('DELETE', `/auth/users/${shop.ada.user.id}`)

  expect(rejected.statusCode).toBe(409)
  expect(rejected.json().error).toMatch(/^This user has a card payment in progress\./)
})

test('a signed success with another amount on a paid order opens a case and moves nothing', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  await shop.notify(shop.paidForm(order))

  await shop.notify(shop.paidForm({ ...order, totalKurus: order.totalKurus + 100 }))

  expect(await shop.openCases()).toEqual([{ kind: 'amount', subject: order.oid }])
  expect(await shop.orderOf(order.oid)).toMatchObject({ state: 'paid' })
  expect(await shop.toppedUp()).toBe(100)
  await shop.expectSound()
})

test.each(['application/json', 'text/plain'])('a notification sent as %s is not read', async (type) => {
  const shop = await openShop()
  const order = await shop.anOrder()
  const form = new URLSearchParams(shop.paidForm(order)).toString()

  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/v1/payments/callback',
    headers: { 'content-type': type },
    payload: type === 'text/plain' ? form : JSON.stringify(form),
  })

  expect(answer.statusCode).toBe(415)
  expect(await shop.toppedUp()).toBe(0)
})

test('many wrong signatures leave one line in the log', async () => {
  const shop = await openShop()
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = await buildApp(shop.services, { logger: { level: 'warn', stream } })
  onTestFinished(() => app.close())
  const form = { ...shop.paidForm(await shop.anOrder()), total_amount: '1' }

  for (let index = 0; index < 30; index += 1) {
    await app.inject({
      method: 'POST',
      url: '/api/v1/payments/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  }

  expect(lines).toHaveLength(1)
})
