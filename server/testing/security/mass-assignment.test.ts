import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { callsOf, writes } from './calls.ts'
import { fieldsOf, makeInput } from './inputs.ts'
import { openTenants, type Tenants } from './open-tenants.ts'
import { columnNames, readAll, readTables } from './tables.ts'

// Every procedure is sent every column of every table beside its own input. Unrequested values must not be stored
// anywhere, neither in a column nor within a JSON field.

const POISON = 'poison-4417'
const tables = await readTables()
const columns = columnNames(tables)
const requested = [...policy.keys()].filter((route) => writes(route) && route !== 'auth.logout')

let tenants: Tenants
/** All rows after the last call: reading them takes longer than the calls of a route. */
let rows: Awaited<ReturnType<typeof readAll>>
beforeAll(async () => {
  tenants = await openTenants(afterAll)
  rows = await readAll(tenants.store.db, tables)
})

test('the columns to send include the sensitive ones', () => {
  for (const name of ['passwordHash', 'role', 'userId', 'sealed', 'creditsMicro', 'founder', 'hash']) {
    expect(columns).toContain(name)
  }
})

describe(`${requested.length} writing routes × ${columns.length} columns`, () => {
  test.each(requested)('%s', async (route) => {
    const { app, admin, ada, eve, ids, store } = tenants
    const known = new Set(Object.keys(fieldsOf(route).properties))
    const extras = columns.filter((name) => !known.has(name) && !declaredManually(route).has(name))
    const poison = Object.fromEntries(extras.map((name) => [name, poisonFor(name, eve.user.id)]))
    const before = rights()

    for (const { toRequest } of callsOf(route)) {
      for (const { headers } of [ada, admin]) {
        const input = { ...poison, ...makeInput(route, 'none'), ...exampleInput(route, ids.flowId) }
        const answer = await app.inject({ ...toRequest(input), headers })
        expect(answer.statusCode).toBeLessThan(500)
      }
    }

    rows = await readAll(store.db, tables)
    rows.delete('audit_entries')
    expect(JSON.stringify([...rows.values()])).not.toContain(POISON)
    expect(rights()).toEqual(before)
  })
})

function rights() {
  const { admin, ada, eve } = tenants
  const ids = [admin, ada, eve].map(({ user }) => user.id)
  const people = rows.get('users')?.filter(({ id }) => ids.includes(String(id)))
  const of = (table: string) => rows.get(table)?.filter(({ userId }) => userId === eve.user.id).length
  return {
    people: people?.map(({ id, username, email, role, passwordHash, founder, removedDate }) => {
      return { id, username, email, role, passwordHash, founder, removedDate }
    }),
    // Every request names eve as owner, and none may make her one.
    eves: ['flows', 'credentials', 'api_keys', 'payment_orders', 'messages', 'runs'].map(of),
    hers: rows.get('accounts')?.find(({ userId }) => userId === eve.user.id),
  }
}

function poisonFor(name: string, eveId: string): unknown {
  const special: Record<string, unknown> = {
    role: 'ADMIN',
    shared: true,
    userId: eveId,
    ownerId: eveId,
    founder: 1,
  }
  return name in special ? special[name] : POISON
}

/** Plain routes read these fields with their own schemas. */
function declaredManually(route: string): ReadonlySet<string> {
  if (route.includes('prediction')) {
    return new Set(['chatId', 'sessionId', 'leadEmail', 'type', 'question', 'name', 'overrideConfig'])
  }
  if (route.includes('/auth/users/')) {
    return new Set(['username', 'email', 'role', ...Object.keys(fieldsOf('profile.save').properties)])
  }
  return new Set()
}

function exampleInput(route: string, flowId: string): Record<string, unknown> {
  if (route.includes('prediction')) {
    return { id: flowId, question: 'Hello' }
  }
  return route.includes('/:') ? { id: 'none' } : {}
}
