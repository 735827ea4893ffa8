import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { answerFlow, refundFlow } from '#server/features/executions/testing/open-executions.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import type { Evaluation } from '#shared/evaluations.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { settle } from './attempts.ts'
import { datasetRows, datasets } from './datasets.table.ts'
import { evaluationResults, evaluations } from './evaluations.table.ts'
import { evaluators } from './evaluators.table.ts'
import { openEvaluations } from './testing/open-evaluations.ts'

const csv = 'input,output,must_pass\nWhat is 2 + 3?,5,true\nWhat is 4 * 5?,20,\nWhat is 9 - 2?,7,\n'

test('a data set is answered and scored by two versions side by side', async () => {
  const { ask, addSet, settled, flowId } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'contains' })
  const targets = [{ kind: 'draft' }, { kind: 'published' }]

  const { id } = await ask('evaluations.start', { flowId, datasetId, targets })
  const run = await settled(id)

  expect(run).toMatchObject({
    state: 'completed',
    number: 1,
    done: 6,
    total: 6,
    rowCount: 3,
    isOutdated: false,
  })
  expect(run.versions.map(({ kind }) => kind)).toEqual(['published', 'draft'])
  expect(run.versions[0]).toMatchObject({ mean: 1, done: 3, difference: null })
  expect(run.versions[1]).toMatchObject({ mean: 1, difference: { mean: 0, verdict: 'few', pairs: 3 } })
  expect(
    run.results.every(({ score, answer, costMicro }) => score === 1 && answer !== '' && costMicro > 0),
  ).toBe(true)
  expect(run.rows[0]).toMatchObject({ input: 'What is 2 + 3?', output: '5', mustPass: true })
})

test('its runs are charged once each, are no conversations and can be traced', async () => {
  const { ask, addSet, settled, flowId, store, services, ada } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'contains' })

  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const { results, spentMicro } = await settled(id)

  const stored = await store.db.select().from(runs).where(eq(runs.chatType, 'EVALUATION'))
  expect(stored.map((run) => run.id).toSorted()).toEqual(results.map(({ runId }) => runId).toSorted())
  const calls = await store.db.select().from(modelCalls).where(eq(modelCalls.flowId, flowId))
  expect(calls.reduce((sum, { costMicro }) => sum + costMicro, 0)).toBe(spentMicro)
  expect(await store.db.select().from(conversations)).toEqual([])
  expect(await checkLedger(store.db)).toEqual([])
  const { events } = await services.runs.trace(ada.user.id, results[0]?.runId ?? '')
  expect(events.some(({ event }) => event.type === 'run_finished')).toBe(true)
})

test('a judge scores with a reason, and its calls are paid by the owner', async () => {
  const { ask, addSet, settled, flowId, store } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'judge', rubric: 'The result must be right.' })

  const estimate = await ask('evaluations.estimate', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const run = await settled(id)

  expect(run.results.map(({ scores }) => scores[0])).toEqual([
    expect.objectContaining({ score: 1, cause: 'said', reason: 'Everything expected is there.' }),
    expect.objectContaining({ score: 1 }),
    expect.objectContaining({ score: 1 }),
  ])
  expect(run.judgeMicro).toBeGreaterThan(0)
  expect(estimate.rows).toBe(3)
  expect(estimate.worstMicro).toBeGreaterThanOrEqual(run.answersMicro + run.judgeMicro)
  const before = await store.db.select().from(modelCalls)
  expect(before).toHaveLength(6)
})

test('estimating calls nothing', async () => {
  const { ask, addSet, flowId, store } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'judge', rubric: 'The result must be right.' })

  await ask('evaluations.estimate', {
    flowId,
    datasetId,
    targets: [{ kind: 'draft' }, { kind: 'published' }],
  })

  expect(await store.db.select().from(modelCalls)).toEqual([])
})

test('a stop keeps what is done, and going on pays only the rest', async () => {
  const { ask, addSet, settled, flowId, store } = await openEvaluations()
  const questions = Array.from({ length: 12 }, (_, index) => `Say ${index} [[sandbox latency=150]],${index}`)
  const datasetId = await addSet(`input,output\n${questions.join('\n')}\n`, { kind: 'contains' })
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  await expect.poll(async () => (await ask('evaluations.get', { id })).done).toBeGreaterThan(0)

  await ask('evaluations.stop', { id })
  const stopped: Evaluation = await ask('evaluations.get', { id })
  await ask('evaluations.resume', { id })
  const run = await settled(id)

  expect(stopped).toMatchObject({ state: 'stopped' })
  expect(stopped.done).toBeLessThan(12)
  expect(run).toMatchObject({ state: 'completed', done: 12 })
  const paid = await store.db
    .select()
    .from(runs)
    .where(and(eq(runs.chatType, 'EVALUATION')))
  expect(paid).toHaveLength(12)
  const before = stopped.results.filter(({ isDone }) => isDone)
  for (const { row, runId } of before) {
    expect(run.results.find((each) => each.row === row)?.runId).toBe(runId)
  }
})

