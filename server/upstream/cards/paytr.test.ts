import { expect, test } from 'vitest'
import type { CardPage } from '#server/ports/cards.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { parseLira, writeLira } from './amounts.ts'
import { createPaytr } from './paytr.ts'
import { isSigned, sign } from './signature.ts'

/** Invented credentials; other code computed the signatures below with them. */
const merchant = {
  merchantId: '123456',
  merchantKey: 'TESTKEY0123456789',
  merchantSalt: 'TESTSALT98765432',
}

const page: CardPage = {
  oid: 'WT01HZX3ABCDEF0001',
  userAddress: '203.0.113.7',
  email: 'buyer@example.com',
  name: 'Ayşe Yılmaz',
  address: 'Atatürk Cad. 1, İzmir',
  phone: '+905551112233',
  kurus: 50_391,
  item: 'Wallet top-up 10 USD',
  okUrl: 'https://example.com/payment/ok?order=1',
  failUrl: 'https://example.com/payment/fail?order=1',
  minutes: 30,
  language: 'tr',
  dark: false,
  isTest: true,
}

type SentRequest = {
  path: string | undefined
  type: string | undefined
  form: Record<string, string>
  text: string
}
type Answer = { status?: number; body: string; type?: string; delayMs?: number }

/** The real client against a PayTR server with a fixed response. */
async function openWire({ status = 200, body, type = 'application/json', delayMs = 0 }: Answer) {
  const sent: SentRequest[] = []
  const { origin, port } = await listen((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(text))
      sent.push({ path: request.url, type: request.headers['content-type'], form, text })
      setTimeout(() => response.writeHead(status, { 'content-type': type }).end(body), delayMs)
    })
  })
  const fetch = createGuardedFetch({ allow: [`127.0.0.1:${port}`], own: () => undefined })
  const options = { fetch, baseUrl: () => origin, frameBase: 'https://www.paytr.com', merchant, isTest: true }
  return { sent, cards: createPaytr({ ...options, timeouts: { pageMs: 200, queryMs: 200 } }) }
}

const answer = (body: unknown) => openWire({ body: JSON.stringify(body) })
const token = { status: 'success', token: 'abc123' }

test('P1: the card page is requested with the signature of the vectors, and with neither key nor salt', async () => {
  const { cards, sent } = await answer(token)

  expect(await cards.openPage(page)).toBe('abc123')
  await cards.openPage({ ...page, item: 'Cüzdan yükleme 10 USD' })

  const [english, turkish] = sent
  expect(english).toMatchObject({
    path: '/odeme/api/get-token',
    type: 'application/x-www-form-urlencoded',
    form: {
      user_basket: 'W1siV2FsbGV0IHRvcC11cCAxMCBVU0QiLCI1MDMuOTEiLDFdXQ==',
      paytr_token: 'mpURAWdpPQmzTCmSYlnjWkxTy0FxWOU24p/J+2I3p+w=',
      payment_amount: '50391',
      user_name: 'Ayşe Yılmaz',
      test_mode: '1',
      timeout_limit: '30',
    },
  })
  expect(turkish?.form.paytr_token).toBe('fHmHg5TDQUfA4PmAdKkJp8li+VTNWTSgfUyM6KBijzE=')
  for (const { text } of sent) {
    expect(text).not.toContain(merchant.merchantKey)
    expect(text).not.toContain(merchant.merchantSalt)
  }
})

test('P1: status, refund and report are signed as in the vectors', async () => {
  const { cards, sent } = await answer({ status: 'failed', err_no: '004' })
  const oid = page.oid

  await cards.findPayment(oid)
  await cards.refund({ oid, kurus: 1025, reference: 'FR1' })
  await cards.report(new Date('2025-12-31T21:00:00Z'), new Date('2026-01-03T20:59:59Z'))

  expect(sent.map(({ path, form }) => [path, form.paytr_token])).toEqual([
    ['/odeme/durum-sorgu', 'TrTRpWWQUxsUi6wywvXMhNEbSuEGQi9Ip0tcMWxYt1U='],
    ['/odeme/iade', '11Lm55A7vZSKtztmvFu7QigXTiLy9n8JAg0UX5SFQbc='],
    ['/rapor/islem-dokumu', 'fcdevvtmSAjL04kUf+adWif5lMu7J+FRXHpiFvGACZc='],
  ])
  expect(sent[1]?.form).toMatchObject({ return_amount: '10.25', reference_no: 'FR1' })
  expect(sent[2]?.form).toMatchObject({ start_date: '2026-01-01 00:00:00', end_date: '2026-01-03 23:59:59' })
  expect(sent.map(({ text }) => text).join()).not.toMatch(/TESTKEY|TESTSALT/)
})

