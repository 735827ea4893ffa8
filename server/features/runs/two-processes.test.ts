import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBus } from '#server/bus/bus.ts'
import { readConfig } from '#server/config.ts'
import { dialect } from '#server/db/dialect.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import type { LiveEvent } from '#server/ports/live.ts'
import { createServices } from '#server/services.ts'
import { createTestApp, testSecrets } from '#server/testing/test-app.ts'
import { noUsage, type RunEvent } from '#shared/runs.ts'
import { runs } from './runs.table.ts'

const called = {
  type: 'model_called',
  nodeId: 'model_0',
  callId: 'model_0:1',
  provider: 'flowtill',
  model: 'flowtill-demo',
  paidBy: 'platform',
  worstCase: { input: 1_000, output: 1_000 },
} as const

/** Two processes with one database and one bus, and a run of a chat flow on the first. */
async function openProcesses() {
  let time = new Date('2026-11-21T10:00:00Z')
  const now = () => time
  const { store, signUp } = await createTestApp({ now })
  const bus = createMemoryBus<LiveEvent>()
  const [first, second] = [1, 2].map(() => {
    const services = createServices({ store, config: readConfig({}), secrets: testSecrets, now, bus })
    onTestFinished(() => services.jobs.stopAll())
    return services
  }) as [ReturnType<typeof createServices>, ReturnType<typeof createServices>]
  const ada = await signUp('ada')
  const flow = await first.flows.create(ada.user.id, {
    ...{ name: 'x', type: 'CHATFLOW', flowData: '{"nodes":[],"edges":[]}' },
  })
  await Promise.all([first.runs.beat(), second.runs.beat()])
  const start = async (chatId = 'chat', { on = first, id = undefined as string | undefined } = {}) => {
    const run = on.runs.start({
      ...(id && { id }),
      ...{ flowId: flow.id, versionId: flow.versionId, userId: ada.user.id, chatId, sessionId: chatId },
      ...{ chatType: 'EXTERNAL', memoryType: undefined, question: 'Hello?', leadEmail: undefined },
      messageId: `message of ${chatId}`,
    })
    run.log.note({ type: 'run_started', question: 'Hello?' })
    return run
  }
  const later = (ms: number) => {
    time = new Date(time.getTime() + ms)
  }
  return { store, first, second, ada, flow, start, later }
}

test('an answer of another process is stopped by its run, by its owner only', async () => {
  const { second, ada, start } = await openProcesses()
  const [run, other] = [await start(), await start('other')]
  await run.log.append(called)
  await expect(second.runs.stop('somebody', run.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(run.signal.aborted).toBe(false)

  await second.runs.stop(ada.user.id, run.id)

  expect(run.signal.reason).toMatchObject({ code: 'STOPPED' })
  expect(other.signal.aborted).toBe(false)
})

test('all answers of a chat are stopped, also those of another process', async () => {
  const { second, flow, start } = await openProcesses()
  const [run, other] = [await start(), await start('other')]

  await second.runs.stopChat(flow.id, 'chat')

  expect(run.signal.reason).toMatchObject({ code: 'STOPPED' })
  expect(other.signal.aborted).toBe(false)
})

test('of one question sent to both processes, the second is rejected before its model is called', async () => {
  const { second, start } = await openProcesses()
  const [run, again] = [await start('chat', { id: 'one' }), await start('chat', { id: 'one', on: second })]
  await run.log.append(called)

  await expect(again.log.append(called)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a run of another process is watched to its end', async () => {
  const { second, ada, start } = await openProcesses()
  const run = await start()
  await run.log.append(called)
  const events: RunEvent['type'][] = []

  for await (const { event } of await second.runs.watch(ada.user.id, run.id, 0, undefined)) {
    events.push(event.type)
    if (event.type === 'model_called') {
      void run.log
        .append({
          type: 'model_finished',
          nodeId: 'model_0',
          callId: 'model_0:1',
          reply: { text: 'Hi', usage: { ...noUsage, input: 100 }, estimated: false },
        })
        .then(() => run.log.append({ type: 'run_finished', text: 'Hi', usage: noUsage }))
    }
  }

  expect(events).toEqual(['run_started', 'model_called', 'model_finished', 'run_finished'])
})

test.runIf(dialect === 'postgres')(
  'a run of another process that is not stored yet is waited for, an unknown one is not found',
  async () => {
    const { second, ada, start } = await openProcesses()
    const run = await start()
    const watched = second.runs.watch(ada.user.id, run.id, 0, undefined)
    await run.log.append(called)

    const first = await firstOf(await watched)

    expect(first?.event.type).toBe('run_started')
    await expect(second.runs.watch(ada.user.id, 'unknown', 0, undefined)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    run.close()
  },
)

test.runIf(dialect === 'postgres')(
  'a run whose process has died is closed within a minute by another one, its call charged once',
  async () => {
    const { store, first, second, start, later } = await openProcesses()
    const run = await start()
    await run.log.append(called)
    const alive = await start('alive')
    // Simulates a killed process: its runs are gone, and it gives no sign any more.
    run.close()
    later(44_000)
    expect(await second.runs.recover()).toBe(0)
    later(2_000)
    await second.runs.beat()

    const closed = await Promise.all([second.runs.recover(), second.runs.recover()])

    expect(closed.reduce((sum, count) => sum + count)).toBe(1)
    expect((await store.db.select().from(runs)).map(({ state }) => state)).toEqual(['failed'])
    expect((await store.db.select().from(holds)).map(({ status }) => status)).toEqual(['captured'])
    expect(await checkLedger(store.db)).toEqual([])
    // It was frozen rather than dead, and must not go on as if nothing had happened.
    await expect(run.log.append({ type: 'run_finished', text: 'Hi', usage: noUsage })).rejects.toThrow()
    alive.close()
    await first.runs.beat()
  },
)

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) {
    return item
  }
  return undefined
}
