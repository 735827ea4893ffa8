import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { checkRuns } from './check-runs.ts'
import { openExecutions, refundFlow } from './testing/open-executions.ts'

test('sound runs of every state cause no finding', async () => {
  const { ask, ada, services, store, flow } = await openExecutions(refundFlow)
  await ask('waiting')
  await ask('done')
  await ada.call('POST', `/prediction/${flow.id}`, { chatId: 'done', humanInput: { type: 'reject' } })
  const { executionId } = await ask('stopped')
  await services.executions.stop(ada.user.id, executionId)

  expect(await checkRuns(store.db, catalogue)).toEqual({ runs: 3, findings: [] })
})

test('a state, a wait, a gap or an unreadable log that differs from the tables is found', async () => {
  const { ask, store } = await openExecutions(refundFlow)
  const ids: string[] = []
  for (const question of ['state', 'wait', 'gap', 'log']) {
    ids.push((await ask(question)).executionId)
  }
  const [state = '', wait = '', gap = '', log = ''] = ids
  await store.transaction(async (tx) => {
    await tx.update(runs).set({ state: 'finished' }).where(eq(runs.id, state))
    await tx.delete(runWaits).where(eq(runWaits.runId, wait))
    const pages = await tx.select().from(runLog).where(eq(runLog.runId, gap))
    const shifted = pages.at(-1)
    await tx
      .update(runLog)
      .set({
        events: (shifted?.events ?? []).map((each, place) => ({
          ...each,
          sequence: each.sequence + (place && 1),
        })),
      })
      .where(and(eq(runLog.runId, gap), eq(runLog.sequence, shifted?.sequence ?? 0)))
    await tx.update(runLog).set({ events: [] }).where(eq(runLog.runId, log))
  })

  const { findings } = await checkRuns(store.db, catalogue)

  const rulesOf = (id: string) => findings.filter((each) => each.id === id).map(({ rule }) => rule)
  expect(rulesOf(state)).toEqual(['the state of a run is that of its log'])
  expect(rulesOf(wait)).toEqual(['the open waits of a run are those of its log'])
  expect(rulesOf(gap)).toContain('the events of a run are numbered without gaps')
  expect(rulesOf(log)).toEqual([
    'the state of a run is that of its log',
    'the open waits of a run are those of its log',
  ])
})
