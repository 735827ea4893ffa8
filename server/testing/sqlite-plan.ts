import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openSqlite } from '#server/db/open-sqlite.ts'

/** How SQLite would read a migrated, empty database: one line a step. */
export async function explainPlan({ sql, params }: { sql: string; params: unknown[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  try {
    const file = join(folder, 'plan.db')
    await openSqlite(file).close()
    const db = new Database(file, { readonly: true })
    const steps = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...params)
    db.close()
    return steps.map(({ detail }) => detail)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
