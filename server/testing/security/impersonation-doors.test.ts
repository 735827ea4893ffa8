import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { makeInput } from './inputs.ts'
import { knocksAt, statusOf, writes } from './knocks.ts'
import { openTenants, type Tenants } from './open-tenants.ts'

// S18. What may not be done through another's eyes: read from the policy table, and from what doors are for.

const refused = [...policy.keys()].filter(
  (door) => policy.get(door)?.refusesImpersonator || policy.get(door)?.may === 'admin',
)

/** Money, secrets, passwords, keys, other people, imports: whatever else stands in their row. */
const mustRefuse =
  /^(wallet\.(credit|set|reverse)|payments\.(create|refund|recheck|closeCase)|usage\.set|credentials\.(get|create|update|remove)|apiKeys\.(create|update|remove)|users\.|auth\.(changePassword|sessions|endSession|endOtherSessions)|.*export-import\/import)/

let tenants: Tenants
let viewing: Record<string, string>
beforeAll(async () => {
  tenants = await openTenants(afterAll)
  const { admin, ids } = tenants
  const { token } = (await admin.call('POST', '/auth/impersonate', { userId: ids.userId })).json()
  viewing = { authorization: `Bearer ${token}` }
})

describe(`${refused.length} doors that are shut for who views as somebody else`, () => {
  test.each(refused)('%s', async (door) => {
    const { app, ids } = tenants
    for (const { ask } of knocksAt(door)) {
      // ada's own things: she herself would be let in.
      const request = ask({ ...makeInput(door, ids.credentialId), ...inAddress(door, ids.userId) })
      expect(statusOf(await app.inject({ ...request, headers: viewing }))).toBe(403)
    }
  })
})

const dangerous = [...policy.keys()].filter(
  (door) => mustRefuse.test(door) && (writes(door) || /\.(get|sessions)$/.test(door)),
)

test.each(dangerous)('%s is among them', (door) => {
  expect(refused).toContain(door)
})

const told = [...policy.keys()].filter(
  (door) =>
    writes(door) &&
    policy.get(door)?.may === 'user' &&
    !refused.includes(door) &&
    policy.get(door)?.audit !== 'self',
)

describe(`${told.length} writing doors that stay open to him`, () => {
  test.each(told)('%s: what is done is told with both names', async (door) => {
    const { app, services, ids } = tenants
    const actions = async () => {
      const { items } = await services.audit.list({ kind: 'impersonation', limit: 100 })
      return items.filter(({ action }) => action === door)
    }
    for (const { ask } of knocksAt(door)) {
      const input = {
        ...makeInput(door, ids.flowId),
        ...inAddress(door, ids.flowId),
        ...handInput(door, ids.userId),
      }
      const answer = await app.inject({ ...ask(input), headers: viewing })
      const before = statusOf(answer) < 400
      if (before) {
        // After the answer, as plain routes tell.
        await expect
          .poll(async () => (await actions())[0])
          .toMatchObject({ actorName: 'root', onBehalfOf: 'ada' })
      } else {
        expect(statusOf(answer)).toBeLessThan(500)
      }
    }
  })
})

function inAddress(door: string, id: string) {
  return Object.fromEntries([...door.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', id]))
}

function handInput(door: string, userId: string): Record<string, unknown> {
  if (door.includes('/auth/users/')) {
    return { id: userId, customerName: 'Ada Lovelace' }
  }
  return door.includes('prediction') ? { question: 'Hello' } : {}
}
