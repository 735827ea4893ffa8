import { finished } from 'node:stream/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { testSecrets } from '#server/testing/test-app.ts'
import { callsOf, writes } from './calls.ts'
import { fieldsOf, idFieldsOf, makeInput } from './inputs.ts'
import { openTenants, PLANTED, type Tenants } from './open-tenants.ts'
import { readAll, readTables } from './tables.ts'

// Every procedure is called as owner and as ADMIN, with every id, and every response is searched for secret
// fields, by name and by value.

const names =
  /"(passwordHash|password_hash|hash|sealed|founder|usernameKey|emailKey|requestHash|merchantKey|merchantSalt|tokenSecret|credentialKey|token)"\s*:/
const givesToken = new Set([
  'auth.login',
  'auth.register',
  'auth.changePassword',
  'users.impersonate',
  'payment.create',
  // The end of a token under the name that Flowise's clients know, and a new one in full.
  'mcpServer.get',
  'mcpServer.offer',
  'mcpServer.update',
  'mcpServer.replaceToken',
])
/** They contain names of fields, no values. */
const documents = new Set(['GET /api/v1/openapi.json', 'GET /api/docs'])
const readers = [...policy.keys()].filter((route) => !writes(route))
const changers = [...policy.keys()].filter((route) => writes(route))

let tenants: Tenants
let secrets: string[]
beforeAll(async () => {
  tenants = await openTenants(afterAll)
  secrets = await collectSecrets()
})

describe(`${readers.length} reading routes and ${changers.length} writing ones, as owner and as ADMIN`, () => {
  test.each([...readers, ...changers])('%s', async (route) => {
    for (const body of await answersOf(route)) {
      expect(secrets.filter((secret) => body.includes(secret))).toEqual([])
      expect(givesToken.has(route) || documents.has(route) ? '' : body).not.toMatch(names)
    }
  })
})

async function answersOf(route: string) {
  const { app, admin, ada, ids } = tenants
  const takesId = idFieldsOf(route).length > 0 || route.includes('/:')
  const given = takesId && !writes(route) ? Object.values(ids) : ['none']
  const inputs = given.map((id) => ({ ...makeInput(route, id), ...inPath(route, id) }))
  const requests = inputs.flatMap((input) => callsOf(route).map(({ toRequest }) => toRequest(input)))
  const answers: string[] = []
  for (const { headers } of [ada, admin]) {
    for (const request of requests) {
      // Without credentials, so that logging out does not end a session other calls need.
      const from = route === 'auth.logout' ? {} : headers
      answers.push(await bodyOf(app, { ...request, headers: from }))
    }
  }
  return answers
}

/** Of a stream that does not end, what is sent at once. */
async function bodyOf(app: FastifyInstance, request: InjectOptions): Promise<string> {
  const response = await app.inject({ ...request, payloadAsStream: true })
  const stream = response.stream()
  const isEndless = response.headers['content-type'] === 'text/event-stream'
  const timer = isEndless && setTimeout(() => stream.destroy(), 100)
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  await finished(stream).catch(() => undefined)
  clearTimeout(timer || undefined)
  return Buffer.concat(pieces).toString()
}

test('the secrets to find are not empty', () => {
  expect(secrets.length).toBeGreaterThan(10)
  expect(secrets.every((secret) => secret.length >= 8)).toBe(true)
})

async function collectSecrets() {
  const { store, ada, admin } = tenants
  await admin.call('POST', '/apikey', { keyName: 'Scanned', permissions: ['chatflows:view'] })
  await admin.call('POST', `/auth/users/${ada.user.id}/reset-link`)
  const stored = await readAll(store.db, await readTables())
  const of = (table: string, column: string) => (stored.get(table) ?? []).map((row) => String(row[column]))
  return [
    PLANTED,
    ...of('users', 'passwordHash'),
    ...of('sessions', 'id'),
    ...of('api_keys', 'hash'),
    ...of('reset_links', 'id'),
    ...of('credentials', 'sealed'),
    ...Object.values(testSecrets).flatMap((key) => [key.toString('hex'), key.toString('base64')]),
  ]
}

function inPath(route: string, id: string) {
  const inAddress = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return Object.keys(fieldsOf(route).properties).length > 0
    ? {}
    : Object.fromEntries(inAddress.map((name) => [name, id]))
}
