import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flows } from '#server/features/flows/flows.table.ts'
import { policy } from '#server/policy.ts'
import { callsOf, statusOf } from './calls.ts'
import { fieldsOf, idFieldsOf, makeInput } from './inputs.ts'
import { openTenants, type Tenants } from './open-tenants.ts'

// Eve calls every procedure that users may call, with every id of ada's. The procedures come from the policy table
// and their inputs from the schemas, so new procedures are covered automatically.

/** Anyone with the id may call these, and they reveal nothing. */
const publicById = new Set(['flows.streaming', 'chat.abort', 'POST /api/v1/prediction/:id'])
/** Avatars are visible to every signed-in user. */
const visibleToUsers = new Set(['GET /api/v1/avatars/:userId'])

const testedRoutes = [...policy.keys()].filter((route) => {
  const { may = 'admin' } = policy.get(route) ?? {}
  const takesIds = idFieldsOf(route).length > 0 || /:\w*id/i.test(route)
  return may !== 'admin' && takesIds && !publicById.has(route) && !visibleToUsers.has(route)
})
const adasData = /Her flow|Her key|Her question|Her own street|Lovelace|ada@example|sk-planted/

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

describe(`${testedRoutes.length} routes × 8 ids of another user`, () => {
  test.each(testedRoutes)('%s', async (route) => {
    const { app, eve, ids } = tenants
    const before = await readAdasFlows()

    for (const id of Object.values(ids)) {
      for (const { toRequest } of callsOf(route)) {
        const request = toRequest({
          ...plainInput(route),
          ...makeInput(route, id),
          ...pathParameters(route, id),
        })
        const response = await app.inject({ ...request, headers: eve.headers })

        // An empty list of eve's own is allowed; ada's data never is.
        expect(response.body.replaceAll(JSON.stringify(request.payload ?? ''), '')).not.toMatch(adasData)
        if (policy.get(route)?.owned) {
          expect([400, 404]).toContain(statusOf(response))
        }
        expect(statusOf(response)).toBeLessThan(500)
      }
    }
    expect(await readAdasFlows()).toEqual(before)
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

async function readAdasFlows() {
  const { store, ada } = tenants
  return store.db.select().from(flows).where(eq(flows.userId, ada.user.id))
}

function plainInput(route: string) {
  if (route.includes('/auth/users/')) {
    return { customerName: 'Eve' }
  }
  return route.includes('prediction') ? { question: 'Hello' } : {}
}

function pathParameters(route: string, id: string) {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return Object.keys(fieldsOf(route).properties).length > 0
    ? {}
    : Object.fromEntries(names.map((name) => [name, id]))
}
