import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { callsOf, statusOf } from './calls.ts'
import { fieldsOf, idFieldsOf, makeInput } from './inputs.ts'
import { openTenants, type Tenants } from './open-tenants.ts'
import { readAll, readTables } from './tables.ts'

// The user eve calls every procedure open to her with every id of ada's, generated from the policy table and the
// schemas, so that new procedures are covered automatically.

/** Anyone with the id may call these, and they reveal nothing. */
const anybodys = new Set(['flows.streaming', 'chat.abort', 'POST /api/v1/prediction/:id'])
/** Avatars are visible to every signed-in user. */
const shown = new Set(['GET /api/v1/avatars/:userId'])

const walked = [...policy.keys()].filter((route) => {
  const { may = 'admin' } = policy.get(route) ?? {}
  const takesIds = idFieldsOf(route).length > 0 || /:\w*id/i.test(route)
  return may !== 'admin' && takesIds && !anybodys.has(route) && !shown.has(route)
})
const tables = await readTables()
const hers = /Her flow|Her key|Her question|Her own street|Lovelace|ada@example|sk-planted/

let tenants: Tenants
beforeAll(async () => {
  tenants = await openTenants(afterAll)
})

test('ada herself can read what eve will request', async () => {
  const { ada, ids } = tenants
  expect(Object.values(ids).every((id) => id !== '')).toBe(true)
  for (const url of [
    `/chatflows/${ids.flowId}`,
    `/credentials/${ids.credentialId}`,
    `/payments/${ids.orderId}`,
  ]) {
    expect((await ada.call('GET', url)).statusCode).toBe(200)
  }
})

describe(`${walked.length} routes × 8 ids of another user`, () => {
  test.each(walked)('%s', async (route) => {
    const { app, eve, ids } = tenants
    const before = await herFlows()

    for (const id of Object.values(ids)) {
      for (const { toRequest } of callsOf(route)) {
        const request = toRequest({ ...plainInput(route), ...makeInput(route, id), ...inPath(route, id) })
        const answer = await app.inject({ ...request, headers: eve.headers })

        // Her own empty list is allowed, ada's data never.
        expect(answer.body.replaceAll(JSON.stringify(request.payload ?? ''), '')).not.toMatch(hers)
        if (policy.get(route)?.owned) {
          expect([400, 404]).toContain(statusOf(answer))
        }
        expect(statusOf(answer)).toBeLessThan(500)
      }
    }
    expect(await herFlows()).toEqual(before)
  })
})

test('none of ada’s data was changed', async () => {
  const { ada, ids } = tenants
  expect((await ada.call('GET', `/chatflows/${ids.flowId}`)).json()).toMatchObject({ name: 'Her flow' })
  expect((await ada.call('GET', `/credentials/${ids.credentialId}`)).json()).toMatchObject({
    name: 'Her key',
  })
  expect((await ada.call('GET', `/internal-chatmessage/${ids.flowId}`)).json()).toHaveLength(2)
  expect((await ada.call('GET', '/auth/profile')).json()).toMatchObject({ address: 'Her own street 7' })
})

async function herFlows() {
  const { store, ada } = tenants
  const stored = await readAll(store.db, tables)
  return stored.get('flows')?.filter(({ userId }) => userId === ada.user.id)
}

function plainInput(route: string) {
  if (route.includes('/auth/users/')) {
    return { customerName: 'Eve' }
  }
  return route.includes('prediction') ? { question: 'Hello' } : {}
}

function inPath(route: string, id: string) {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return Object.keys(fieldsOf(route).properties).length > 0
    ? {}
    : Object.fromEntries(names.map((name) => [name, id]))
}
