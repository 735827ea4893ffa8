import { expect, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { createTestServices } from '#server/testing/test-app.ts'
import type { Entry } from './audit.service.ts'
import { auditEntries } from './audit.table.ts'
import { canonical } from './chain.ts'

const entry = (action: string): Entry => ({
  kind: 'security',
  action,
  actorId: null,
  address: '10.0.0.1',
  details: { z: 1, a: { deep: [true, null, 'ş'] }, left: undefined },
})

async function openTrail(entries: number) {
  const { store, services } = await createTestServices()
  const { audit } = services
  for (let index = 0; index < entries; index += 1) {
    await store.transaction((tx) => audit.append(tx, entry(`act ${index}`)))
  }
  return { store, audit }
}

async function tamper(store: Awaited<ReturnType<typeof openTrail>>['store'], statement: string) {
  const [off, on] =
    dialect === 'postgres'
      ? ['alter table audit_entries disable trigger user', 'alter table audit_entries enable trigger user']
      : ['drop trigger audit_entries_unchanged; drop trigger audit_entries_kept', '']
  await store.exec(`${off}; ${statement}; ${on}`)
}

test('thirty concurrent entries get numbers without gaps, in one chain', async () => {
  const { store, audit } = await openTrail(0)

  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      store.transaction((tx) => audit.append(tx, entry(`act ${index}`))),
    ),
  )

  const numbers = (await store.db.select().from(auditEntries)).map(({ number }) => number)
  expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
  expect(await audit.check()).toMatchObject({ entries: 30, firstBroken: null })
})

test('a rolled-back action leaves no entry and no gap', async () => {
  const { store, audit } = await openTrail(2)

  const act = store.transaction(async (tx) => {
    await audit.append(tx, entry('in vain'))
    throw new Error('Not done after all.')
  })
  await expect(act).rejects.toThrow('Not done')
  await store.transaction((tx) => audit.append(tx, entry('next')))

  expect(await audit.check()).toMatchObject({ entries: 3, firstBroken: null })
})

test.each([
  ["update audit_entries set actor_name = 'eve' where number = 3", 3],
  ['update audit_entries set details = \'{"z":2}\' where number = 1', 1],
  ["update audit_entries set subject_id = 'eve' where number = 5", 5],
  ['delete from audit_entries where number = 4', 4],
  ['delete from audit_entries where number = 1', 1],
  ['update audit_entries set number = 40 where number = 2', 2],
  ["update audit_entries set hash = '0' where number = 5", 5],
])('%s is reported with its number', async (statement, number) => {
  const { store, audit } = await openTrail(5)

  await tamper(store, statement)

  expect(await audit.check()).toMatchObject({ firstBroken: number })
})

test('the database rejects updates and deletes of entries', async () => {
  const { store } = await openTrail(1)

  const tries = ["update audit_entries set action = 'x'", 'delete from audit_entries']
  for (const statement of tries) {
    await expect(store.exec(statement)).rejects.toThrow('append-only')
  }
})

test('the canonical text ignores the order of fields, but not their values', () => {
  expect(canonical({ b: 1, a: [{ d: 2, c: undefined }] })).toBe(canonical({ a: [{ d: 2 }], b: 1 }))
  expect(canonical({ a: '1' })).not.toBe(canonical({ a: 1 }))
})
