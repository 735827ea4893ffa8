import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type RunRow, runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import type { StepWait } from '#shared/runs.ts'
import { openExecutions, refundFlow } from './testing/open-executions.ts'

test('open waits are listed to the owner of the flow with everything needed to answer', async () => {
  const { ask, ada, eve, services, flow } = await openExecutions(refundFlow)
  const { executionId } = await ask('order 7')

  expect(await services.waits.list(ada.user.id)).toMatchObject([
    {
      ...{ runId: executionId, flowId: flow.id, flowName: 'Refund desk', sessionId: 'order 7' },
      ...{ nodeId: 'check', nodeLabel: 'Check', question: 'order 7' },
      wait: { kind: 'human', text: 'Refund order 7?', takesFeedback: true },
    },
  ])
  expect(await services.waits.count(ada.user.id)).toBe(1)
  expect(await services.waits.list(eve.user.id)).toEqual([])
})

test('one of two simultaneous answers goes on with the run; the other one gets its state', async () => {
  const { ask, ada, eve, services, app } = await openExecutions(refundFlow)
  const { executionId: runId } = await ask('order 7')
  const [open] = await services.waits.list(ada.user.id)
  const payload = { runId, waitId: open?.wait.id, answer: 'proceed', feedback: 'Fine' }
  const answer = (headers: Record<string, string>, more = {}) =>
    app.inject({
      ...{ method: 'POST', url: '/trpc/executions.waiting.answer', headers },
      payload: { ...payload, ...more },
    })
  expect((await answer(eve.headers)).statusCode).toBe(404)
  expect((await answer(ada.headers, { answer: 'again' })).statusCode).toBe(400)

  const both = await Promise.all([answer(ada.headers), answer(ada.headers)])

  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await expect.poll(async () => (await services.runs.get(ada.user.id, runId)).state).toBe('finished')
  const late = await answer(ada.headers)
  expect(late.statusCode).toBe(409)
  expect(late.json().error.data.error.details).toEqual({ state: 'finished' })
  const { visits, answer: text } = await services.executions.detail(ada.user.id, runId)
  expect(text).toBe('Refunded.')
  expect(visits[1]?.answers).toMatchObject([{ type: 'proceed', feedback: 'Fine', by: 'user' }])
  expect(await services.waits.count(ada.user.id)).toBe(0)
})

test('an answered question loses its buttons, and the feedback becomes a message; so does a stopped one', async () => {
  const { ask, ada, services, flow } = await openExecutions(refundFlow)
  const messagesOf = async (chatId: string) =>
    (await ada.call('GET', `/chatmessage/${flow.id}?chatId=${chatId}`)).json<object[]>()
  await ask('seven')
  expect(await messagesOf('seven')).toMatchObject([{}, { content: 'Refund seven?', action: {} }])

  const humanInput = { type: 'proceed', feedback: 'Half of it' }
  await ada.call('POST', `/prediction/${flow.id}`, { chatId: 'seven', humanInput })

  const answered = await messagesOf('seven')
  expect(answered).toMatchObject([
    { role: 'userMessage', content: 'seven' },
    { role: 'apiMessage', content: 'Refund seven?' },
    { role: 'userMessage', content: 'Half of it' },
    { role: 'apiMessage', content: 'Refunded.' },
  ])
  expect(answered.some((message) => 'action' in message)).toBe(false)
  const { executionId } = await ask('eight')
  await services.executions.stop(ada.user.id, executionId)
  expect((await messagesOf('eight')).some((message) => 'action' in message)).toBe(false)
})

test('only arguments of the calls to approve can be changed', async () => {
  const { ask, ada, services } = await openExecutions(refundFlow)
  const { executionId: runId } = await ask('order 7')
  const [open] = await services.waits.list(ada.user.id)
  const answer = {
    runId,
    waitId: open?.wait.id ?? '',
    answer: 'proceed',
    changedArgs: { other: {} },
  } as const

  await expect(services.waits.answer(ada.user.id, answer)).rejects.toMatchObject({
    ...{ code: 'INVALID_INPUT', message: 'Only arguments of the calls to approve can be changed.' },
  })
  expect(await services.waits.count(ada.user.id)).toBe(1)
})

test('uncertain calls come first, then the nearest deadline, then the oldest', async () => {
  const { ask, ada, services, store } = await openExecutions(refundFlow)
  const order: [string, Partial<StepWait>][] = [
    ['plain', {}],
    ['later', { deadline: '2030-01-02T00:00:00.000Z' }],
    ['sooner', { deadline: '2030-01-01T00:00:00.000Z' }],
    ['unsure', { kind: 'uncertain' }],
  ]
  for (const [question, more] of order) {
    const { executionId } = await ask(question)
    const [row] = await store.db.select().from(runWaits).where(eq(runWaits.runId, executionId))
    await store.transaction(async (tx) => {
      await tx
        .update(runWaits)
        .set({ wait: { ...(row?.wait as StepWait), ...more } })
        .where(eq(runWaits.runId, executionId))
    })
  }

  const found = await services.waits.list(ada.user.id)

  expect(found.map(({ question }) => question)).toEqual(['unsure', 'sooner', 'later', 'plain'])
})

test('an uncertain call is settled with its result, and the run goes on without calling again', async () => {
  const { ask, ada, services, store } = await openExecutions(refundFlow)
  const { executionId } = await ask('order 7')
  // The same run, as a crash within a writing call would have left it.
  const [row] = await store.db.select().from(runs).where(eq(runs.id, executionId))
  const [page] = await store.db.select().from(runLog).where(eq(runLog.runId, executionId))
  const id = 'uncertain-run'
  const asUncertain = (wait: StepWait): StepWait => ({ ...wait, kind: 'uncertain' })
  const events = (page?.events ?? []).map(({ sequence, event }) => ({
    sequence,
    event:
      event.type === 'node_waiting'
        ? { ...event, wait: asUncertain(event.wait) }
        : event.type === 'run_waiting'
          ? { ...event, waits: event.waits.map(asUncertain) }
          : event,
  }))
  const [open] = await services.runs.waitsOf(executionId)
  await store.transaction(async (tx) => {
    await tx.insert(runs).values({ ...(row as RunRow), id })
    await tx.insert(runLog).values({ runId: id, sequence: 1, events })
    await tx.insert(runWaits).values({
      ...{ runId: id, id: open?.id ?? '', kind: 'uncertain', nodeId: 'check', userId: ada.user.id },
      ...{ flowId: row?.flowId ?? '', sessionId: 'other', openedDate: new Date(), deadline: null },
      wait: asUncertain(open?.wait as StepWait),
    })
  })

  const waitId = open?.id ?? ''
  await expect(
    services.waits.answer(ada.user.id, { runId: id, waitId, answer: 'proceed' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await services.waits.answer(ada.user.id, { runId: id, waitId, answer: 'done', value: { sent: true } })

  const { events: after } = await services.runs.trace(ada.user.id, id)
  expect(after.find(({ event }) => event.type === 'wait_answered')?.event).toMatchObject({
    answer: { type: 'done', value: { sent: true } },
  })
})
