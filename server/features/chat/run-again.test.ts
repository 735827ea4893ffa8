import { expect, test } from 'vitest'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { noUsage } from '#shared/runs.ts'

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const llm = (id: string, system = 'Answer.') => ({
  ...{ id, name: 'llmAgentflow', label: id },
  inputs: {
    ...{ llmModel: 'flowtillDemoModel', llmModelConfig: {}, llmReturnResponseAs: 'assistantMessage' },
    llmMessages: [{ role: 'system', content: system }],
  },
})
const reply = { id: 'reply', name: 'directReplyAgentflow', label: 'Reply' }

/** A flow that calls a model, sends a request, calls a model again and answers. */
async function openFlow() {
  const calls: string[] = []
  const shop = { isBroken: false }
  const server = await listen((request, response) => {
    calls.push(request.method ?? '')
    response.statusCode = shop.isBroken ? 500 : 200
    response.end('Sent.')
  })
  const world = await createTestApp({ listen: true, env: { OUTGOING_ALLOW: new URL(server.origin).host } })
  const ada = await world.signUp('ada')
  const fileOf = ({ message = 'Done: {{ second }}', system = 'Answer.' } = {}) =>
    JSON.stringify(
      aControlFlow(
        [
          ...[start, llm('first', system)],
          {
            id: 'post',
            name: 'httpAgentflow',
            label: 'Post',
            inputs: { method: 'POST', url: server.origin },
          },
          llm('second'),
          { ...reply, inputs: { directReplyMessage: message } },
        ],
        ['start -> first', 'first -> post', 'post -> second', 'second -> reply'],
      ),
    )
  const body = { name: 'Agent', type: 'AGENTFLOW', flowData: fileOf() }
  const flow = (await ada.call('POST', '/chatflows', body)).json<{ id: string }>()
  const asked = async () =>
    (await ada.call('POST', `/prediction/${flow.id}`, { question: 'Hello', chatId: 'chat' })).json()
  const publish = (parts: Parameters<typeof fileOf>[0]) =>
    ada.call('PUT', `/chatflows/${flow.id}`, { flowData: fileOf(parts) })

  async function runAgain(id: string, key: string) {
    const { runId } = await world.services.chat.runAgain(ada.user.id, id, key)
    await expect
      .poll(async () => (await world.services.runs.get(ada.user.id, runId)).state)
      .not.toBe('running')
    const { run, events } = await world.services.runs.trace(ada.user.id, runId)
    const all = events.map(({ event }) => event)
    const nodesOf = (type: string) =>
      all.flatMap((event) => (event.type === type && 'nodeId' in event ? event.nodeId : []))
    return { run, events: all, models: nodesOf('model_called'), tools: nodesOf('tool_called') }
  }
  return { ...world, ada, flow, calls, shop, asked, publish, runAgain }
}

test('only the chosen step and those after it run and are charged; the others keep their results', async () => {
  const { asked, calls, runAgain, store, services, ada } = await openFlow()
  const { executionId } = await asked()
  const before = await services.runs.get(ada.user.id, executionId)

  const { run, events, models, tools } = await runAgain(executionId, 'second#1')

  expect(calls).toEqual(['POST'])
  expect([models, tools]).toEqual([['second'], []])
  expect(run).toMatchObject({ state: 'finished' })
  expect(run.costMicro).toBeGreaterThan(0)
  expect(run.costMicro).toBeLessThan(before.costMicro)
  expect(events[0]).toMatchObject({ type: 'run_started', question: 'Hello', reuses: executionId })
  const started = events.filter((event) => event.type === 'node_started')
  expect(started.map(({ nodeId, reused }) => [nodeId, reused === true])).toEqual([
    ...[
      ['start', true],
      ['first', true],
      ['post', true],
    ],
    ...[
      ['second', false],
      ['reply', false],
    ],
  ])
  const { visits } = await services.executions.detail(ada.user.id, run.id)
  expect(visits.map(({ reused }) => reused)).toEqual([true, true, true, false, false])
  expect(await checkLedger(store.db)).toEqual([])
})

