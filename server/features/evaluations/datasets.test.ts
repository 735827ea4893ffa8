import { expect, test } from 'vitest'
import { withoutContacts } from './from-conversations.ts'
import { replaceModel } from './replace-model.ts'
import { readRows, writeRows } from './rows-csv.ts'
import { openEvaluations } from './testing/open-evaluations.ts'

test('rows go out as CSV and come back the same', () => {
  const rows = [
    { input: 'Is "it", open?', output: 'Yes,\nfrom nine.', mustPass: true },
    { input: '=1+1', output: '', mustPass: false },
  ]

  expect(readRows(writeRows(rows))).toEqual(rows.map((row) => ({ ...row, source: 'csv' })))
})

test('CSV without names, with other names, and with faults', () => {
  expect(readRows('What?;That.\n')).toEqual([
    { input: 'What?', output: 'That.', mustPass: false, source: 'csv' },
  ])
  expect(readRows('soru,beklenen,zorunlu\nNe?,Bu.,evet\n')[0]).toMatchObject({ input: 'Ne?', mustPass: true })
  expect(() => readRows('input,output\n,Nothing asked\n')).toThrow('Line 2 has no question.')
  expect(() => readRows('input,output\n')).toThrow('This file has no rows.')
})

test('real conversations become rows with one call, without the contacts of visitors', async () => {
  const { ask, ada, flowId } = await openEvaluations()
  for (const question of ['What is 2 + 3? Write to ada@example.com', 'What is 4 + 4?', 'What is 4 + 4?']) {
    await ada.call('POST', `/prediction/${flowId}`, { question })
  }
  const { id } = await ask('datasets.create', { name: 'Real', flowId })

  const first = await ask('datasets.fromConversations', { id })
  const again = await ask('datasets.fromConversations', { id })

  expect([first, again]).toEqual([{ added: 2 }, { added: 0 }])
  const { rows } = await ask('datasets.get', { id })
  expect(rows).toMatchObject([
    { input: 'What is 4 + 4?', output: expect.stringContaining('8'), source: 'conversation' },
    { input: 'What is 2 + 3? Write to name@example.com' },
  ])
})

test('contacts are replaced', () => {
  expect(withoutContacts('Call +90 532 123 45 67 or eve.b@shop.com.tr about TC-20533')).toBe(
    'Call +90 500 000 00 00 or name@example.com about TC-20533',
  )
})

test('REST speaks as Flowise does', async () => {
  const { ada, settled } = await openEvaluations()
  const set = (
    await ada.call('POST', '/datasets/set', { name: 'Sums', csv: 'input,output\nWhat is 1 + 1?,2\n' })
  ).json()
  const config = JSON.stringify({ kind: 'contains' })
  const evaluator = (await ada.call('POST', '/evaluators', { name: 'Check', config })).json()
  const [flow] = (await ada.call('GET', '/chatflows')).json()

  const row = (
    await ada.call('POST', '/datasets/rows', { datasetId: set.id, input: 'What is 2 + 2?', output: '4' })
  ).json()
  const order = { datasetId: set.id, rows: [{ id: row.id, sequenceNo: 0 }] }
  const reordered = (await ada.call('POST', '/datasets/reorder', order)).json()
  const started = await ada.call('POST', '/evaluations', {
    ...{ name: 'First', chatflowId: [flow.id], datasetId: set.id, evaluationType: 'benchmarking' },
    selectedSimpleEvaluators: [evaluator.id],
  })

  expect(evaluator).toMatchObject({ type: 'text', config: expect.stringContaining('contains') })
  expect(reordered.rows.map(({ input }: { input: string }) => input)).toEqual([
    'What is 2 + 2?',
    'What is 1 + 1?',
  ])
  expect(started.json()).toMatchObject({ state: 'running', name: 'First' })
  const run = await settled(started.json().id)
  expect(run).toMatchObject({ state: 'completed', done: 2, versions: [{ kind: 'published', mean: 1 }] })
  expect((await ada.call('GET', `/evaluations/is-outdated/${run.id}`)).json()).toEqual({ isOutdated: false })
  expect((await ada.call('GET', '/evaluations?page=1&limit=5')).json()).toMatchObject({ total: 1 })
  expect((await ada.call('GET', `/evaluations/versions/${run.id}`)).json()).toHaveLength(1)
  expect((await ada.call('DELETE', `/evaluations/${run.id}`)).json()).toMatchObject({ affected: 1 })
})

test('what belongs to another user does not exist', async () => {
  const { ask, signUp, flowId } = await openEvaluations()
  const { id } = await ask('datasets.create', { name: 'Mine', flowId })
  const eve = await signUp('eve')

  expect((await eve.call('GET', `/datasets/set/${id}`)).statusCode).toBe(404)
  expect((await eve.call('DELETE', `/datasets/set/${id}`)).statusCode).toBe(404)
})

test('a model is replaced in a node of its own and in the form of a step', () => {
  const flow = (inputs: object) =>
    JSON.stringify({ nodes: [{ id: 'a', data: { inputs } }], edges: [], keep: 1 })
  const inputsOf = (text: string) => JSON.parse(text).nodes[0].data.inputs
  const to = { nodeId: 'a', model: 'gpt-4.1-nano' }

  expect(inputsOf(replaceModel(flow({ modelName: 'gpt-4.1', temperature: 1 }), to))).toEqual({
    ...{ modelName: 'gpt-4.1-nano', temperature: 1 },
  })
  expect(
    inputsOf(replaceModel(flow({ agentModel: 'x', agentModelConfig: { modelName: 'gpt-4.1' } }), to)),
  ).toEqual({
    ...{ agentModel: 'x', agentModelConfig: { modelName: 'gpt-4.1-nano' } },
  })
  expect(() => replaceModel(flow({ text: '' }), to)).toThrow('cannot be replaced')
})
