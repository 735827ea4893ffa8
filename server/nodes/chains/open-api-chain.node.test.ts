import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { referenceTo } from '#shared/flow-file.ts'

async function openApi() {
  const seen: string[] = []
  const { origin } = await listen((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['x-key']}`)
    const spec = `openapi: 3.0.0
servers: [{url: '/v1'}]
paths:
  /hours/{day}:
    get:
      operationId: getHours
      summary: Opening hours
      parameters: [{name: day, in: path, required: true, schema: {type: string}}]`
    response.end(request.url === '/api.yaml' ? spec : '{"open":"nine"}')
  })
  const fetch = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  return { origin, seen, fetch }
}

function aFlow(inputs: Record<string, unknown>) {
  const chain = { model: referenceTo('flowtillDemoModel_0'), headers: '{"x-key":"k"}', ...inputs }
  return buildFlow([{ name: 'flowtillDemoModel' }, { name: 'openApiChain', inputs: chain }])
}

test('the model calls an operation of the description, and answers from the response', async () => {
  const { origin, seen, fetch } = await openApi()
  const args = { PathParameters: { day: 'mon' } }
  const { chat, requests } = scriptedModel([
    { text: '', toolCalls: [{ id: 'one', name: 'getHours', args }] },
    'At nine.',
  ])
  const flow = aFlow({ yamlLink: `${origin}/api.yaml` })

  const answer = await prepareRun({ flow, chat, fetch }).run()

  expect(answer).toEqual({
    text: 'At nine.',
    usedTools: [{ tool: 'getHours', toolInput: args, toolOutput: '{"open":"nine"}' }],
  })
  expect(seen).toEqual(['GET /api.yaml undefined', 'GET /v1/hours/mon k'])
  expect(requests[0]?.tools).toMatchObject([
    { name: 'getHours', parameters: { required: ['PathParameters'] } },
  ])
})

test('a missing description is reported', async () => {
  const { chat } = scriptedModel([])

  await expect(prepareRun({ flow: aFlow({}), chat }).run()).rejects.toMatchObject({
    code: 'INVALID_FLOW',
    message: "OpenAPI Chain: give the API's description as YAML File or YAML Link.",
  })
})
