import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { ratesOf } from './tcmb/bulletin.ts'
import { mountTcmbServer, type TcmbFailure, type TcmbOptions } from './tcmb-server.ts'

const friday = new Date('2026-11-20T13:00:00Z')

test('formats the bulletin as the central bank does, yen by the hundred', async () => {
  const { get } = await openBank({ now: () => friday })

  const { statusCode, headers, body } = await get('/kurlar/today.xml')

  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(body).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<\?xml-stylesheet type="text\/xsl" href="isokur.xsl"\?>\n/,
  )
  expect(body).toMatch(/<Tarih_Date Tarih="20\.11\.2026" Date="11\/20\/2026" {2}Bulten_No="2026\/\d{3}" >/)
  expect(body).toMatch(
    /<Currency CrossOrder="0" Kod="USD" CurrencyCode="USD">\s*<Unit>1<\/Unit>\s*<Isim>ABD DOLARI<\/Isim>/,
  )
  expect(body).toMatch(/CurrencyCode="JPY">\s*<Unit>100<\/Unit>/)
  expect(body).toMatch(/<ForexSelling>4\d\.\d{4}<\/ForexSelling>/)
})

test.each([
  ['before half past three, yesterday', '2026-11-20T12:29:00Z', '19.11.2026'],
  ['from half past three on, today', '2026-11-20T12:30:00Z', '20.11.2026'],
  ['all weekend, Friday', '2026-11-22T20:00:00Z', '20.11.2026'],
  ['on a holiday, the day before', '2026-10-29T14:00:00Z', '28.10.2026'],
  ['when it is New Year in Istanbul and not yet in London', '2026-12-31T21:30:00Z', '31.12.2026'],
])('today.xml is of the last business day: %s', async (_, now, day) => {
  const { get } = await openBank({ now: () => new Date(now) })

  expect((await get('/kurlar/today.xml')).body).toContain(`Tarih="${day}"`)
})

test.each([
  ['/kurlar/202611/20112026.xml', 200],
  ['/kurlar/202611/21112026.xml', 404],
  ['/kurlar/202610/29102026.xml', 404],
  ['/kurlar/202610/20112026.xml', 404],
  ['/kurlar/202611/31112026.xml', 404],
  ['/kurlar/202611/23112026.xml', 404],
])('dated files exist for past business days: %s', async (path, status) => {
  const { get } = await openBank({ now: () => friday })

  expect((await get(path)).statusCode).toBe(status)
})

test('the rate stays near 42 and moves less than half a percent a day', () => {
  const days = Array.from({ length: 3_650 }, (_, index) => 20_000 + index)

  for (const day of days) {
    const [today, tomorrow] = [ratesOf(day), ratesOf(day + 1)]
    expect(today.sellingE4).toBeGreaterThan(today.buyingE4)
    expect(Math.abs(today.sellingE4 - 420_000)).toBeLessThan(15_000)
    expect(Math.abs(tomorrow.sellingE4 - today.sellingE4) * 200).toBeLessThan(today.sellingE4)
  }
})

test.each<[TcmbFailure, RegExp, number]>([
  ['error', /Internal Server Error/, 500],
  ['html', /^<!doctype html>/, 200],
  ['truncated', /[^>]\s*$/, 200],
  ['doctype', /<!ENTITY/, 200],
  ['comma', /<ForexSelling>42,3812</, 200],
  ['empty', /<ForexSelling><\//, 200],
  ['zero', /<ForexSelling>0\.0000</, 200],
  ['negative', /<ForexSelling>-42/, 200],
  ['huge', /<ForexSelling>423812345\.1234</, 200],
  ['jump', /<ForexSelling>(49|50|51)\./, 200],
  ['future', /Tarih="23\.11\.2026"/, 200],
])('fails on command, for all or for one request: %s', async (failure, expected, status) => {
  const failures: TcmbOptions['faults'] = {}
  const { get } = await openBank({ now: () => friday, faults: failures })

  const one = await get(`/kurlar/today.xml?fault=${failure}`)
  const other = await get('/kurlar/today.xml')
  failures.today = failure
  const all = await get('/kurlar/today.xml')

  for (const answer of [one, all]) {
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toMatch(expected)
  }
  expect(other.body).toContain('Tarih="20.11.2026"')
})

test('EVDS requires a key, and has no rate for days without a bulletin', async () => {
  const { get } = await openBank({ now: () => friday })
  const path = '/service/evds/series=TP.DK.USD.S.YTL&startDate=20-11-2026&endDate=21-11-2026&type=json'

  expect((await get(path)).statusCode).toBe(403)
  expect((await get(path, { key: 'any' })).json()).toMatchObject({
    items: [
      { Tarih: '20-11-2026', TP_DK_USD_S_YTL: expect.stringMatching(/^4\d\.\d{4}$/) },
      { Tarih: '21-11-2026', TP_DK_USD_S_YTL: null },
    ],
  })
})

async function openBank(options: TcmbOptions) {
  const app = Fastify()
  await app.register(mountTcmbServer, { prefix: '/tcmb', ...options })
  onTestFinished(() => app.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/tcmb${path}`, headers })
  return { get }
}
