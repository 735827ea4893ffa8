import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkRuns } from '#server/features/executions/check-runs.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { runLog } from './runs.table.ts'

const start = { id: 'start', name: 'startAgentflow', label: 'Start' }
const reply = {
  ...{ id: 'reply', name: 'directReplyAgentflow', label: 'Reply' },
  inputs: { directReplyMessage: 'Hello {{ question }}' },
}
const check = {
  ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
  inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
}
const flowOf = (step: typeof reply | typeof check) =>
  JSON.stringify(aControlFlow([start, step], [`start -> ${step.id}`]))

test('logs of runs that ended 90 days ago are removed, except the newest of a session and open runs', async () => {
  let now = new Date()
  const world = await createTestApp({ now: () => now })
  const ada = await world.signUp('ada')
  const create = async (step: typeof reply | typeof check, name: string) =>
    (await ada.call('POST', '/chatflows', { name, type: 'AGENTFLOW', flowData: flowOf(step) })).json() as {
      id: string
    }
  const answers = await create(reply, 'Answers')
  const waits = await create(check, 'Waits')
  const ask = async ({ id }: { id: string }, question: string, chatId: string) =>
    (await ada.call('POST', `/prediction/${id}`, { question, chatId })).json().executionId as string
  const first = await ask(answers, 'one', 'session')
  now = new Date(now.getTime() + 1_000)
  const newest = await ask(answers, 'two', 'session')
  const open = await ask(waits, 'three', 'open')
  const logged = async (id: string) =>
    (await world.store.db.select().from(runLog).where(eq(runLog.runId, id))).length > 0

  now = new Date(now.getTime() + 89 * 86_400_000)
  expect(await world.services.runs.removeOldLogs()).toBe(0)
  now = new Date(now.getTime() + 2 * 86_400_000)
  expect(await world.services.runs.removeOldLogs()).toBe(1)

  expect([await logged(first), await logged(newest), await logged(open)]).toEqual([false, true, true])
  expect(await world.services.executions.detail(ada.user.id, first)).toMatchObject({
    ...{ state: 'finished', visits: [] },
  })
  expect((await checkRuns(world.store.db, catalogue)).findings).toEqual([])
  expect(await checkLedger(world.store.db)).toEqual([])
  expect(await world.services.runs.waitsOf(open)).toHaveLength(1)
})
