import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { noUsage } from '#shared/runs.ts'
import type { Opening } from './runs.service.ts'

async function openHistory() {
  let minute = 0
  const world = await createTestApp({ now: () => new Date(Date.UTC(2026, 10, 21, 10, minute)) })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow = await world.services.flows.create(ada.user.id, {
    name: 'x',
    type: 'CHATFLOW',
    flowData: '{"nodes":[],"edges":[]}',
  })
  const run = async (question: string, changes: Partial<Opening> = {}, ends = true) => {
    minute += 1
    const opening: Opening = {
      flowId: flow.id,
      versionId: flow.versionId,
      userId: ada.user.id,
      chatId: 'c1',
      sessionId: 'c1',
      chatType: 'INTERNAL',
      memoryType: undefined,
      question,
      leadEmail: undefined,
      messageId: `m${minute}`,
      ...changes,
    }
    const open = world.services.runs.start(opening)
    open.log.note({ type: 'run_started', question, ...(changes.isPart && { until: 'node_0' }) })
    open.log.note({ type: 'node_started', nodeId: 'node_0', label: 'A node' })
    if (ends) {
      await open.log.append({ type: 'run_finished', text: 'Yes.', usage: noUsage })
      open.close()
    }
    return open
  }
  const notify = async (name: string, input: object, { headers } = ada) => {
    const query = encodeURIComponent(JSON.stringify(input))
    const response = await world.app.inject({ url: `/trpc/${name}?input=${query}`, headers })
    return response.json()
  }
  const list = async (input: object = {}) =>
    (await notify('runs.list', { flowId: flow.id, ...input })).result.data
  return { ...world, ada, eve, flow, run, tell: notify, list }
}

test('a history is newest first, in pages without repeats or gaps', async () => {
  const { run, list } = await openHistory()
  for (const question of ['one', 'two', 'three', 'four', 'five']) {
    await run(question)
  }

  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.nextCursor })
  const third = await list({ limit: 2, cursor: second.nextCursor })

  const requested = [first, second, third].flatMap(({ runs }) =>
    runs.map(({ question }: { question: string }) => question),
  )
  expect(requested).toEqual(['five', 'four', 'three', 'two', 'one'])
  expect(third.nextCursor).toBeNull()
  expect(first.runs[0]).toMatchObject({
    state: 'finished',
    durationMs: 0,
    tokens: 0,
    costMicro: 0,
    chatType: 'INTERNAL',
    until: null,
  })
})

test('a long question is shortened; a run to a node only names the node', async () => {
  const { run, list, services, ada, flow } = await openHistory()
  await run('x'.repeat(5_000))
  await run('part', { isPart: true })

  const { runs } = await list()

  expect(runs[1].question).toBe('x'.repeat(200))
  expect(runs[0].until).toBe('node_0')
  const conversation = await services.chat.conversation(ada.user.id, flow.id, 'c1')
  expect(conversation.map(({ content }) => content)).not.toContain('part')
})

test('a stored run can be replayed; a running one returns its events so far', async () => {
  const { run, tell: notify } = await openHistory()
  const ended = await run('Hello?')
  const going = await run('Still there?', {}, false)

  const past = (await notify('runs.trace', { runId: ended.id })).result.data
  const live = (await notify('runs.trace', { runId: going.id })).result.data

  expect(past.run).toMatchObject({ question: 'Hello?', state: 'finished' })
  expect(past.events.map(({ event }: { event: { type: string } }) => event.type)).toEqual([
    'run_started',
    'node_started',
    'run_finished',
  ])
  expect(live.run.state).toBe('running')
  expect(live.events.map(({ event }: { event: { type: string } }) => event.type)).toEqual([
    'run_started',
    'node_started',
  ])
  going.close()
})

test('a run is compared with the previous one that included the node', async () => {
  const { run, tell: notify, eve } = await openHistory()
  const first = await run('one')
  const second = await run('two')
  const last = await run('three')
  const before = async (runId: string, nodeId: string, who?: typeof eve) =>
    notify('runs.before', { runId, nodeId }, who)

  expect((await before(last.id, 'node_0')).result.data.run.question).toBe('two')
  expect((await before(second.id, 'node_0')).result.data.run.question).toBe('one')
  expect((await before(first.id, 'node_0')).result.data).toBeNull()
  expect((await before(last.id, 'node_9')).result.data).toBeNull()
  expect((await before(last.id, 'node_0', eve)).error.data.error).toMatchObject({ code: 'NOT_FOUND' })
})

test('history and runs of another user are not found', async () => {
  const { run, tell: notify, eve, flow } = await openHistory()
  const { id } = await run('Hello?')

  expect((await notify('runs.list', { flowId: flow.id }, eve)).error.data.error).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await notify('runs.trace', { runId: id }, eve)).error.data.error).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a forged cursor returns another page of the user’s own list', async () => {
  const { run, list } = await openHistory()
  await run('one')

  expect((await list({ cursor: "1~' OR 1=1" })).runs).toEqual([])
  expect((await list({ cursor: 'nonsense' })).runs).toHaveLength(1)
})
