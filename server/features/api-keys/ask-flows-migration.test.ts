import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { migrationsFolder } from '#server/db/migrations.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { apiKeys } from './api-keys.table.ts'

/** Drizzle's method for raw statements has a different name on each database. */
type Runner = { run?(query: SQL): unknown; execute?(query: SQL): unknown }

test('keys that could call flows get the new permission, once; others do not', async () => {
  const { store, signUp } = await createTestApp()
  const root = await signUp('root')
  const given: Record<string, string[]> = {
    views: ['agentflows:view'],
    upserts: ['chatflows:update'],
    bound: ['tools:view'],
    asks: ['flows:ask', 'chatflows:view'],
    other: ['credentials:view'],
  }
  for (const [keyName, permissions] of Object.entries(given)) {
    await root.call('POST', '/apikey', { keyName, permissions })
  }
  const keys = (await root.call('GET', '/apikey')).json<ApiKey[]>()
  const apikeyid = keys.find(({ keyName }) => keyName === 'bound')?.id
  await root.call('POST', '/chatflows', { name: 'A', type: 'CHATFLOW', flowData: aDemoFlow(), apikeyid })
  const migration = sql.raw(readFileSync(join(migrationsFolder(dialect), '0009_ask_flows.sql'), 'utf8'))

  for (const _ of [1, 2]) {
    await store.transaction(async (tx) => {
      const runner = tx as unknown as Runner
      await (runner.run ? runner.run(migration) : runner.execute?.(migration))
    })
  }

  const rows = await store.db.select().from(apiKeys)
  expect(Object.fromEntries(rows.map(({ keyName, permissions }) => [keyName, permissions]))).toEqual({
    views: ['agentflows:view', 'flows:ask'],
    upserts: ['chatflows:update', 'flows:ask'],
    bound: ['tools:view', 'flows:ask'],
    asks: ['flows:ask', 'chatflows:view'],
    other: ['credentials:view'],
  })
})
