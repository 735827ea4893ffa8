import { expect, test } from 'vitest'
import { explainPlan } from '#server/testing/sqlite-plan.ts'
import { createTestStore } from '#server/testing/test-store.ts'
import { listDueOf, listDueUsers } from './jobs.repository.ts'

const background = { except: ['answer'] }

test('due jobs are found through the indexes of open jobs, however many wait', async () => {
  const { db } = await createTestStore()
  const users = await explainPlan(listDueUsers(db, new Date(), background).toSQL())
  expect(users).toContain('SCAN jobs USING COVERING INDEX jobs_due')
  const due = await explainPlan(
    listDueOf(db, { userId: 'ada', date: new Date(), kinds: background, limit: 4 }).toSQL(),
  )
  expect(due.filter((step) => /jobs|other|SORT|TEMP/.test(step))).toEqual([
    'SEARCH jobs USING INDEX jobs_due (user_id=?)',
    expect.stringMatching(/^SEARCH other USING INDEX jobs_queue \(queue_key=\?/),
  ])
})
