import { expect, test, vi } from 'vitest'
import { auditEntries } from '#server/features/audit/audit.table.ts'
import { attempts } from '#server/features/auth/auth.table.ts'
import { createTestApp } from '#server/testing/test-app.ts'

// Timing itself is benchmarked manually with login-timing.ts, because it is unreliable on a busy machine. This
// test verifies that known and unknown names cause the same work, so that timing does not reveal accounts.

type Derivation = { memory: number; passes: number; parallelism: number; tagLength: number }
const derived = vi.hoisted(() => [] as Derivation[])

// Node's own function, spied on without changing it.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism, tagLength } = parameters
    derived.push({ memory, passes, parallelism, tagLength })
    return crypto.argon2(algorithm, parameters, done)
  }
  return { ...crypto, argon2, default: { ...crypto, argon2 } }
})

test.each(['/api/v1/auth/login', '/trpc/auth.login', 'Basic'])(
  'an unknown name takes as long as a wrong password: %s',
  async (route) => {
    const { app, signUp, store } = await createTestApp()
    await signUp('ada')
    const removed = await signUp('eve')
    const { headers } = await signUp('other')
    expect(headers).toBeDefined()

    const known = await workOf('ada')
    const unknown = await workOf('nobody')
    const another = await workOf(`removed-${removed.user.id}`)

    expect(known.derived).toHaveLength(1)
    expect(unknown).toEqual(known)
    expect(another).toEqual(known)

    async function workOf(username: string) {
      derived.length = 0
      await store.transaction(async (tx) => {
        await tx.delete(attempts)
      })
      const before = await store.db.$count(auditEntries)
      const authorization = `Basic ${Buffer.from(`${username}:wrong`).toString('base64')}`
      const answer =
        route === 'Basic'
          ? await app.inject({ url: '/api/v1/auth/me', headers: { authorization } })
          : await app.inject({ method: 'POST', url: route, payload: { username, password: 'wrong' } })
      return {
        derived: [...derived],
        status: answer.statusCode,
        // Each request has an id of its own.
        body: answer.body.replace(/"requestId":"[\w-]+"/, ''),
        reported: (await store.db.$count(auditEntries)) - before,
        counted: await store.db.$count(attempts),
      }
    }
  },
)
