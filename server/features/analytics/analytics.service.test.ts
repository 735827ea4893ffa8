import { expect, test } from 'vitest'
import type { Loss } from '#server/ports/traces.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { destinationOf, readTracers } from './destinations.ts'

type Attribute = { key: string; value: Record<string, unknown> }
type WireSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: object
}
type Taken = {
  path: string | undefined
  headers: NodeJS.Dict<string | string[]>
  spans: WireSpan[]
  text: string
}

async function openReceiver() {
  const taken: Taken[] = []
  const { origin } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const text = Buffer.concat(chunks).toString()
    const [{ scopeSpans }] = JSON.parse(text).resourceSpans
    taken.push({ path: request.url, headers: request.headers, spans: scopeSpans[0].spans, text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { origin, taken }
}

test('traces reach Langfuse, LangSmith and a collector in their own formats; an unreachable target affects no answer', async () => {
  const { origin, taken } = await openReceiver()
  const { app, signUp, services } = await createTestApp({
    listen: true,
    env: { OUTGOING_ALLOW: `${new URL(origin).host},127.0.0.1:9` },
  })
  const losses: Loss[] = []
  services.analytics.onLost((loss) => losses.push(loss))
  const root = await signUp('root')
  const store = async (credentialName: string, plainDataObj: object) =>
    (await root.call('POST', '/credentials', { name: 'Mine', credentialName, plainDataObj })).json().id
  const langFuse = await store('langfuseApi', {
    ...{ langFuseSecretKey: 'sk-lf-1', langFusePublicKey: 'pk-lf-1', langFuseEndpoint: origin },
  })
  const langSmith = await store('langsmithApi', { langSmithApiKey: 'ls-1', langSmithEndpoint: `${origin}/` })
  const collector = await store('openTelemetryApi', { headerName: 'x-team', headerValue: 'secret-7' })
  const create = async (analytic: object) =>
    (
      await root.call('POST', '/chatflows', {
        type: 'CHATFLOW',
        name: 'Museum',
        flowData: JSON.stringify(aConversationFlow()),
        analytic: JSON.stringify(analytic),
      })
    ).json<{ id: string }>().id
  const predict = (id: string) =>
    root.call('POST', `/prediction/${id}`, { question: 'When does it open?', chatId: 'c' })

  const id = await create({
    langFuse: { status: true, credentialId: langFuse },
    langSmith: { status: true, credentialId: langSmith, projectName: 'museum' },
    openTelemetry: { status: true, credentialId: collector, endpoint: origin, captureContent: false },
    lunary: { status: true, credentialId: 'x' },
  })
  const answer = (await predict(id)).json()
  await services.analytics.drain(5_000)

  const at = (path: string) => taken.find((each) => each.path === path)
  const fuse = at('/api/public/otel/v1/traces')
  expect(fuse?.headers.authorization).toBe(`Basic ${Buffer.from('pk-lf-1:sk-lf-1').toString('base64')}`)
  expect(at('/otel/v1/traces')?.headers).toMatchObject({ 'x-api-key': 'ls-1', 'langsmith-project': 'museum' })
  expect(at('/v1/traces')?.headers).toMatchObject({
    'x-team': 'secret-7',
    'content-type': 'application/json',
  })
  expect(taken).toHaveLength(3)

  const [run, ...parts] = fuse?.spans ?? []
  expect(run).toMatchObject({ name: 'Museum', kind: 2, status: { code: 1 } })
  expect(run).not.toHaveProperty('parentSpanId')
  for (const span of [run, ...parts]) {
    expect(span).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      startTimeUnixNano: expect.stringMatching(/^\d{13}000000$/),
      endTimeUnixNano: expect.stringMatching(/^\d{13}000000$/),
    })
  }
  const model = parts.find(({ name }) => name === 'chat flowtill-demo')
  expect(model?.kind).toBe(3)
  expect(parts.find(({ spanId }) => spanId === model?.parentSpanId)?.name).toBe('Conversation Chain')
  const value = (key: string) => model?.attributes.find((each) => each.key === key)?.value
  expect(value('gen_ai.request.model')).toEqual({ stringValue: 'flowtill-demo' })
  expect(value('gen_ai.usage.input_tokens')).toEqual({ intValue: expect.stringMatching(/^[1-9]\d*$/) })
  expect(value('gen_ai.usage.cost')).toEqual({ doubleValue: expect.any(Number) })
  expect(value('output.value')).toEqual({ stringValue: answer.text })
  expect(at('/v1/traces')?.text).not.toContain('When does it open?')
  expect(taken.map(({ text }) => text).join()).not.toMatch(/sk-lf-1|ls-1|secret-7/)

  // The collector is unreachable and one credential is deleted: the answer is complete and the loss is reported.
  const dead = await create({
    openTelemetry: { status: true, endpoint: 'http://127.0.0.1:9', credentialId: '' },
    langFuse: { status: true, credentialId: 'gone' },
  })
  expect((await predict(dead)).statusCode).toBe(200)
  await services.analytics.drain(50)
  expect(losses.map(({ host }) => host).toSorted()).toEqual(['127.0.0.1:9', 'langFuse'])
  expect(app.server.listening).toBe(true)
})

test('settings are read in their stored format, and a shared key is sent to no custom address', () => {
  expect(readTracers(null)).toEqual([])
  expect(readTracers('{broken')).toEqual([])
  const [tracer] = readTracers(
    JSON.stringify({
      captureContent: false,
      openTelemetry: { status: true, endpoint: 'https://otel.example.com' },
    }),
  )
  expect(tracer).toMatchObject({ name: 'openTelemetry', credentialId: '', captureContent: false })
  if (!tracer) {
    throw new Error('There is no tracer.')
  }
  const own = destinationOf(tracer, { values: {}, platform: false })
  expect(own).toEqual({ url: 'https://otel.example.com/v1/traces', headers: {} })
  const complete = destinationOf(
    { ...tracer, endpoint: 'https://a.b/x/v1/traces/' },
    { values: {}, platform: false },
  )
  expect(complete.url).toBe('https://a.b/x/v1/traces')
  expect(() => destinationOf(tracer, { values: { headerValue: 'k' }, platform: true })).toThrow('of your own')
  expect(() => destinationOf({ ...tracer, endpoint: '' }, { values: {}, platform: false })).toThrow(
    'https://',
  )
})
