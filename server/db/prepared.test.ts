import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { variables } from '#server/features/variables/variables.table.ts'
import { createTestStore } from '#server/testing/test-store.ts'
import { placeholders, prepared, unplanned } from './prepared.ts'
import type { Reader, Writer } from './store.ts'

const insert = prepared((tx: Writer) =>
  tx
    .insert(variables)
    .values(placeholders(variables))
    .onConflictDoNothing()
    .returning({ id: variables.id })
    .prepare(),
)
const select = prepared((db: Reader) =>
  db
    .select()
    .from(variables)
    .where(eq(variables.name, sql.placeholder('name')))
    .prepare(),
)
const at = new Date(1_795_000_000_000)
const variable = (name: string, value: string) => ({
  id: `id of ${name}`,
  name,
  value,
  type: 'static' as const,
  createdDate: at,
  updatedDate: at,
})

test('each call uses its own values, whatever was queried before, and rows round-trip unchanged', async () => {
  const store = await createTestStore()
  const [tone, city] = [variable('TONE', 'polite'), variable('CITY', 'İzmir')]

  const inserted = await store.transaction(async (tx) => [
    await insert(tx).execute(tone),
    await insert(tx).execute(city),
    await insert(tx).execute({ ...tone, id: 'another' }),
  ])

  expect(inserted).toEqual([[{ id: tone.id }], [{ id: city.id }], []])
  expect(await select(store.db).execute({ name: 'CITY' })).toEqual([city])
  expect(await select(store.db).execute({ name: 'TONE' })).toEqual([tone])
  expect(await select(store.db).execute({ name: 'NONE' })).toEqual([])
})

test('a missing value is an error, never the value of the previous call', async () => {
  const store = await createTestStore()
  const { value, ...rest } = variable('CITY', 'Bursa')
  await store.transaction((tx) => insert(tx).execute(variable('TONE', 'polite')))

  await expect(store.transaction((tx) => insert(tx).execute(rest))).rejects.toThrow(/value/i)
  expect(value).toBe('Bursa')
  expect(await select(store.db).execute({ name: 'CITY' })).toEqual([])
})

test('values that do not concern the plan of a query are used like others', async () => {
  const store = await createTestStore()
  const named = prepared((db: Reader) =>
    db
      .select({ name: variables.name })
      .from(variables)
      .where(eq(variables.type, unplanned('type')))
      .orderBy(variables.name)
      .limit(sql.placeholder('limit'))
      .prepare(),
  )
  for (const name of ['TONE', 'CITY', 'AREA']) {
    await store.transaction((tx) => insert(tx).execute(variable(name, 'x')))
  }

  const read = (type: string, limit: number) => named(store.db).execute({ type, limit })
  expect(await read('static', 2)).toEqual([{ name: 'AREA' }, { name: 'CITY' }])
  expect(await read('static', 9)).toHaveLength(3)
  expect(await read('none', 9)).toEqual([])
})
