import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { flows } from '#server/features/flows/flows.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { openTriggers } from './testing/open-triggers.ts'
import { triggers as table } from './triggers.table.ts'

const everyHour = {
  startInputType: 'scheduleInput',
  scheduleType: 'cronExpression',
  scheduleCronExpression: '0 * * * *',
  scheduleTimezone: 'UTC',
  scheduleInputMode: 'text',
  scheduleDefaultInput: 'Write the report',
}

test('a schedule runs at its time, once, and its owner sees it in the log', async () => {
  const { triggers, save, set, log, store } = await openTriggers(everyHour, { message: 'For {{ question }}' })
  const { nextRuns } = await save({ enabled: true })
  expect(nextRuns[0]).toEqual(new Date('2026-11-23T10:00:00Z'))

  expect(await triggers.tick()).toBe(0)
  set('2026-11-23T10:00:03Z')
  expect(await triggers.tick()).toBe(1)
  expect(await triggers.tick()).toBe(0)

  await expect.poll(async () => (await log())[0]?.status).toBe('SUCCEEDED')
  const [entry] = await log()
  expect(entry).toMatchObject({ scheduledAt: new Date('2026-11-23T10:00:00Z'), error: null })
  const [run] = await store.db
    .select()
    .from(runs)
    .where(eq(runs.id, entry?.executionId ?? ''))
  expect(run).toMatchObject({ chatType: 'SCHEDULED', state: 'finished' })
})

test('of two processes that tick at once, one starts the run', async () => {
  const { triggers, save, set, statuses, openOther, store } = await openTriggers(everyHour)
  await save({ enabled: true })
  const other = openOther()
  set('2026-11-23T10:00:03Z')

  const started = await Promise.all([triggers.tick(), other.triggers.tick(), triggers.tick()])

  expect(started.toSorted()).toEqual([0, 0, 1])
  await expect.poll(statuses).toEqual(['SUCCEEDED'])
  expect(await store.db.select().from(runs)).toHaveLength(1)
})

test.each([
  ['skip', ['SKIPPED']],
  ['once', ['SUCCEEDED']],
] as const)('runs missed while no server was running: %s', async (missed, expected) => {
  const { triggers, save, set, statuses, log } = await openTriggers(everyHour)
  await save({ enabled: true, missed })
  set('2026-11-23T13:30:00Z')

  await triggers.tick()
  await triggers.tick()

  await expect.poll(statuses).toEqual(expected)
  expect((await log())[0]?.reason).toBe(missed === 'skip' ? 'missed' : null)
  set('2026-11-23T14:00:01Z')
  expect(await triggers.tick()).toBe(1)
})

test.each([
  ['skip', ['RUNNING', 'SKIPPED'], 1],
  ['queue', ['RUNNING', 'QUEUED'], 1],
  ['parallel', ['RUNNING', 'RUNNING'], 2],
] as const)('a run that is due while the last one waits: %s', async (overlap, expected, count) => {
  const { triggers, save, set, statuses, store } = await openTriggers(everyHour, { waits: true })
  await save({ enabled: true, overlap })
  set('2026-11-23T10:00:01Z')
  await triggers.tick()
  await expect.poll(async () => (await store.db.select().from(runs))[0]?.state).toBe('waiting')
  set('2026-11-23T11:00:01Z')
  await triggers.tick()

  expect(await statuses()).toEqual(expected)
  expect(await store.db.select().from(runs)).toHaveLength(count)
})

test('a queued run starts when the one before it has ended', async () => {
  const world = await openTriggers(everyHour, { waits: true })
  const { triggers, save, set, statuses, store, services, id } = world
  await save({ enabled: true, overlap: 'queue' })
  set('2026-11-23T10:00:01Z')
  await triggers.tick()
  await expect.poll(async () => (await store.db.select().from(runs))[0]?.state).toBe('waiting')
  set('2026-11-23T11:00:01Z')
  await triggers.tick()
  const [first] = await store.db.select().from(runs)
  const flow = await services.flows.find(id)

  const humanInput = { type: 'proceed' as const }
  const { reply } = await services.chat.trigger(flow, { chatId: first?.chatId, humanInput }, 'SCHEDULED')
  await reply(false)
  await triggers.tick()

  expect(await statuses()).toEqual(['SUCCEEDED', 'RUNNING'])
})

test('a newly published schedule replaces the times of the one before it', async () => {
  const { triggers, save, set, publish, statuses } = await openTriggers({
    ...everyHour,
    scheduleCronExpression: '0 9 1 1 *',
  })
  await save({ enabled: true })
  await publish(everyHour)
  await triggers.tick()
  set('2026-11-23T10:00:01Z')
  expect(await triggers.tick()).toBe(1)

  await publish({ startInputType: 'chatInput' })
  set('2026-11-23T11:00:01Z')
  expect(await triggers.tick()).toBe(0)
  await expect.poll(statuses).toEqual(['SUCCEEDED'])
})

test('a flow whose version cannot be read does not keep others from running', async () => {
  const { triggers, save, set, store, ada, id } = await openTriggers(everyHour)
  await save({ enabled: true })
  const { name, flowData } = (await ada.call('GET', `/chatflows/${id}`)).json()
  const body = { name, type: 'AGENTFLOW', flowData }
  const broken = (await ada.call('POST', '/chatflows', body)).json<{ id: string }>().id
  await triggers.save(ada.user.id, { id: broken, enabled: true })
  await store.transaction(async (tx) => {
    await tx.update(flows).set({ versionId: 'gone' }).where(eq(flows.id, broken))
    await tx
      .update(table)
      .set({ nextDate: new Date('2026-11-23T09:30:00Z') })
      .where(eq(table.flowId, broken))
  })
  set('2026-11-23T10:00:01Z')

  await expect(triggers.tick()).rejects.toThrow()

  expect(await store.db.select().from(runs)).toHaveLength(1)
})

test('a schedule that is switched off, or whose flow is removed, does not run', async () => {
  const { triggers, save, set, ada, id } = await openTriggers(everyHour)
  await save({ enabled: true })
  await save({ enabled: false })
  set('2026-11-23T10:00:01Z')
  expect(await triggers.tick()).toBe(0)

  await save({ enabled: true })
  await ada.call('DELETE', `/chatflows/${id}`)
  set('2026-11-23T11:00:01Z')
  expect(await triggers.tick()).toBe(0)
})

test('a flow that starts with a question cannot be switched on', async () => {
  const { save, ada, id } = await openTriggers({ startInputType: 'chatInput' })

  await expect(save({ enabled: true })).rejects.toMatchObject({ code: 'INVALID_FLOW' })
  const status = await ada.call('GET', `/chatflows/${id}/schedule/status`)
  expect(status.json()).toEqual({
    enabled: false,
    canEnable: false,
    reason: 'The published version starts with a question.',
    record: null,
  })
})
