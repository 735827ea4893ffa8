import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { dialect } from '#server/db/dialect.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { createServices } from '#server/services.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp, testSecrets } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import type { RunEvent } from '#shared/runs.ts'
import { claimsWithoutProgress } from './claim-run.ts'
import { type RunWaitRow, runLog, runs, runWaits } from './runs.table.ts'

const event = (type: string) => ({ type, at: 0 }) as RunEvent
const llm = {
  ...{ id: 'llm', name: 'llmAgentflow', label: 'LLM' },
  inputs: { llmModel: 'flowtillDemoModel', llmModelConfig: {}, llmReturnResponseAs: 'assistantMessage' },
}
const start = { id: 'start', name: 'startAgentflow', label: 'Start' }

async function openFlow(apiConfig: object = {}) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const steps = Array.from({ length: 3 }, (_, index) => ({ ...llm, id: `llm_${index}` }))
  const edges = ['start', ...steps.map(({ id }) => id)]
    .slice(0, -1)
    .map((id, index) => `${id} -> llm_${index}`)
  const flowData = JSON.stringify(aControlFlow([start, ...steps], edges))
  const body = { name: 'Agent', type: 'AGENTFLOW', flowData, apiConfig: JSON.stringify(apiConfig) }
  const flow = (await ada.call('POST', '/chatflows', body)).json()
  const ask = () => ada.call('POST', `/prediction/${flow.id}`, { question: 'Hello', chatId: 'chat' })
  return { ...world, ada, flow, ask }
}

test('claims are counted since the last progress of the run', () => {
  const claims = [event('run_claimed'), event('node_started'), event('run_claimed')]

  expect(claimsWithoutProgress([event('run_started'), ...claims])).toBe(2)
  expect(claimsWithoutProgress([...claims, event('model_finished'), event('run_claimed')])).toBe(1)
})

test('a run that has ended its process twenty times on one step is failed, and holds up no other', async () => {
  const { ask, store, services } = await openFlow()
  await ask()
  const [run] = await store.db.select().from(runs)
  const id = run?.id ?? ''
  const dead = { state: 'running', owner: 'a dead process', endedDate: null } as const
  await store.transaction(async (tx) => {
    await tx.delete(runLog).where(eq(runLog.runId, id))
    const events = [
      { type: 'run_started', at: 0, question: 'Hello', input: { kind: 'question' }, state: {} },
      ...Array.from({ length: 19 }, () => ({
        type: 'run_claimed',
        at: 1,
        processId: 'dead',
        reason: 'orphan',
      })),
    ] as RunEvent[]
    const page = events.map((each, index) => ({ sequence: index + 1, event: each }))
    await tx.insert(runLog).values({ runId: id, sequence: 1, events: page })
    await tx.update(runs).set(dead).where(eq(runs.id, id))
  })

  expect(await services.chat.goOnWithRuns()).toEqual({ resumed: 0, errors: [] })

  const [ended] = await store.db.select().from(runs)
  expect(ended).toMatchObject({ state: 'failed' })
  expect((await services.runs.eventsOf(id)).at(-1)).toMatchObject({
    type: 'run_failed',
    message: expect.stringContaining('stopped repeatedly'),
  })
  expect(await services.chat.goOnWithRuns()).toEqual({ resumed: 0, errors: [] })
})

test('a run ends before a model call that could exceed its limit; what it has cost stays charged', async () => {
  const { ask, ada, store, services } = await openFlow({ runLimits: { status: true, maxCostUsd: 0.00001 } })
  const before = (await ada.call('GET', '/wallets/me')).json().balance

  const response = await ask()

  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({
    code: 'RUN_LIMIT',
    message: 'The next model call could exceed the limit of 0.000010 USD per run.',
  })
  const [run] = await store.db.select().from(runs)
  expect(run).toMatchObject({ state: 'failed' })
  const spent = (run?.costMicro ?? 0) / 1_000_000
  expect(before - (await ada.call('GET', '/wallets/me')).json().balance).toBeCloseTo(spent, 6)
  expect(await checkLedger(store.db)).toEqual([])
  const { balance, available } = await services.wallet.get(ada.user.id)
  expect(available).toBe(balance)
})

test('the limit of a run includes the runs it calls, also when the called run goes on after a wait', async () => {
  const { ada, store } = await openFlow()
  const limited = JSON.stringify({ runLimits: { status: true, maxCostUsd: 0.00001 } })
  const create = async (file: ReturnType<typeof aControlFlow>, apiConfig = '{}') => {
    const body = { name: 'Agent', type: 'AGENTFLOW', flowData: JSON.stringify(file), apiConfig }
    return (await ada.call('POST', '/chatflows', body)).json<{ id: string }>().id
  }
  const callerOf = (id: string) => {
    const inputs = { executeFlowSelectedFlow: id, executeFlowInput: 'Hello' }
    const call = { id: 'call', name: 'executeFlowAgentflow', label: 'Call', inputs }
    return create(aControlFlow([start, call], ['start -> call']), limited)
  }
  const check = {
    ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
    inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
  }
  const ask = (id: string, body: object) =>
    ada.call('POST', `/prediction/${id}`, { chatId: 'calls', ...body })
  const over = { code: 'RUN_LIMIT', message: expect.stringContaining('the limit of 0.000010 USD per run') }

  const atOnce = await callerOf(await create(aControlFlow([start, llm], ['start -> llm'])))
  expect((await ask(atOnce, { question: 'Hello' })).json()).toMatchObject(over)

  const waiting = await callerOf(
    await create(aControlFlow([start, check, llm], ['start -> check', 'check:0 -> llm'])),
  )
  expect((await ask(waiting, { question: 'Hello' })).json()).toMatchObject({ text: 'Go on?' })
  expect((await ask(waiting, { humanInput: { type: 'proceed' } })).json()).toMatchObject(over)

  expect((await store.db.select().from(runs)).map(({ costMicro }) => costMicro)).toEqual([0, 0, 0, 0])
  expect(await checkLedger(store.db)).toEqual([])
})

