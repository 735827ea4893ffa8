import { fillPlaceholders } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { explainPlan } from '#server/testing/sqlite-plan.ts'
import { isNumbered } from './index-search.repository.ts'
import { isLive } from './indexes.repository.ts'

test('SQLite reads chunks by their numbers, not all chunks of their index', async () => {
  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(isNumbered)
  const plan = await explainPlan({
    sql: `select 1 from index_chunks where ${sql}`,
    params: fillPlaceholders(params, { id: 'zoo', list: '[1,2]' }),
  })
  expect(plan).toContain('SEARCH index_chunks USING INTEGER PRIMARY KEY (rowid=?)')
})

test('SQLite finds live chunks by their ids, not by their generation', async () => {
  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(isLive({ generation: 3 }))
  const text = `select 1 from index_chunks where index_id = 'zoo' and id in ('a', 'b') and ${sql}`
  expect((await explainPlan({ sql: text, params })).join()).toContain('index_chunks_id')
})
