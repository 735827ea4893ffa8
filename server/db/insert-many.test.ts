import { asc, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#server/features/jobs/jobs.table.ts'
import { users } from '#server/features/users/users.table.ts'
import { variables } from '#server/features/variables/variables.table.ts'
import { createTestStore } from '#server/testing/test-store.ts'
import { insertMany } from './insert-many.ts'

const insert = insertMany(variables, (tx, rows) =>
  tx.insert(variables).values(rows).onConflictDoNothing().returning({ name: variables.name }),
)
const insertSilently = insertMany(variables, (tx, rows) => tx.insert(variables).values(rows))

const insertJobs = insertMany(jobs, (tx, rows) => tx.insert(jobs).values(rows))

const at = new Date(1_795_000_000_000)
const variable = (number: number) => ({
  ...{ id: `id ${String(number).padStart(4, '0')}`, name: `NAME_${number}`, value: `value ${number}` },
  ...{ type: 'static' as const, createdDate: at, updatedDate: at },
})

test('rows of any number are stored unchanged, and those that were inserted are returned', async () => {
  const store = await createTestStore()
  const rows = Array.from({ length: 250 }, (_, number) => variable(number))

  const first = await store.transaction((tx) => insert(tx, rows.slice(0, 120)))
  const second = await store.transaction((tx) => insert(tx, rows))
  const none = await store.transaction((tx) => insert(tx, []))

  expect(first.map(({ name }) => name)).toEqual(rows.slice(0, 120).map(({ name }) => name))
  expect(second.map(({ name }) => name)).toEqual(rows.slice(120).map(({ name }) => name))
  expect(none).toEqual([])
  expect(await store.db.select().from(variables).orderBy(asc(variables.id))).toEqual(rows)
})

test('null is stored as null in columns of any type', async () => {
  const store = await createTestStore()
  const user = {
    ...{
      id: 'ada',
      username: 'ada',
      usernameKey: 'ada',
      email: 'a@b.c',
      emailKey: 'a@b.c',
      passwordHash: 'x',
    },
    ...{ role: 'USER' as const, createdDate: at, updatedDate: at },
  }
  const job = {
    ...{
      id: 'job',
      kind: 'test',
      userId: user.id,
      subjectId: 's',
      queueKey: 's',
      input: {},
      state: 'queued' as const,
    },
    ...{ progress: null, result: null, error: null, attempts: 0, runDate: at, owner: null, leaseDate: null },
    ...{ cancelDate: null, createdDate: at, endedDate: null },
  }

  await store.transaction(async (tx) => {
    await tx.insert(users).values(user)
    await insertJobs(tx, [job])
  })

  expect(await store.db.select().from(jobs).where(isNull(jobs.progress))).toEqual([job])
})

test('a row that cannot be stored rolls back all', async () => {
  const store = await createTestStore()
  const rows = [variable(1), variable(2), variable(1)]

  await expect(store.transaction((tx) => insertSilently(tx, rows))).rejects.toThrow()

  expect(await store.db.select().from(variables)).toEqual([])
  expect(await store.transaction((tx) => insertSilently(tx, rows.slice(0, 2)))).toEqual([])
  expect(await store.db.select().from(variables)).toHaveLength(2)
})
