import { expect, test } from 'vitest'
import type { Json } from '#server/engine/inputs.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { referenceTo } from '#shared/flow-file.ts'

const json = { user: { name: 'Ada', 'home town': 'Izmir' }, items: [{ id: 7 }, { id: 8 }] }

test.each<[string, Json, boolean, string]>([
  ['user.name', JSON.stringify(json), false, 'Ada'],
  ['items[1].id', json, false, '8'],
  ['user["home town"]', json, false, 'Izmir'],
  ['items', json, false, '[{"id":7},{"id":8}]'],
  ['user.constructor', json, true, 'null'],
  ['user', 'no JSON', true, 'null'],
  ['user.age', { user: {} }, false, 'Error: There is no user.age in {"user":{}}'],
  ['user', 'no JSON', false, 'Error: That is not JSON.'],
])('the value at %s of %j (%s) is %s', async (path, given, returnNullOnError, text) => {
  const { chat } = scriptedModel([
    { toolCalls: [{ id: '1', name: 'json_path_extractor', args: { json: given } }] },
    'Done.',
  ])
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'bufferMemory' },
    { name: 'jsonPathExtractor', inputs: { path, returnNullOnError } },
    {
      name: 'toolAgent',
      inputs: {
        tools: [referenceTo('jsonPathExtractor_0')],
        memory: referenceTo('bufferMemory_0'),
        model: referenceTo('flowtillDemoModel_0'),
      },
    },
  ])

  const { usedTools } = await prepareRun({ flow, chat }).run()

  expect((usedTools?.[0] as { toolOutput?: string } | undefined)?.toolOutput).toContain(
    text.replace('Error: ', ''),
  )
})