test('P1: a notification of the vectors is read', async () => {
  const { cards } = await answer(token)
  const read = (fields: Record<string, string>) =>
    cards.readNotification(new URLSearchParams({ merchant_oid: page.oid, ...fields }).toString())

  expect(
    read({ status: 'success', total_amount: '50391', hash: 'rpyPcU1xSGFgs8BkeSGUITUqE6w5ZMyTED7P6ty3o00=' }),
  ).toMatchObject({ oid: page.oid, status: 'success', kurus: 50_391, isTest: false })
  expect(
    read({
      status: 'failed',
      total_amount: '0',
      hash: '/cVaASeErdNYlPGwOUZ4JJyXmqK9EBatbjwTiC9p2eE=',
      failed_reason_code: '6',
      failed_reason_msg: 'left',
      test_mode: '1',
    }),
  ).toMatchObject({ status: 'failed', kurus: 0, failure: '6: left', isTest: true })
})

test('§1.4: a signature is compared as bytes and only in its strict form', () => {
  const good = sign(merchant, 'a', 'b')
  const bad = [
    '',
    good.slice(0, -1),
    `${good}=`,
    ` ${good}`,
    `${good.slice(0, 10)}!${good.slice(10)}`,
    good.replaceAll('+', '-'),
    sign(merchant, 'ab '),
  ].filter((text) => text !== good)

  expect(isSigned(merchant, good, 'ab')).toBe(true)
  expect(bad.map((text) => isSigned(merchant, text, 'a', 'b'))).toEqual(bad.map(() => false))
})

test.each<[string, Partial<CardPage>]>([
  ['merchant_oid', { oid: 'with-dash' }],
  ['merchant_oid', { oid: 'x'.repeat(65) }],
  ['merchant_oid', { oid: '' }],
  ['user_ip', { userAddress: 'localhost' }],
  ['user_ip', { userAddress: '' }],
  ['email', { email: `${'x'.repeat(100)}@example.com` }],
  ['payment_amount', { kurus: 0 }],
  ['payment_amount', { kurus: 10_000_000_000_000 }],
  ['payment_amount', { kurus: 1.5 }],
  ['user_name', { name: 'x'.repeat(61) }],
  ['user_name', { name: '' }],
  ['user_address', { address: 'x'.repeat(401) }],
  ['user_phone', { phone: '1'.repeat(21) }],
  ['merchant_ok_url', { okUrl: `https://${'x'.repeat(400)}` }],
  ['merchant_fail_url', { failUrl: `https://${'x'.repeat(400)}` }],
])('P2: a wrong %s is rejected before anything is sent (%o)', async (field, wrong) => {
  const { cards, sent } = await answer(token)

  await expect(cards.openPage({ ...page, ...wrong })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: `PayTR does not take this ${field}.`,
  })
  expect(sent).toEqual([])
})

test('P2: fields of maximum length are accepted', async () => {
  const { cards } = await answer(token)
  const maxLengths = {
    oid: 'x'.repeat(64),
    userAddress: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    email: 'x'.repeat(100),
    name: 'x'.repeat(60),
    address: 'x'.repeat(400),
    phone: '1'.repeat(20),
    okUrl: 'x'.repeat(400),
  }

  expect(await cards.openPage({ ...page, ...maxLengths })).toBe('abc123')
})

test('P13: amounts are read and written without floats', () => {
  expect(['10,8', '10.25', '34', '0.07', '51874,9', '99999999999.99', '4.35'].map(parseLira)).toEqual([
    1080, 1025, 3400, 7, 5_187_490, 9_999_999_999_999, 435,
  ])
  expect(['', '1.234,56', '1,234', '-1', '1e3', ' 1', '1.', '.5', '١'].map(parseLira)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  )
  expect([7, 30, 1025, 518_749].map(writeLira)).toEqual(['0.07', '0.30', '10.25', '5187.49'])
  for (let kurus = 0; kurus < 20_000; kurus += 1) {
    expect(parseLira(writeLira(kurus))).toBe(kurus)
  }
})

test('a rejection includes its reason', async () => {
  const { cards } = await answer({ status: 'failed', reason: 'Zorunlu alan degeri gecersiz: merchant_id' })

  await expect(cards.openPage(page)).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: 'PayTR did not start the payment: Zorunlu alan degeri gecersiz: merchant_id',
  })
})

const nonsense: [string, Answer][] = [
  ['HTML', { body: '<html>maintenance</html>', type: 'text/html' }],
  ['status 500', { status: 500, body: JSON.stringify(token) }],
  ['an empty answer', { body: '' }],
  ['success without a token', { body: '{"status":"success"}' }],
  ['a token that is none', { body: '{"status":"success","token":"../../x"}' }],
  ['a list', { body: '[]' }],
  ['null', { body: 'null' }],
]

