import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { type RunRow, runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { answerFlow, openExecutions, refundFlow } from './testing/open-executions.ts'

test('executions are listed newest first, by page and by every filter, to their owner alone', async () => {
  const { ask, ada, eve, flow } = await openExecutions(refundFlow)
  const first = await ask('order 1')
  const second = await ask('order 2')
  await ada.call('POST', `/prediction/${flow.id}`, { chatId: 'order 1', humanInput: { type: 'proceed' } })
  const idsOf = async (query: string) => {
    const { data, total } = (await ada.call('GET', `/executions${query}`)).json()
    return [data.map(({ id }: { id: string }) => id), total]
  }

  expect(await idsOf('')).toEqual([[second.executionId, first.executionId], 2])
  expect(await idsOf('?page=2&limit=1')).toEqual([[first.executionId], 2])
  expect(await idsOf('?state=STOPPED')).toEqual([[second.executionId], 1])
  expect(await idsOf('?state=TIMEOUT')).toEqual([[], 0])
  expect(await idsOf('?sessionId=order%201')).toEqual([[first.executionId], 1])
  expect(await idsOf(`?id=${first.executionId}`)).toEqual([[first.executionId], 1])
  expect(await idsOf('?agentflowName=REFUND')).toEqual([[second.executionId, first.executionId], 2])
  expect(await idsOf('?agentflowName=other')).toEqual([[], 0])
  expect(await idsOf('?endDate=2020-01-01T00:00:00Z')).toEqual([[], 0])
  expect(await idsOf(`?agentflowId=${flow.id}&startDate=2020-01-01T00:00:00Z`)).toEqual([
    [second.executionId, first.executionId],
    2,
  ])
  expect((await ada.call('GET', '/executions?page=0')).statusCode).toBe(400)
  expect((await eve.call('GET', '/executions')).json()).toEqual({ data: [], total: 0 })
})

test('an execution has the data, the state and the action that Flowise clients expect', async () => {
  const { ask, ada, eve, flow } = await openExecutions(refundFlow)
  const { executionId } = await ask('order 7')

  const execution = (await ada.call('GET', `/executions/${executionId}`)).json()

  expect(execution).toMatchObject({
    ...{ id: executionId, agentflowId: flow.id, sessionId: 'order 7', state: 'STOPPED', isPublic: false },
    agentflow: { id: flow.id, name: 'Refund desk', type: 'AGENTFLOW' },
    stoppedDate: null,
  })
  expect(JSON.parse(execution.executionData)).toMatchObject([
    { nodeId: 'start', status: 'FINISHED' },
    { nodeId: 'check', status: 'STOPPED', previousNodeIds: ['start'] },
  ])
  expect(JSON.parse(execution.action)).toMatchObject({
    elements: [{ label: 'Proceed' }, { label: 'Reject' }],
  })
  expect((await eve.call('GET', `/executions/${executionId}`)).statusCode).toBe(404)
  expect((await eve.call('PUT', `/executions/${executionId}`, { isPublic: true })).statusCode).toBe(404)
  expect((await eve.call('DELETE', `/executions/${executionId}`)).statusCode).toBe(404)
  expect((await eve.call('DELETE', '/executions', { executionIds: [executionId] })).json()).toEqual({
    ...{ success: true, deletedCount: 0 },
  })
})

test('a shared execution can be opened by anyone, without secrets, until it is no longer shared', async () => {
  const { ask, ada, app, store } = await openExecutions(answerFlow)
  const { executionId } = await ask('What is Flowtill?')
  const open = () => app.inject(`/api/v1/public-executions/${executionId}`)
  expect((await open()).statusCode).toBe(404)

  const [page] = await store.db.select().from(runLog).where(eq(runLog.runId, executionId))
  const stepInput = {
    ...{ url: 'https://shop.example', password: 'pw-1', openAIApiKey: 'sk-1', credential: 'cred-1' },
    headers: [
      { key: 'Authorization', value: 'Bearer tok-1' },
      { key: 'Accept', value: 'text/plain' },
    ],
    config: '{"FLOWISE_CREDENTIAL_ID":"cred-2","size":3}',
  }
  await store.transaction((tx) =>
    tx
      .update(runLog)
      .set({
        events: (page?.events ?? []).map((logged) =>
          logged.event.type === 'node_finished'
            ? { ...logged, event: { ...logged.event, stepInput } }
            : logged,
        ),
      })
      .where(eq(runLog.runId, executionId)),
  )
  const shared = await ada.call('PUT', `/executions/${executionId}`, { isPublic: true })
  expect(shared.json()).toMatchObject({ isPublic: true, state: 'FINISHED' })

  const response = await open()

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ id: executionId, state: 'FINISHED' })
  expect(response.body).toContain('https://shop.example')
  expect(response.body).toContain('text/plain')
  for (const secret of ['pw-1', 'sk-1', 'tok-1', 'cred-1', 'cred-2']) {
    expect(response.body).not.toContain(secret)
  }
  const screen = await app.inject({
    ...{ url: '/trpc/executions.shared', query: { input: JSON.stringify({ id: executionId }) } },
  })
  expect(screen.body).toContain('https://shop.example')
  expect(screen.body).not.toMatch(/pw-1|sk-1|tok-1|cred-[12]|costMicro":[1-9]/)

  await ada.call('PUT', `/executions/${executionId}`, { isPublic: false })
  expect((await open()).statusCode).toBe(404)
})