test('an empty wallet pauses the evaluation and says why; it goes on after a top-up', async () => {
  const { ask, addSet, settled, flowId, spendAll, topUp } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'contains' })
  await spendAll()

  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const paused = await settled(id)
  await topUp()
  await ask('evaluations.resume', { id })
  const run = await settled(id)

  expect(paused).toMatchObject({ state: 'paused', done: 0 })
  expect(paused.reason).toMatch(/balance/i)
  expect(run).toMatchObject({ state: 'completed', done: 3 })
})

test('a person can disagree with a score, which then counts in the mean', async () => {
  const { ask, addSet, settled, flowId } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'contains' })
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const { versions, evaluators } = await settled(id)
  const place = { id, versionId: versions[0]?.id, row: 1, evaluatorId: evaluators[0]?.id }

  const corrected: Evaluation = await ask('evaluations.correct', { ...place, score: 0.4 })

  expect(corrected.results[0]).toMatchObject({ score: 0.4, scores: [{ score: 1, corrected: 0.4 }] })
  expect(corrected.versions[0]?.mean).toBeCloseTo(0.8)
})

test('one row is asked again as a run of its own', async () => {
  const { ask, addSet, settled, flowId } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'contains' })
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const first = await settled(id)

  await ask('evaluations.runRow', { id, row: 2 })
  const second = await settled(id)

  const changed = second.results.filter(({ runId }, index) => runId !== first.results[index]?.runId)
  expect(changed.map(({ row }) => row)).toEqual([2])
})

test('a row with evaluators of its own is scored by those alone, and by those of the data set once it has none', async () => {
  const { ask, addSet, settled, flowId } = await openEvaluations()
  const datasetId = await addSet('input,output\nWhat is 1 + 1?,2\n', { kind: 'contains' })
  const strict = await ask('evaluators.add', {
    name: 'Greeting',
    config: { kind: 'contains', text: 'Hello' },
  })
  const own = { input: 'What is 2 + 2?', output: '4', evaluatorIds: [strict.id] }
  const row = await ask('datasets.addRow', { datasetId, ...own })
  const start = { flowId, datasetId, targets: [{ kind: 'published' }] }
  const scoresOf = async (id: string) => (await settled(id)).results.map(({ scores }) => scores)

  const first = await scoresOf((await ask('evaluations.start', start)).id)
  await ask('datasets.updateRow', { id: row.id, evaluatorIds: null })
  const second = await scoresOf((await ask('evaluations.start', start)).id)

  expect(first).toMatchObject([[{ score: 1 }], [{ evaluatorId: strict.id, score: 0 }]])
  expect(second).toMatchObject([[{ score: 1 }], [{ score: 1 }]])
})

test('what is missing is said before anything starts', async () => {
  const { ask, rejected, flowId } = await openEvaluations()
  const { id: datasetId } = await ask('datasets.create', { name: 'Empty', flowId })
  const start = { flowId, datasetId, targets: [{ kind: 'published' }] }

  expect(await rejected('evaluations.start', start)).toBe('This data set has no rows. Add some first.')
  await ask('datasets.addRow', { datasetId, input: 'Hello' })
  expect(await rejected('evaluations.start', start)).toBe(
    'This data set has no evaluators. Choose at least one.',
  )
})

test('a removed user leaves no data sets, evaluators or runs', async () => {
  const { ask, addSet, settled, flowId, store, services, ada } = await openEvaluations()
  const datasetId = await addSet(csv, { kind: 'contains' })
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  await settled(id)

  await store.transaction((tx) => services.knowledgeRemoval.remove(tx, ada.user.id))

  for (const table of [datasets, datasetRows, evaluators, evaluations, evaluationResults]) {
    expect(await store.db.select().from(table)).toEqual([])
  }
})

test('erasing a visitor erases what was copied from the conversation, also from ended runs', async () => {
  const { ask, ada, settled, addSet, flowId, store, services } = await openEvaluations()
  const rubric = 'The result must be right.'
  const datasetId = await addSet('input,output\nWhat is 1 + 1?,2\n', { kind: 'judge', rubric })
  const question = 'I am Mia from Bursa. What is 2 + 3?'
  const { chatId } = (await ada.call('POST', `/prediction/${flowId}`, { question })).json()
  await ask('datasets.fromConversations', { id: datasetId })
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const [, copied] = (await settled(id)).rows
  await ask('evaluations.runRow', { id, row: copied?.number })
  const { spentMicro } = await settled(id)
  // What a row was copied from is known after it was deleted, too.
  const later = await ask('datasets.get', { id: datasetId })
  await ask('datasets.removeRow', { id: later.rows[1].id })

  await services.privacy.erase(ada.user.id, { flowId, chatId })

  const run = await ask('evaluations.get', { id })
  expect(run).toMatchObject({ state: 'completed', done: 2, spentMicro })
  expect(run.rows.map(({ input }: { input: string }) => input)).toEqual(['What is 1 + 1?', '[erased]'])
  const stored = [
    await store.db.select().from(datasetRows),
    await store.db.select().from(evaluationResults),
    await store.db.select().from(runLog),
    await store.db.select().from(runs),
  ]
  expect(JSON.stringify(stored)).not.toMatch(/Mia|Bursa|2 \+ 3/)
})

