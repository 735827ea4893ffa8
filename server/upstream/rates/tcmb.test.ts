import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mountTcmbServer, type TcmbOptions } from '#server/sandbox/tcmb-server.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { MAX_BYTES } from './read-bulletin.ts'
import { createTcmbSources } from './tcmb.ts'

const sunday = '2026-11-22'

test('today, dated and EVDS return the same rates, and name their source', async () => {
  const { read } = await openBank({ key: 'secret' })

  const [today, dated, evds] = await Promise.all(['today', 'dated', 'evds'].map(read))

  expect(today).toMatchObject({
    source: 'today',
    rateDate: '2026-11-20',
    bulletinNo: expect.stringMatching(/^2026\//),
  })
  expect(dated).toEqual({ ...today, source: 'dated' })
  expect(evds).toMatchObject({
    source: 'evds',
    bulletinNo: 'EVDS-2026-11-20',
    rateDate: '2026-11-20',
    forexBuyingE4: today?.forexBuyingE4,
    forexSellingE4: today?.forexSellingE4,
    banknoteBuyingE4: null,
  })
  expect(today?.rawSha256).toMatch(/^[0-9a-f]{64}$/)
})

test('without a key EVDS is not called', async () => {
  const { sources } = await openBank({})

  expect(sources.map(({ name }) => name)).toEqual(['today', 'dated'])
})

test('F7 a bank that does not respond, or has lost the connection, is not waited for', async () => {
  const { read } = await openBank({ failures: { today: 'silent', dated: 'silent' }, timeoutMs: 200 })
  const broken = await listen((request) => void request.socket.destroy())
  const [lost] = sourcesAt(broken.origin)

  await expect(read('today')).rejects.toThrow()
  await expect(read('dated')).rejects.toThrow()
  await expect(lost?.read(sunday)).rejects.toThrow()
})

test('F7 a response larger than a bulletin is aborted', async () => {
  const flood = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(' '.repeat(1_000_000))
  })
  const [today] = sourcesAt(flood.origin)

  await expect(today?.read(sunday)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})

test.each([
  ['nothing', ''],
  ['no JSON', '<html></html>'],
  ['no items', '{}'],
  ['holidays only', '{"items":[{"Tarih":"21-11-2026","TP_DK_USD_A_YTL":null,"TP_DK_USD_S_YTL":null}]}'],
  ['a comma', '{"items":[{"Tarih":"20-11-2026","TP_DK_USD_A_YTL":"42,1","TP_DK_USD_S_YTL":"42,2"}]}'],
])('F4 EVDS is parsed as strictly: %s', async (_, body) => {
  const server = await listen((_, response) => void response.end(body))
  const evds = sourcesAt(server.origin, 'secret').at(-1)

  await expect(evds?.read(sunday)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})

type Bank = { key?: string; failures?: TcmbOptions['faults'] & object; timeoutMs?: number }

async function openBank({ key, failures: issues, timeoutMs }: Bank) {
  const app = Fastify()
  await app.register(mountTcmbServer, {
    now: () => new Date(`${sunday}T20:00:00Z`),
    ...(issues && { faults: issues }),
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const sources = sourcesAt(origin, key, timeoutMs)
  return {
    sources,
    read: async (name: string) => sources.find((source) => source.name === name)?.read(sunday),
  }
}

function sourcesAt(origin: string, evdsKey?: string, timeoutMs = 30_000) {
  return createTcmbSources({
    fetch: createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined, maxBytes: MAX_BYTES }),
    baseUrl: () => origin,
    evdsUrl: () => `${origin}/service/evds`,
    evdsKey,
    timeoutMs,
  })
}
