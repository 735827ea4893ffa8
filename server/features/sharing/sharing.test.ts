import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import type { Session } from '#shared/auth.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { SavedFlow } from '#shared/flows.ts'
import type { Sharing } from '#shared/sharing.ts'

type World = Awaited<ReturnType<typeof createTestApp>>
type Person = Pick<Awaited<ReturnType<World['signUp']>>, 'headers' | 'call'>

/** Their first session ended with the change of role. */
async function addAdmin({ app, signUp }: World, root: Person): Promise<Person> {
  const { user, call } = await signUp('second')
  await root.call('PUT', `/auth/users/${user.id}`, { role: 'ADMIN' })
  const payload = { username: 'second', password: passwordOf('second') }
  const signedIn = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  const headers = { authorization: `Bearer ${signedIn.json<Session>().token}` }
  const send: typeof call = (method, url, body) =>
    app.inject({ method, url: `/api/v1${url}`, headers, ...(body && { payload: body }) })
  return { headers, call: send }
}

async function openDesk(env: Record<string, string> = {}) {
  const world = await createTestApp({ listen: true, env })
  const root = await world.signUp('root')
  const second = await addAdmin(world, root)
  const ada = await world.signUp('ada')
  const flow = { name: 'Desk', type: 'CHATFLOW', flowData: aDemoFlow() }
  const makeFlow = async (person: Person, more: object = {}) =>
    (await person.call('POST', '/chatflows', { ...flow, ...more })).json<SavedFlow>()
  const { id } = await makeFlow(root)
  const makeKey = async (person: Person, ...permissions: string[]) => {
    const keys = (await person.call('POST', '/apikey', { keyName: 'Key', permissions })).json<ApiKey[]>()
    const { id: keyId = '', apiKey = '' } = keys.find((key) => !key.apiKey.includes('…')) ?? {}
    return { id: keyId, apiKey }
  }
  async function call(person: Person, name: 'get' | 'save', input: object = {}) {
    const all = { id, ...input }
    const request =
      name === 'get'
        ? ({ method: 'GET', query: { input: JSON.stringify(all) } } as const)
        : ({ method: 'POST', payload: all } as const)
    const response = await world.app.inject({
      url: `/trpc/sharing.${name}`,
      headers: person.headers,
      ...request,
    })
    const body = response.json()
    return (body.result?.data ?? body.error.data.error) as Sharing & ErrorBody
  }
  const predict = async (apiKey?: string) =>
    (
      await world.app.inject({
        method: 'POST',
        url: `/api/v1/prediction/${id}`,
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        payload: { question: 'Hello' },
      })
    ).statusCode
  return { ...world, root, second, ada, id, makeFlow, makeKey, call, predict }
}

test('only the bound key can call the flow; a call without it reports that a key is required', async () => {
  const { root, makeKey, call, predict } = await openDesk()
  const [right, other] = [await makeKey(root, 'flows:ask'), await makeKey(root, 'flows:ask')]
  expect([await predict(), await predict(other.apiKey)]).toEqual([404, 200])

  const bound = await call(root, 'save', { apiKeyId: right.id })

  expect(bound).toMatchObject({ apiKeyId: right.id, isKeyMissing: false, isPublic: false, canStream: true })
  expect([await predict(), await predict(right.apiKey), await predict(other.apiKey)]).toEqual([401, 200, 404])
  await call(root, 'save', { isPublic: true })
  expect([await predict(), await predict(right.apiKey)]).toEqual([401, 200])
  expect(await call(root, 'save', { apiKeyId: null })).toMatchObject({ apiKeyId: null, isPublic: true })
  expect([await predict(), await predict(other.apiKey)]).toEqual([200, 200])
})

test('a key that is not the owner’s or cannot call flows cannot be bound', async () => {
  const { root, second, makeKey, call } = await openDesk()
  const [views, foreign] = [await makeKey(root, 'chatflows:view'), await makeKey(second, 'flows:ask')]

  expect(await call(root, 'save', { apiKeyId: views.id })).toMatchObject({
    code: 'INVALID_INPUT',
    details: { apiKeyId: ['This API key lacks the permission flows:ask.'] },
  })
  for (const apiKeyId of [foreign.id, 'none']) {
    expect(await call(root, 'save', { apiKeyId })).toMatchObject({
      code: 'INVALID_INPUT',
      details: { apikeyid: ['This API key does not exist.'] },
    })
  }
  expect((await call(root, 'get')).apiKeyId).toBeNull()
})

test('REST clients can bind keys of the owner only, and can return the existing binding of a flow', async () => {
  const { root, second, ada, id, makeFlow, makeKey } = await openDesk()
  const [own, foreign] = [await makeKey(root, 'flows:ask'), await makeKey(second, 'flows:ask')]
  const put = async (body: object) => (await root.call('PUT', `/chatflows/${id}`, body)).statusCode

  expect([await put({ apikeyid: foreign.id }), await put({ apikeyid: own.id })]).toEqual([400, 200])
  expect(await makeFlow(ada, { apikeyid: own.id })).toMatchObject({ code: 'INVALID_INPUT' })
  await root.call('DELETE', `/apikey/${own.id}`)
  expect([await put({ name: 'Till', apikeyid: own.id }), await put({ apikeyid: null })]).toEqual([200, 200])
})

test('a flow with a deleted key answers only its owner, and reports the missing key until one is bound', async () => {
  const { app, root, id, makeKey, call, predict } = await openDesk()
  const key = await makeKey(root, 'flows:ask')
  await call(root, 'save', { apiKeyId: key.id, isPublic: true })

  await root.call('DELETE', `/apikey/${key.id}`)

  expect(await call(root, 'get')).toMatchObject({ apiKeyId: key.id, isKeyMissing: true })
  expect([await predict(), await predict(key.apiKey)]).toEqual([401, 401])
  const own = { url: `/api/v1/prediction/${id}`, headers: root.headers, payload: { question: 'Hello' } }
  expect((await app.inject({ method: 'POST', ...own })).statusCode).toBe(200)
  const next = await makeKey(root, 'flows:ask')
  expect(await call(root, 'save', { apiKeyId: next.id })).toMatchObject({ isKeyMissing: false })
  expect(await predict(next.apiKey)).toBe(200)
})

test('the sharing of another user’s flow can be neither read nor changed', async () => {
  const { second, ada, root, call } = await openDesk()

  for (const person of [second, ada]) {
    expect(await call(person, 'get')).toMatchObject({ code: 'NOT_FOUND' })
    expect(await call(person, 'save', { isPublic: true })).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await call(root, 'get')).isPublic).toBe(false)
})

test('a copy of a flow is neither bound nor public', async () => {
  const { app, root, id, makeKey, call } = await openDesk()
  const key = await makeKey(root, 'flows:ask')
  await call(root, 'save', { apiKeyId: key.id, isPublic: true })

  const copied = await app.inject({
    method: 'POST',
    url: '/trpc/flows.duplicate',
    headers: root.headers,
    payload: { id },
  })

  const { id: copy } = copied.json().result.data
  expect(await call(root, 'get', { id: copy })).toMatchObject({ apiKeyId: null, isPublic: false })
})

test('the public address comes from PUBLIC_URL, and is left to the browser without it', async () => {
  const named = await openDesk({ PUBLIC_URL: 'https://flows.example.com/' })
  expect((await named.call(named.root, 'get')).baseUrl).toBe('https://flows.example.com')
  const plain = await openDesk()
  expect((await plain.call(plain.root, 'get')).baseUrl).toBeNull()
})
