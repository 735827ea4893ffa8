import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { cacheStatements } from './cache-statements.ts'
import { listSlowStatements, timeQueries, timeStatement } from './slow-statements.ts'

test('a slow statement is recorded without its values, and a quick one is not', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  const { prepare } = cacheStatements((sql) => db.prepare(sql))
  const slow = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select max(i) from n`

  prepare(slow).raw().all(3_000_000)
  timeStatement('select quick', performance.now())

  // Other suites of the same worker may have recorded some, too.
  const recorded = listSlowStatements()
  expect(recorded.at(-1)).toMatchObject({ sql: slow, ms: expect.any(Number) })
  const texts = recorded.map(({ sql }) => sql).join('\n')
  expect(texts).not.toContain('3000000')
  expect(texts).not.toContain('select quick')
})

test('a slow statement that fails is recorded too, and its error stays', async () => {
  const before = performance.now() - 60
  timeStatement('failed one', before)
  const query = timeQueries(async (_: { text: string }) => {
    throw new Error('column does not exist')
  })

  await expect(query({ text: 'select x' })).rejects.toThrow('column does not exist')
  expect(listSlowStatements().at(-1)).toMatchObject({ sql: 'failed one' })
})

test('only the last slow statements are stored, each of bounded length', () => {
  const long = performance.now() - 60
  for (let index = 0; index < 300; index += 1) {
    timeStatement(`select ${index} ${'x'.repeat(5_000)}`, long)
  }

  const recorded = listSlowStatements()
  expect(recorded).toHaveLength(200)
  expect(recorded[0]?.sql).toMatch(/^select 100 /)
  expect(recorded[0]?.sql).toHaveLength(2_000)
})
