import { expect, test } from 'vitest'
import type { Loss, Span } from '#server/ports/traces.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '../guarded-fetch.ts'
import { createTraceExporter } from './exporter.ts'

type Answer = { status: number; headers?: Record<string, string>; body?: object }

/** A receiver that sends these responses and repeats the last one; `undefined` never responds. */
async function openReceiver(...answers: (Answer | undefined)[]) {
  const taken: string[][] = []
  const { origin } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const body = JSON.parse(Buffer.concat(chunks).toString())
    taken.push(body.resourceSpans[0].scopeSpans[0].spans.map(({ name }: { name: string }) => name))
    const answer = answers[Math.min(taken.length, answers.length) - 1]
    if (answer) {
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}))
    }
  })
  return { taken, destination: { url: `${origin}/v1/traces`, headers: {} }, host: new URL(origin).host }
}

function openExporter(hosts: string[], timing = {}) {
  const fetch = createGuardedFetch({ allow: hosts, own: () => undefined })
  const quick = { lingerMs: 5, firstMs: 5, timeoutMs: 20_000, quietMs: 0, ...timing }
  const exporter = createTraceExporter({ fetch, version: '1', timing: quick })
  const losses: Loss[] = []
  exporter.onLost((loss) => losses.push(loss))
  return { ...exporter, losses }
}

const aSpan = (name: string): Span => ({
  ...{ traceId: '1'.padStart(32, '0'), spanId: '1'.padStart(16, '0'), name, kind: 'internal' },
  ...{ startMs: 1, endMs: 2, attributes: {} },
})
const some = (count: number) => Array.from({ length: count }, (_, index) => aSpan(`s${index}`))

test('spans of one destination are sent together; a temporary rejection is retried, a permanent one is not', async () => {
  const busy = await openReceiver({ status: 503 }, { status: 429 }, { status: 200 })
  const firm = await openReceiver({ status: 401 })
  const { send, drain, losses } = openExporter([busy.host, firm.host])

  send(busy.destination, [aSpan('a')])
  send(busy.destination, [aSpan('b')])
  send(firm.destination, [aSpan('c')])
  await drain(20_000)

  expect(busy.taken).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(firm.taken).toEqual([['c']])
  expect(losses).toEqual([{ host: firm.host, spans: 1, reason: 'It answered 401.' }])
})

test('a receiver is asked again when its Retry-After says, instead of after the usual pause', async () => {
  const { taken, destination, host } = await openReceiver(
    { status: 429, headers: { 'retry-after': '0' } },
    { status: 200 },
  )
  const { send, losses } = openExporter([host], { firstMs: 600_000 })

  send(destination, [aSpan('a')])

  await expect.poll(() => taken).toEqual([['a'], ['a']])
  expect(losses).toEqual([])
})

test('a receiver that never responds loses only its own spans, buffers few of them, and ends with the process', async () => {
  const dead = await openReceiver(undefined)
  const well = await openReceiver({ status: 200 })
  const { send, drain, losses } = openExporter([dead.host, well.host], { timeoutMs: 600_000 })

  send(dead.destination, some(3_000))
  send(well.destination, [aSpan('a')])
  await expect.poll(() => well.taken).toEqual([['a']])
  await drain(100)

  expect(losses.reduce((sum, { spans }) => sum + spans, 0)).toBe(3_000)
  expect(new Set(losses.map(({ host }) => host))).toEqual(new Set([dead.host]))
})

test('spans rejected by a receiver are counted; an internal address is never called', async () => {
  const choosy = await openReceiver({
    status: 200,
    body: { partialSuccess: { rejectedSpans: '2', errorMessage: 'Too old.' } },
  })
  const inner = await openReceiver({ status: 200 })
  const { send, drain, losses } = openExporter([choosy.host])

  send(choosy.destination, some(3))
  send(inner.destination, some(1))
  await drain(20_000)

  expect(losses).toContainEqual({ host: choosy.host, spans: 2, reason: 'Too old.' })
  expect(losses).toContainEqual({
    host: inner.host,
    spans: 1,
    reason: expect.stringContaining('may not call'),
  })
  expect(inner.taken).toEqual([])
})
