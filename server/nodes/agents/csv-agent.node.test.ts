import { describe, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { scriptedModel } from '#server/testing/scripted-model.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { openFake } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { readRows } from './csv-rows.ts'

const csv = 'city,visitors\n"Izmir, old town",120\nAnkara,80\nIzmir,"1,000"\n'

const runCode = createRunCode({
  fetch: () => {
    throw new Error('No script of this test asks the world.')
  },
})

function aRun(text: string, replies: Parameters<typeof scriptedModel>[0]) {
  const { chat, requests } = scriptedModel(replies)
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    {
      name: 'csvAgent',
      inputs: {
        csvFile: 'FILE-STORAGE::["visits.csv"]',
        model: referenceTo('flowtillDemoModel_0'),
        systemMessagePrompt: 'You count visitors.',
      },
    },
  ])
  const openFile = async (name: string) => ({
    name,
    key: name,
    read: async () => new TextEncoder().encode(text),
  })
  return { ...prepareRun({ flow, chat, world: { runCode, openFile } }), requests }
}

const compute = (code: string) => ({ text: '', toolCalls: [{ id: 'one', name: 'compute', args: { code } }] })

test('code from the model runs over all rows, in the sandbox', async () => {
  const code = "return $rows.filter(({ city }) => city.startsWith('Izmir')).length"
  const { run, requests } = aRun(csv, [compute(code), 'Two.'])

  expect(await run()).toEqual({
    text: 'Two.',
    usedTools: [{ tool: 'compute', toolInput: { code }, toolOutput: '2' }],
  })
  expect(requests[0]?.system).toContain('You count visitors.')
  expect(requests[0]?.system).toContain('A table of 3 rows has the columns ["city","visitors"].')
})

test('an error in the code is reported to the model, which can retry', async () => {
  const { run, events, requests } = aRun(csv, [
    compute('return rows.length'),
    compute('return $rows.length'),
    'Three.',
  ])

  expect((await run()).text).toBe('Three.')
  const calls = events.filter(({ type }) => type === 'tool_finished')
  expect(calls).toMatchObject([
    { nodeId: 'csvAgent_0', isError: true },
    { isError: false, text: '3' },
  ])
  expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("'rows' is not defined")
})

test('a file without rows, or with too many, is rejected with a message', async () => {
  await expect(aRun('city,visitors\n', []).run()).rejects.toMatchObject({ code: 'INVALID_FLOW' })
  const large = `a\n${'x'.repeat(2_000_000)}\n`
  await expect(aRun(large, []).run()).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

test('airtableAgent computes over the records of a table', async () => {
  const { origin, requested } = await openFake(() => ({
    body: {
      records: [
        { id: 'a', fields: { City: 'Izmir', Visitors: 120 } },
        { id: 'b', fields: { City: 'Ankara', Visitors: 80, Note: 'rain' } },
      ],
    },
  }))
  const { fetch } = await openLibrary({ 'api.airtable.com': origin })
  const code = 'return $rows.reduce((sum, { Visitors }) => sum + Visitors, 0)'
  const { chat, requests } = scriptedModel([compute(code), 'Two hundred.'])
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    {
      name: 'airtableAgent',
      credential: 'c',
      inputs: { model: referenceTo('flowtillDemoModel_0'), baseId: 'app1', tableId: 'tbl1', returnAll: true },
    },
  ])
  const credential = { values: { accessToken: 'token' }, platform: false }

  expect(await prepareRun({ flow, chat, fetch, credential, world: { runCode } }).run()).toMatchObject({
    text: 'Two hundred.',
    usedTools: [{ tool: 'compute', toolOutput: '200' }],
  })
  expect(requests[0]?.system).toContain('A table of 2 rows has the columns ["City","Visitors","Note"].')
  expect(requested).toMatchObject([
    { path: '/v0/app1/tbl1/listRecords', headers: { authorization: 'Bearer token' } },
  ])
})

describe('rows', () => {
  test.each([
    ['quotes, separators and breaks in cells', 'a,b\n"x, ""y""","1\n2"\n', [{ a: 'x, "y"', b: '1\n2' }]],
    ['semicolons, a byte order mark, Windows line ends', '\uFEFFa;b\r\n1;2,5\r\n', [{ a: '1', b: '2,5' }]],
    [
      'tabs, no last line end, short and empty lines',
      'a\tb\n1\n\n2\t3',
      [
        { a: '1', b: '' },
        { a: '2', b: '3' },
      ],
    ],
    ['an empty last cell', 'a,b\n1,', [{ a: '1', b: '' }]],
    ['quotes that are not closed, or close too soon', 'a,b\n"x"y,"1\n', [{ a: '"x"y', b: '"1' }]],
    ['nameless and doubled columns', 'a,,a\n1,2,3', [{ a: '1', column2: '2', a_3: '3' }]],
  ])('%s', (_, text, rows) => {
    expect(readRows(text).rows).toEqual(rows)
  })

  test('a cell may have as many characters as a file', () => {
    const cell = 'x""'.repeat(3_000_000)

    expect(readRows(`a\n"${cell}"\n`).rows[0]?.a).toHaveLength(6_000_000)
  })
})