test('deleting removes log, waits and the mention in messages, and keeps the costs', async () => {
  const { ask, ada, store, services, flow } = await openExecutions(refundFlow)
  const { executionId } = await ask('order 7')
  const before = await services.messages.list({ flowId: flow.id, order: 'ASC' })
  expect(before.at(-1)).toMatchObject({ executionId, action: expect.anything() })

  expect((await ada.call('DELETE', `/executions/${executionId}`)).json()).toEqual({
    ...{ success: true, deletedCount: 1 },
  })

  expect(await store.db.select().from(runLog).where(eq(runLog.runId, executionId))).toEqual([])
  expect(await store.db.select().from(runWaits)).toEqual([])
  const [row] = await store.db.select().from(runs).where(eq(runs.id, executionId))
  expect(row).toMatchObject({ state: 'stopped', program: null })
  const left = await store.db.select().from(messages)
  expect(left.length).toBe(before.length)
  expect(JSON.stringify(left.map(({ extras }) => extras))).not.toContain(executionId)
  expect((await ada.call('GET', `/executions/${executionId}`)).statusCode).toBe(404)
  expect((await ada.call('DELETE', `/executions/${executionId}`)).statusCode).toBe(404)
  const late = await ada.call('POST', `/prediction/${flow.id}`, {
    ...{ chatId: 'order 7', humanInput: { type: 'proceed' } },
  })
  expect(late.statusCode).toBe(409)
})

test('a finished conversation still remembers the answers of a deleted execution', async () => {
  const { ask, ada, services, store, flow } = await openExecutions(answerFlow)
  const { executionId } = await ask('What is Flowtill?', 'chat')
  const spent = (await services.runs.get(ada.user.id, executionId)).costMicro
  const recall = () => services.messages.history(store.db, { flowId: flow.id, sessionId: 'chat' })
  const history = await recall()

  await ada.call('DELETE', '/executions', { executionIds: [executionId, executionId, 'none'] })

  expect(spent).toBeGreaterThan(0)
  expect(history).toHaveLength(2)
  expect(await recall()).toEqual(history)
  const [total] = await services.runs.totals(ada.user.id, new Date(0))
  expect(total).toMatchObject({ flowId: flow.id, costMicro: spent })
  expect(await checkLedger(store.db)).toEqual([])
})

test('a running execution is stopped before it is deleted', async () => {
  const { ada, flow, services, store, eve } = await openExecutions(answerFlow)
  const { versionId } = await services.flows.find(flow.id)
  const run = services.runs.start({
    ...{ flowId: flow.id, versionId, userId: ada.user.id, chatId: 'c', sessionId: 'c', chatType: 'EXTERNAL' },
    ...{ memoryType: undefined, question: 'Hello', leadEmail: undefined, messageId: 'm', program: 'control' },
  })
  run.log.note({ type: 'run_started', question: 'Hello' })
  await run.log.append({ type: 'node_started', nodeId: 'start', label: 'Start', key: 'start#1' })
  run.signal.addEventListener('abort', () => {
    void run.log.append({ type: 'run_stopped', text: '', usage: run.totals.usage }).then(run.close)
  })
  expect((await ada.call('GET', `/executions/${run.id}`)).json()).toMatchObject({ state: 'INPROGRESS' })
  const stopByEve = await eve.call('DELETE', `/executions/${run.id}`)
  expect(stopByEve.statusCode).toBe(404)

  const response = await ada.call('DELETE', `/executions/${run.id}`)

  expect(response.json()).toEqual({ success: true, deletedCount: 1 })
  expect(run.signal.aborted).toBe(true)
  const [row] = await store.db.select().from(runs).where(eq(runs.id, run.id))
  expect(row).toMatchObject({ state: 'stopped', program: null } satisfies Partial<RunRow>)
  expect(await store.db.select().from(runLog).where(eq(runLog.runId, run.id))).toEqual([])
})