test('erasing a visitor deletes the rows of data sets that were copied from the conversation', async () => {
  const { ask, ada, addSet, flowId, services } = await openEvaluations()
  const datasetId = await addSet('input,output\nWhat is 1 + 1?,2\n', { kind: 'contains' })
  const { chatId } = (await ada.call('POST', `/prediction/${flowId}`, { question: 'I am Mia.' })).json()
  await ask('datasets.fromConversations', { id: datasetId })

  await services.privacy.erase(ada.user.id, { flowId, chatId })

  const { rows } = await ask('datasets.get', { id: datasetId })
  expect(rows.map(({ input }: { input: string }) => input)).toEqual(['What is 1 + 1?'])
})

test('agent flows are evaluated, with their steps and what they cost', async () => {
  const { ask, addSet, settled, flowId, store } = await openEvaluations(
    JSON.stringify(answerFlow),
    'AGENTFLOW',
  )
  const datasetId = await addSet(csv, { kind: 'contains' })

  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const { state, results, spentMicro } = await settled(id)

  expect(state).toBe('completed')
  expect(results.map(({ answer, error }) => [answer.startsWith('Answer: '), error])).toEqual(
    Array.from({ length: 3 }, () => [true, null]),
  )
  expect(results[0]?.steps.map(({ label }) => label)).toEqual(['Start', 'Write', 'reply'])
  const calls = await store.db.select().from(modelCalls).where(eq(modelCalls.flowId, flowId))
  expect(calls).toHaveLength(3)
  expect(calls.reduce((sum, { costMicro }) => sum + costMicro, 0)).toBe(spentMicro)
  expect(await checkLedger(store.db)).toEqual([])
})

test('an agent flow that waits for a person fails its rows, and nobody is asked', async () => {
  const { ask, addSet, settled, flowId, store, services } = await openEvaluations(
    JSON.stringify(refundFlow),
    'AGENTFLOW',
  )
  const datasetId = await addSet(csv, { kind: 'contains' })

  const { id } = await ask('evaluations.start', { flowId, datasetId, targets: [{ kind: 'published' }] })
  const { state, results } = await settled(id)

  expect(state).toBe('completed')
  expect(new Set(results.map(({ error }) => error))).toEqual(
    new Set(['The flow waits for a person, and nobody answers in an evaluation.']),
  )
  const left = await store.db.select().from(runs).where(eq(runs.flowId, flowId))
  expect(left.filter((run) => run.state === 'waiting' || run.state === 'running')).toEqual([])
  expect(await store.db.select().from(runWaits)).toEqual([])
  // As after a crash before the result was stored: the stopped run is read, not asked again.
  const again = async () => Promise.reject(new Error('asked again'))
  const read = await settle(left[0]?.id ?? '', again, {
    runs: services.runs,
    signal: AbortSignal.timeout(5_000),
  })
  expect(read.error).toBe(results[0]?.error)
})

test('a model that was tried is put into the draft, which is otherwise left as it is, and nothing is published', async () => {
  const { ask, addSet, settled, flowId, rejected, ada, url } = await openEvaluations()
  const credential = (
    await ada.call('POST', '/credentials', {
      ...{ name: 'Sandbox', credentialName: 'openAIApi' },
      plainDataObj: { openAIApiKey: 'sandbox-mine', basePath: `${url}/sandbox/openai/v1` },
    })
  ).json()
  const flow = buildFlow([
    { name: 'chatOpenAI', inputs: { modelName: 'gpt-4o' }, credential: credential.id },
    { name: 'bufferMemory' },
    {
      name: 'conversationChain',
      inputs: { model: referenceTo('chatOpenAI_0'), memory: referenceTo('bufferMemory_0') },
    },
  ])
  const published = JSON.stringify(flow)
  await ada.call('PUT', `/chatflows/${flowId}`, { flowData: published })
  const datasetId = await addSet(csv, { kind: 'contains' })
  const model = { nodeId: 'chatOpenAI_0', model: 'gpt-4o-mini' }
  const targets = [{ kind: 'published' }, { kind: 'draft', model }]
  const { id } = await ask('evaluations.start', { flowId, datasetId, targets })
  const { versions, results } = await settled(id)

  expect(versions.map(({ modelName }) => modelName)).toEqual(['gpt-4o', 'gpt-4o-mini'])
  expect(results.map(({ error }) => error)).toEqual(Array.from({ length: 6 }, () => null))
  expect(await rejected('evaluations.applyModel', { id, versionId: versions[0]?.id })).toBe(
    'This version was run with the models of its flow.',
  )
  await ask('evaluations.applyModel', { id, versionId: versions[1]?.id })

  const { flowData } = await ask('flows.draft', { id: flowId })
  expect(JSON.parse(flowData)).toEqual(JSON.parse(published.replace('gpt-4o', 'gpt-4o-mini')))
  const live = (await ada.call('GET', `/chatflows/${flowId}`)).json()
  expect(JSON.parse(live.flowData)).toEqual(flow)
})