test('a changed step before the chosen one runs again, and so does everything after it', async () => {
  const { asked, calls, publish, runAgain } = await openFlow()
  const { executionId } = await asked()
  await publish({ system: 'Answer briefly.' })

  const { models } = await runAgain(executionId, 'reply#1')

  expect(models).toEqual(['first', 'second'])
  expect(calls).toEqual(['POST', 'POST'])
})

test('a changed step after the chosen one does not cost the steps before it', async () => {
  const { asked, publish, runAgain } = await openFlow()
  const { executionId } = await asked()
  await publish({ message: 'New text.' })

  const { models, events } = await runAgain(executionId, 'reply#1')

  expect(models).toEqual([])
  expect(events.at(-1)).toMatchObject({ type: 'run_finished', text: 'New text.', costMicro: 0 })
})

test('a failed run is tried again from its failed step', async () => {
  const { asked, calls, shop, runAgain, ada, services } = await openFlow()
  shop.isBroken = true
  await asked()
  const { items } = await services.executions.list(ada.user.id, { limit: 10 })
  shop.isBroken = false

  const { run, models } = await runAgain(items[0]?.id ?? '', 'post#1')

  expect(run.state).toBe('finished')
  expect(models).toEqual(['second'])
  expect(calls.length).toBeGreaterThan(1)
})

test('an unknown step, a run under way and the run of another user are rejected', async () => {
  const { asked, signUp, services, ada } = await openFlow()
  const { executionId } = await asked()
  const eve = await signUp('eve')

  await expect(services.chat.runAgain(ada.user.id, executionId, 'nothing#1')).rejects.toThrow('no such step')
  await expect(services.chat.runAgain(eve.user.id, executionId, 'first#1')).rejects.toThrow('does not exist')
})

test('on the canvas the draft runs again from the last visit of a node', async () => {
  const { services, ada, flow, calls } = await openFlow()
  const ask = (more: object) =>
    services.chat.runOnCanvas(ada.user.id, { flowId: flow.id, question: 'Hello', ...more })
  const ended = async (id: string) => {
    await expect.poll(async () => (await services.runs.get(ada.user.id, id)).state).toBe('finished')
  }
  const { runId } = await ask({})
  await ended(runId)

  const again = await ask({ reuse: { runId, from: 'second' } })
  await ended(again.runId)

  const { events } = await services.runs.trace(ada.user.id, again.runId)
  expect(events.flatMap(({ event }) => (event.type === 'model_called' ? event.nodeId : []))).toEqual([
    'second',
  ])
  expect(calls).toEqual(['POST'])
  await expect(ask({ reuse: { runId, from: 'nothing' } })).rejects.toThrow('no such step')
})

test('a step with a pinned reply calls no model and costs nothing on the canvas; its tools are called', async () => {
  const { ada, flow, services, calls } = await openFlow()
  const said = (text: string) => [
    { callId: `${text}#1:model:${text}:1`, reply: { text, usage: noUsage, estimated: false } },
  ]

  const { runId } = await services.chat.runOnCanvas(ada.user.id, {
    ...{ flowId: flow.id, question: 'Hello', pinned: { first: said('first'), second: said('second') } },
  })

  await expect.poll(async () => (await services.runs.get(ada.user.id, runId)).state).toBe('finished')
  const { answer, costMicro, visits } = await services.executions.detail(ada.user.id, runId)
  expect({ answer, costMicro }).toEqual({ answer: 'Done: second', costMicro: 0 })
  expect(visits.find(({ nodeId }) => nodeId === 'first')?.calls).toMatchObject([
    { kind: 'model', state: 'finished', output: 'first', costMicro: 0 },
  ])
  expect(calls).toEqual(['POST'])
  const { events } = await services.runs.trace(ada.user.id, runId)
  expect(events.filter(({ event }) => event.type === 'model_called')).toEqual([])
  expect(events.filter(({ event }) => event.type === 'model_reused')).toMatchObject([
    { event: { from: 'pin', nodeId: 'first' } },
    { event: { from: 'pin', nodeId: 'second' } },
  ])
})
