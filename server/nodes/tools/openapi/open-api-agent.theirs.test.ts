import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

const file = join(
  resolve(import.meta.dirname, '../../../../../shared/flows'),
  'chatflows/OpenAPI YAML Agent.json',
)

test('the Flowise OpenAPI file calls the API of its description', async () => {
  const seen: string[] = []
  const { origin } = await listen((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end('{"open":"nine"}')
  })
  const spec = `openapi: 3.0.0\nservers: [{url: '${origin}'}]\npaths: {/hours: {get: {operationId: getHours, summary: Opening hours}}}`
  const flow = parseFlowFile(readFileSync(file, 'utf8'))
  for (const { data } of flow.nodes) {
    Object.assign(data, data.name === 'chatAnthropic' && { credential: 'chosen' })
    Object.assign(
      data.inputs,
      data.name === 'openAPIToolkit' && { openApiFile: 'FILE-STORAGE::["api.yaml"]' },
    )
  }
  const { chat, requests } = scriptedModel([
    { toolCalls: [{ id: '1', name: 'getHours', args: {} }] },
    'It opens at nine.',
  ])
  const runCode = createRunCode({
    fetch: createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined }),
  })
  const openFile = async (name: string) => ({
    name,
    key: name,
    read: async () => new TextEncoder().encode(spec),
  })

  const credential = { values: { anthropicApiKey: 'k' }, platform: false }

  const answer = await prepareRun({ flow, chat, world: { runCode, openFile }, credential }).run()

  expect(answer).toEqual({
    text: 'It opens at nine.',
    usedTools: [{ tool: 'getHours', toolInput: {}, toolOutput: '{"open":"nine"}' }],
  })
  expect(seen).toEqual(['GET /hours'])
  expect(requests[0]?.system).toContain('interact with the API')
})