test('an account has at most 10,000 open waits; a run beyond them fails and is no longer open', async () => {
  const { ada, store } = await openFlow()
  const check = {
    ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
    inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
  }
  const flowData = JSON.stringify(aControlFlow([start, check], ['start -> check']))
  const { id } = (await ada.call('POST', '/chatflows', { name: 'Agent', type: 'AGENTFLOW', flowData })).json()
  const ask = (chatId: string) => ada.call('POST', `/prediction/${id}`, { question: 'Hello', chatId })
  expect((await ask('first')).json()).toMatchObject({ text: 'Go on?' })
  const [first] = await store.db.select().from(runWaits)
  const copies = Array.from(
    { length: 9_999 },
    (_, index) => ({ ...first, id: `copy ${index}` }) as RunWaitRow,
  )
  await store.transaction(async (tx) => {
    for (let at = 0; at < copies.length; at += 500) {
      await tx.insert(runWaits).values(copies.slice(at, at + 500))
    }
  })

  expect((await ask('second')).json()).toMatchObject({
    code: 'RUN_LIMIT',
    message: expect.stringContaining('10,000 runs of this account wait for an answer'),
  })
  expect((await store.db.select().from(runs)).map(({ state }) => state).toSorted()).toEqual([
    'failed',
    'waiting',
  ])
})

test('a generous limit does not matter', async () => {
  const { ask } = await openFlow({ runLimits: { status: true, maxCostUsd: 1 } })

  expect((await ask()).statusCode).toBe(200)
})

test('the number of steps can be lower than that of the server', async () => {
  const { ask } = await openFlow({ runLimits: { status: true, maxSteps: 2 } })

  const response = await ask()

  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ message: 'The run has taken 2 steps, which is its limit.' })
})

test('a run is stopped from another process, which aborts the request to its service and charges nothing twice', async () => {
  const received = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  const slow = await listen((_, response) => {
    received.resolve()
    response.on('close', () => aborted.resolve())
  })
  const env = { OUTGOING_ALLOW: new URL(slow.origin).host }
  const world = await createTestApp({ listen: true, env })
  const ada = await world.signUp('ada')
  const http = {
    id: 'http',
    name: 'httpAgentflow',
    label: 'HTTP',
    inputs: { method: 'GET', url: slow.origin },
  }
  const flowData = JSON.stringify(aControlFlow([start, llm, http], ['start -> llm', 'llm -> http']))
  const flow = (await ada.call('POST', '/chatflows', { name: 'Agent', type: 'AGENTFLOW', flowData })).json()
  const asked = ada.call('POST', `/prediction/${flow.id}`, { question: 'Hello', chatId: 'chat' })
  const running = async () => (await world.store.db.select().from(runs).where(eq(runs.flowId, flow.id)))[0]
  await received.promise
  const other = createServices({
    ...{ store: world.store, secrets: testSecrets },
    config: readConfig({ DATA_DIR: '/nowhere' }),
  })

  await other.runs.stop(ada.user.id, (await running())?.id ?? '')
  await world.services.runs.dropLost()

  expect((await asked).statusCode).toBe(503)
  await aborted.promise
  expect(await running()).toMatchObject({ state: 'stopped' })
  expect((await world.services.runs.eventsOf((await running())?.id ?? '')).at(-1)?.type).toBe('run_stopped')
  expect(await checkLedger(world.store.db)).toEqual([])
  expect(await world.services.chat.goOnWithRuns()).toMatchObject({ resumed: 0 })
})

test('a process that was frozen checks that it still has its run before it writes to a service', async () => {
  const frozen = vi.spyOn(performance, 'now')
  onTestFinished(() => void frozen.mockRestore())
  const tool = await listen(async (_, response) => {
    // Meanwhile another process takes the run over, and 20 seconds pass.
    await world.store.transaction((tx) => tx.update(runs).set({ owner: 'another process' }))
    const { now } = Performance.prototype
    frozen.mockImplementation(() => now.call(performance) + 20_000)
    response.end('{}')
  })
  const world = await createTestApp({ env: { OUTGOING_ALLOW: new URL(tool.origin).host } })
  const ada = await world.signUp('ada')
  const post = (id: string) => ({
    ...{ id, name: 'httpAgentflow', label: id },
    inputs: { method: 'POST', url: tool.origin, body: '{}', bodyType: 'json' },
  })
  const flowData = JSON.stringify(
    aControlFlow([start, post('first'), post('second')], ['start -> first', 'first -> second']),
  )
  const flow = (await ada.call('POST', '/chatflows', { name: 'Agent', type: 'AGENTFLOW', flowData })).json()

  const response = await ada.call('POST', `/prediction/${flow.id}`, { question: 'Hello', chatId: 'chat' })

  // SQLite has one process, which cannot lose a run.
  const isShared = dialect === 'postgres'
  expect(response.statusCode).toBe(isShared ? 503 : 200)
  expect(tool.hits()).toBe(isShared ? 1 : 2)
})