test.each(nonsense)(
  '%s is not a token, payment or report, and leaves a refund in doubt',
  async (_, response) => {
    const { cards } = await openWire(response)
    const failed = { code: 'UPSTREAM_FAILED' }

    await expect(cards.openPage(page)).rejects.toMatchObject(failed)
    await expect(cards.findPayment('A1')).rejects.toMatchObject(failed)
    await expect(cards.report(new Date(0), new Date(1))).rejects.toMatchObject(failed)
    expect(await cards.refund({ oid: 'A1', kurus: 100, reference: 'R1' })).toMatchObject({
      outcome: 'unknown',
    })
  },
)

test('a silent PayTR is a timeout, and leaves a refund in doubt', async () => {
  const { cards } = await openWire({ body: JSON.stringify(token), delayMs: 1_000 })

  await expect(cards.openPage(page)).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await expect(cards.findPayment('A1')).rejects.toMatchObject({ code: 'TIMED_OUT' })
  expect(await cards.refund({ oid: 'A1', kurus: 100, reference: 'R1' })).toMatchObject({ outcome: 'unknown' })
})

test('the status query reads the paid and the refunded amounts', async () => {
  const paid = {
    status: 'success',
    payment_amount: '10,8',
    payment_total: '10,8',
    currency: 'TL',
    test_mode: '0',
    returns: [{ return_amount: '1.5', return_date: '2026-01-01 10:00:00', reference_no: 'FR1' }],
  }

  expect(await (await answer(paid)).cards.findPayment('A1')).toEqual({
    kurus: 1080,
    currency: 'TL',
    isTest: false,
    returns: [{ reference: 'FR1', kurus: 150 }],
  })
  expect(await (await answer({ ...paid, returns: '' })).cards.findPayment('A1')).toMatchObject({
    returns: [],
  })
  await expect(
    (await answer({ ...paid, payment_total: '10,8 TL' })).cards.findPayment('A1'),
  ).rejects.toThrow()
})

test('only 004 is "not paid"', async () => {
  const errorOf = (err_no: string) => answer({ status: 'error', err_no, err_msg: 'words' })

  expect(await (await errorOf('004')).cards.findPayment('A1')).toBeNull()
  await expect((await errorOf('001')).cards.findPayment('A1')).rejects.toMatchObject({
    message: 'PayTR did not say what became of the payment: 001 words',
  })
})

test('a refund is done, rejected, or in doubt if the response is about something else', async () => {
  const requested = { oid: 'A1', kurus: 1025, reference: 'R1' }
  const done = { status: 'success', merchant_oid: 'A1', return_amount: '10.25', reference_no: 'R1' }

  expect(await (await answer(done)).cards.refund(requested)).toEqual({ outcome: 'done' })
  expect(
    await (await answer({ status: 'error', err_no: '006', err_msg: 'too much' })).cards.refund(requested),
  ).toEqual({ outcome: 'refused', reason: '006 too much' })
  for (const other of [{ merchant_oid: 'A2' }, { return_amount: '10.24' }]) {
    expect(await (await answer({ ...done, ...other })).cards.refund(requested)).toMatchObject({
      outcome: 'unknown',
    })
  }
})

test('a report is read wherever its rows are, with days in either format', async () => {
  const rows = [
    { islem_tipi: 'S', siparis_no: 'A1', islem_tutari: '10,8', islem_tarihi: '15.01.2026' },
    { islem_tipi: 'I', siparis_no: 'A1', islem_tutari: '-1.5', islem_tarihi: '2026-01-15 10:00:00' },
  ]
  const read = [
    { kind: 'sale', oid: 'A1', kurus: 1080, day: '2026-01-15' },
    { kind: 'refund', oid: 'A1', kurus: 150, day: '2026-01-15' },
  ]
  const report = async (body: object) =>
    (await answer({ status: 'success', ...body })).cards.report(new Date(0), new Date(1))

  expect(await report({ ...rows })).toEqual(read)
  expect(await report({ data: rows })).toEqual(read)
  expect(await (await answer({ status: 'failed' })).cards.report(new Date(0), new Date(1))).toEqual([])
  await expect(report({ data: [{ ...rows[0], islem_tutari: 'much' }] })).rejects.toThrow('its report')
})

test('an internal address that is not allowed is never called', async () => {
  const fetch = createGuardedFetch({ allow: [], own: () => undefined })
  const baseUrl = () => 'http://127.0.0.1:1'
  const cards = createPaytr({ fetch, baseUrl, frameBase: '', merchant, isTest: false })

  await expect(cards.openPage(page)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})
