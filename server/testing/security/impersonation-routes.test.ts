import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { callsOf, statusOf, writes } from './calls.ts'
import { makeInput } from './inputs.ts'
import { openTenants, type Tenants } from './open-tenants.ts'

// Actions forbidden while impersonating, from the policy table and by purpose.

const rejected = [...policy.keys()].filter(
  (route) => policy.get(route)?.rejectsImpersonator || policy.get(route)?.may === 'admin',
)

/** Money, secrets, passwords, keys, other users, imports: must be rejected whatever their policy row contains. */
const mustReject =
  /^(wallet\.(credit|set|reverse)|payments\.(create|refund|recheck|closeCase)|usage\.set|credentials\.(get|create|update|remove)|apiKeys\.(create|update|remove)|users\.|auth\.(changePassword|sessions|endSession|endOtherSessions)|.*export-import\/import)/

let tenants: Tenants
let viewing: Record<string, string>
beforeAll(async () => {
  tenants = await openTenants(afterAll)
  const { admin, ids } = tenants
  const { token } = (await admin.call('POST', '/auth/impersonate', { userId: ids.userId })).json()
  viewing = { authorization: `Bearer ${token}` }
})

describe(`${rejected.length} routes forbidden to an impersonating admin`, () => {
  test.each(rejected)('%s', async (route) => {
    const { app, ids } = tenants
    for (const { toRequest } of callsOf(route)) {
      // Items of ada's own: she herself would be allowed.
      const request = toRequest({ ...makeInput(route, ids.credentialId), ...inAddress(route, ids.userId) })
      expect(statusOf(await app.inject({ ...request, headers: viewing }))).toBe(403)
    }
  })
})

const dangerous = [...policy.keys()].filter(
  (route) => mustReject.test(route) && (writes(route) || /\.(get|sessions)$/.test(route)),
)

test.each(dangerous)('%s is one of them', (route) => {
  expect(rejected).toContain(route)
})

const reported = [...policy.keys()].filter(
  (route) =>
    writes(route) &&
    policy.get(route)?.may === 'user' &&
    !rejected.includes(route) &&
    policy.get(route)?.audit !== 'self',
)

describe(`${reported.length} writing routes available to an impersonating admin`, () => {
  test.each(reported)('%s: actions are audited with both names', async (route) => {
    const { app, services, ids } = tenants
    const actions = async () => {
      const { items } = await services.audit.list({ kind: 'impersonation', limit: 100 })
      return items.filter(({ action }) => action === route)
    }
    for (const { toRequest } of callsOf(route)) {
      const input = {
        ...makeInput(route, ids.flowId),
        ...inAddress(route, ids.flowId),
        ...exampleInput(route, ids.userId),
      }
      const answer = await app.inject({ ...toRequest(input), headers: viewing })
      const before = statusOf(answer) < 400
      if (before) {
        // Plain routes write the audit entry after the response.
        await expect
          .poll(async () => (await actions())[0])
          .toMatchObject({ actorName: 'root', onBehalfOf: 'ada' })
      } else {
        expect(statusOf(answer)).toBeLessThan(500)
      }
    }
  })
})

function inAddress(route: string, id: string) {
  return Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', id]))
}

function exampleInput(route: string, userId: string): Record<string, unknown> {
  if (route.includes('/auth/users/')) {
    return { id: userId, customerName: 'Ada Lovelace' }
  }
  return route.includes('prediction') ? { question: 'Hello' } : {}
}
