import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { isNumbered } from './index-search.repository.ts'

test('SQLite reads chunks by their numbers, not all chunks of their index', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'plan.db')
  await openSqlite(file).close()
  const db = new Database(file, { readonly: true })
  onTestFinished(() => void db.close())

  const { sql, params } = new SQLiteSyncDialect().sqlToQuery(isNumbered('zoo', [1, 2]))
  const plan = db.prepare(`explain query plan select 1 from index_chunks where ${sql}`).all(...params)

  expect(plan).toContainEqual(
    expect.objectContaining({ detail: 'SEARCH index_chunks USING INTEGER PRIMARY KEY (rowid=?)' }),
  )
})
