import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { explainPlan } from '#server/testing/sqlite-plan.ts'
import { isNumbered } from './index-search.repository.ts'

test('SQLite reads chunks by their numbers, not all chunks of their index', async () => {
  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(isNumbered('zoo', [1, 2]))
  const plan = await explainPlan({ sql: `select 1 from index_chunks where ${sql}`, params })
  expect(plan).toContain('SEARCH index_chunks USING INTEGER PRIMARY KEY (rowid=?)')
})
