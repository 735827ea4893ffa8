import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { spansLost } from '#server/telemetry/metrics/instruments.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { setTracer } from './tracer.ts'

type Attribute = { key: string; value: Record<string, unknown> }
type WireSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
}
type Received = { path: string; headers: Record<string, unknown>; body: unknown }

const question = 'Can I return a planted-plate that is chipped?'

/** An OpenTelemetry collector. It answers with `status`, or never if it is 0. */
async function openCollector(status = 200) {
  const received: Received[] = []
  const { origin } = await listen(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await json(request) })
    if (status !== 0) {
      response.writeHead(status).end('{}')
    }
  })
  return { origin, received }
}

async function openShop(env: Record<string, string>) {
  const world = await createTestApp({ listen: true, env })
  const stop = await world.services.exportTelemetry?.(world.services.system.metrics)
  onTestFinished(() => setTracer(undefined))
  const ada = await world.signUp('ada')
  const flow = { type: 'CHATFLOW', name: 'planted-flow-name', flowData: aDemoFlow() }
  const { id } = (await ada.call('POST', '/chatflows', flow)).json()
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${world.url}/api/v1/prediction/${id}?planted-query=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ada.headers, ...headers },
      body: JSON.stringify({ question, chatId: 'planted-chat' }),
    })
  return { ...world, stop, ask, token: ada.token }
}

function spansIn(received: readonly Received[]): WireSpan[] {
  const bodies = received.filter(({ path }) => path === '/v1/traces').map(({ body }) => body)
  return (bodies as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] }[]).flatMap(
    ({ resourceSpans }) => resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)),
  )
}

test('a trace goes on from the caller to request, run, node and model, without a word of the conversation', async () => {
  const { origin, received } = await openCollector()
  const { ask, stop, token } = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=museum%20shop',
    OTEL_SERVICE_NAME: 'shop',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

  const answer = await ask({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  const { text } = (await answer.json()) as { text: string }
  await stop?.(20_000)

  const spans = spansIn(received).filter((span) => span.traceId === traceId)
  const named = (name: RegExp) => spans.find((span) => name.test(span.name))
  const request = named(/^POST \/api\/v1\/prediction\/:id$/)
  const run = named(/^run$/)
  const model = named(/^chat flowtill-demo/)
  const node = spans.find(({ spanId }) => spanId === model?.parentSpanId)
  expect(request?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(run?.parentSpanId).toBe(request?.spanId)
  expect(node).toMatchObject({ name: 'node conversationChain_0', parentSpanId: run?.spanId })
  const keys = model?.attributes.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['gen_ai.provider.name', 'gen_ai.usage.output_tokens']))
  const all = JSON.stringify(received.map(({ body }) => body))
  expect(all).toContain('"service.name","value":{"stringValue":"shop"}')
  expect(all).toContain('deployment.environment.name')
  expect(received.every(({ headers }) => headers['x-tenant'] === 'museum shop')).toBe(true)
  for (const secret of ['planted', text.slice(0, 20), token, 'ada@example.com', "ada's password"]) {
    expect(all).not.toContain(secret)
  }
})

// Other suites of the same worker have counted, too.
test('metrics go to the same collector as cumulative sums, gauges and histograms', async () => {
  const { origin, received } = await openCollector()
  const { ask, stop } = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/`,
    OTEL_TRACES_EXPORTER: 'none',
  })

  await ask()
  await stop?.(20_000)

  expect(received.map(({ path }) => path)).toEqual(['/v1/metrics'])
  const [{ body } = { body: {} }] = received
  const { resourceMetrics } = body as {
    resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[]
  }
  const metrics = resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? []
  const metric = (name: string) => metrics.find((each) => each.name === name)
  expect(metric('flowtill_runs_ended_total')).toMatchObject({
    sum: {
      ...{ aggregationTemporality: 2, isMonotonic: true },
      dataPoints: expect.arrayContaining([expect.objectContaining({ asDouble: expect.any(Number) })]),
    },
  })
  expect(metric('flowtill_storage_bytes')).toMatchObject({ gauge: {} })
  expect(metric('flowtill_model_call_duration_seconds')).toMatchObject({
    histogram: {
      aggregationTemporality: 2,
      dataPoints: expect.arrayContaining([
        expect.objectContaining({ count: expect.stringMatching(/^\d+$/) }),
      ]),
    },
  })
})

test.each([
  ['rejects', 500],
  ['never answers', 0],
])(
  'a collector that %s changes no answer, and the end of the server waits for it as long as allowed',
  async (_, status) => {
    const { origin } = await openCollector(status)
    const { ask, stop } = await openShop({ OTEL_EXPORTER_OTLP_ENDPOINT: origin })
    const lost = lostSpans()

    const answer = await ask()
    await stop?.(200)

    expect(answer.status).toBe(200)
    expect(lostSpans()).toBeGreaterThan(lost)
  },
)

test.each([
  ['always_off', '00'],
  ['always_off', '01'],
  ['parentbased_always_on', '00'],
])('with the sampler %s and the flags %s of the caller nothing is sent', async (sampler, flags) => {
  const { origin, received } = await openCollector()
  const { ask, stop } = await openShop({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_SAMPLER: sampler },
  })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

  await ask({ traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` })
  await stop?.(20_000)

  expect(spansIn(received).filter((span) => span.traceId === traceId)).toEqual([])
})

test('nothing is exported without an endpoint, or when the SDK is disabled', async () => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: 'shop' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
  ]) {
    const { services } = await createTestApp({ env })
    expect(services.exportTelemetry).toBeUndefined()
  }
})

function lostSpans() {
  const metric = spansLost.read()
  return metric.type === 'histogram' ? 0 : (metric.points[0]?.value ?? 0)
}
