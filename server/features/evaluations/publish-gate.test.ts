import { expect, test } from 'vitest'
import { auditEntries } from '#server/features/audit/audit.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { PublishReport } from '#shared/evaluations.ts'
import { openEvaluations } from './testing/open-evaluations.ts'

const csv = `input,output,must_pass\n${[...Array(8).keys()].map((n) => `What is ${n} + ${n}?,${2 * n},${n === 3}`).join('\n')}\n`

/** Answers in four words, so that no sum is ever right. */
function aWorseFlow() {
  const file = JSON.parse(aDemoFlow())
  for (const { data } of file.nodes) {
    if ('systemMessagePrompt' in data.inputs) {
      data.inputs.systemMessagePrompt = 'Worse.'
    }
    if (data.name === 'flowtillDemoModel') {
      data.inputs.maxTokens = 1
    }
  }
  return JSON.stringify(file)
}

async function openGate(gate: object = {}) {
  const world = await openEvaluations()
  const { ask, addSet, flowId } = world
  const datasetId = await addSet(csv, { kind: 'contains' })
  const rules = {
    passLine: 0.6,
    needsMust: true,
    needsNotWorse: true,
    maxCostIncrease: null,
    maxMedianMs: null,
  }
  await ask('evaluations.gate.save', { flowId, isOn: true, datasetId, ...rules, ...gate })
  const saveDraft = async (flowData: string) => {
    const { revision } = await ask('flows.head', { id: flowId })
    await ask('flows.saveDraft', { id: flowId, base: revision, flowData })
  }
  const runChecks = async () => {
    const targets = [{ kind: 'published' }, { kind: 'draft' }]
    const { id } = await ask('evaluations.start', { flowId, datasetId, targets })
    return world.settled(id)
  }
  const publishing = async (flowData: string, more: object = {}) => {
    const { revision } = await ask('flows.head', { id: flowId })
    return { id: flowId, base: revision, flowData, ...more }
  }
  return { ...world, datasetId, saveDraft, runChecks, publishing }
}

test('a draft that was never run is not published', async () => {
  const { rejected, saveDraft, publishing } = await openGate()
  await saveDraft(aWorseFlow())

  expect(await rejected('flows.publish', await publishing(aWorseFlow()))).toBe(
    'The publish checks have not been run with exactly this version. Run them first.',
  )
})

test('a data set that is run before publishing is not deleted', async () => {
  const { rejected, ask, datasetId, flowId } = await openGate()

  expect(await rejected('datasets.remove', { id: datasetId })).toMatch(
    /^“.+” runs this data set before publishing\. Switch that off or choose another set there first\.$/,
  )

  const gate = await ask('evaluations.gate.get', { flowId })
  await ask('evaluations.gate.save', { flowId, ...gate, isOn: false })
  await ask('datasets.remove', { id: datasetId })
  expect(await ask('datasets.list', {})).toEqual([])
})

test('a worse draft is rejected with its reasons, by every way to publish', async () => {
  const { ask, ada, rejected, saveDraft, runChecks, publishing, flowId } = await openGate()
  await saveDraft(aWorseFlow())
  const run = await runChecks()

  const report: PublishReport = await ask('evaluations.gate.report', { flowId, flowData: aWorseFlow() })

  expect(run.versions[1]?.difference).toMatchObject({ verdict: 'worse' })
  expect(report).toMatchObject({
    ...{ isOn: true, isPassed: false, run: { number: 1 }, row: { number: 4, after: 0, before: 1 } },
    checks: [
      { kind: 'must', isPassed: false, before: 1, after: 0 },
      { kind: 'score', isPassed: false },
    ],
  })
  expect(await rejected('flows.publish', await publishing(aWorseFlow()))).toBe(
    'A publish check failed: row 4 must pass and does not.',
  )
  const rest = await ada.call('PUT', `/chatflows/${flowId}`, { flowData: aWorseFlow() })
  expect(rest.statusCode).toBe(409)
  const { version } = await ask('flows.versions.save', await publishing(aWorseFlow()))
  const versions: { id: string; number: number }[] = await ask('flows.versions.list', { id: flowId })
  const versionId = versions.find(({ number }) => number === version)?.id
  expect(await rejected('flows.versions.publish', { id: flowId, versionId })).toMatch(
    'A publish check failed',
  )
})

test('publishing anyway needs a reason, which goes into the audit log and the version list', async () => {
  const { ask, rejected, saveDraft, runChecks, publishing, flowId, store } = await openGate()
  await saveDraft(aWorseFlow())
  await runChecks()

  expect(await rejected('flows.publish', await publishing(aWorseFlow(), { reason: ' ' }))).toMatch('Say why')
  await ask('flows.publish', await publishing(aWorseFlow(), { reason: 'The sale starts at six.' }))

  const entries = await store.db.select().from(auditEntries)
  expect(entries.find(({ action }) => action === 'flows.publishAnyway')?.details).toMatchObject({
    ...{ id: flowId, reason: 'The sale starts at six.' },
  })
  const [live] = await ask('flows.versions.list', { id: flowId })
  expect(live).toMatchObject({ isLive: true, name: 'The sale starts at six.' })
})

test('an equal draft passes, also when its nodes have moved since', async () => {
  const { ask, saveDraft, runChecks, publishing } = await openGate()
  const file = JSON.parse(aDemoFlow({ temperature: 0.5 }))
  await saveDraft(JSON.stringify(file))
  await runChecks()
  file.nodes[0].position.x += 400

  const head = await ask('flows.publish', await publishing(JSON.stringify(file)))

  expect(head.published.number).toBe(2)
})

test('limits of cost and time are checked too', async () => {
  const { ask, saveDraft, runChecks, flowId } = await openGate({ maxMedianMs: 1, maxCostIncrease: 0 })
  await saveDraft(aDemoFlow({ temperature: 0.5 }))
  await runChecks()

  const report: PublishReport = await ask('evaluations.gate.report', { flowId })

  expect(report.checks.map(({ kind, isPassed }) => [kind, isPassed])).toEqual([
    ['must', true],
    ['score', true],
    ['cost', true],
    ['speed', false],
  ])
})

test('a gate needs a data set of its owner', async () => {
  const { rejected, flowId } = await openEvaluations()
  const gate = { flowId, isOn: true, datasetId: null, passLine: 0.6, needsMust: true, needsNotWorse: true }
  const limits = { maxCostIncrease: null, maxMedianMs: null }

  expect(await rejected('evaluations.gate.save', { ...gate, ...limits })).toBe(
    'Choose the data set to run before publishing.',
  )
  expect(await rejected('evaluations.gate.save', { ...gate, ...limits, datasetId: 'other' })).toBe(
    'This data set does not exist.',
  )
})