test('a waiting execution is stopped in its log, and an answer comes too late', async () => {
  const { ask, ada, services, flow } = await openExecutions(refundFlow)
  const { executionId } = await ask('order 7')

  await services.executions.stop(ada.user.id, executionId)

  const { events } = await services.runs.trace(ada.user.id, executionId)
  expect(events.at(-1)?.event).toMatchObject({ type: 'run_stopped' })
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  expect((await ada.call('GET', `/executions/${executionId}`)).json()).toMatchObject({ state: 'TERMINATED' })
  const late = await ada.call('POST', `/prediction/${flow.id}`, {
    ...{ chatId: 'order 7', humanInput: { type: 'proceed' } },
  })
  expect(late.statusCode).toBe(409)
})

test('the list for the screen is paged by cursor and counts the states', async () => {
  const { ask, ada, services } = await openExecutions(refundFlow)
  const runsOf = [await ask('order 1'), await ask('order 2'), await ask('order 3')]
  const [oldest, , newest] = runsOf.map(({ executionId }) => executionId)

  const first = await services.executions.list(ada.user.id, { limit: 2 })
  const second = await services.executions.list(ada.user.id, { limit: 2, cursor: first.nextCursor })

  expect(first.items[0]).toMatchObject({
    ...{ id: newest, flowName: 'Refund desk', question: 'order 3', state: 'waiting', durationMs: null },
    wait: { kind: 'human', text: 'Refund order 3?' },
  })
  expect(first.items).toHaveLength(2)
  expect(second).toMatchObject({ items: [{ id: oldest }], nextCursor: null })
  expect(await services.executions.counts(ada.user.id, {})).toEqual({
    ...{ running: 0, waiting: 3, finished: 0, failed: 0, stopped: 0 },
  })
})

test('the detail has every visit with its calls, costs and durations', async () => {
  const { ask, ada, services } = await openExecutions(answerFlow)
  const { executionId, text } = await ask('What is Flowtill?')

  const detail = await services.executions.detail(ada.user.id, executionId)

  expect(detail).toMatchObject({ state: 'finished', answer: text, waitedMs: 0, recoveries: 0, error: null })
  expect(detail.visits).toMatchObject([
    { key: 'start#1', label: 'Start', state: 'finished', round: 1, parent: null },
    {
      ...{ key: 'llm#1', label: 'Write', state: 'finished', costMicro: detail.costMicro },
      calls: [{ kind: 'model', state: 'finished', costMicro: detail.costMicro }],
    },
    { key: 'reply#1', output: { content: text } },
  ])
  expect(detail.costMicro).toBeGreaterThan(0)
})

test('a run that has been taken over shows its earlier steps while it goes on', async () => {
  const { ask, ada, services } = await openExecutions(refundFlow)
  const { executionId } = await ask('order 7')
  const [wait] = await services.runs.waitsOf(executionId)
  const row = await services.runs.get(ada.user.id, executionId)
  const claimed = await services.runs.claimAnswered(row, {
    ...{ waitId: wait?.id ?? '', answer: { type: 'proceed' }, by: { kind: 'user' } },
  })
  const run = services.runs.resume(claimed, 'm')
  run.log.note({ type: 'node_started', nodeId: 'yes', label: 'yes', key: 'yes#1' })

  const { visits, state } = await services.executions.detail(ada.user.id, executionId)

  expect(visits.map(({ key }) => key)).toEqual(['start#1', 'check#1', 'yes#1'])
  expect(state).toBe('running')
  await run.log.append({ type: 'run_stopped', text: '', usage: run.totals.usage })
  run.close()
})
