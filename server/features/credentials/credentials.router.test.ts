import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { UNCHANGED_SECRET } from '#shared/credentials.ts'
import { credentials } from './credentials.table.ts'
import { seal, unseal } from './seal.ts'

async function openSafe() {
  const world = await createTestApp()
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const made = await ada.call('POST', '/credentials', {
    name: 'Mine',
    credentialName: 'openAIApi',
    plainDataObj: {
      openAIApiKey: 'sk-very-secret',
      basePath: 'https://api.example.com/v1',
      other: 'dropped',
    },
  })
  return { ...world, admin, ada, made, id: made.json().id as string }
}

test('no response contains a secret', async () => {
  const { ada, made, id, store } = await openSafe()

  const shown = await ada.call('GET', `/credentials/${id}`)

  expect(shown.json().plainDataObj).toEqual({
    openAIApiKey: UNCHANGED_SECRET,
    basePath: 'https://api.example.com/v1',
  })
  const rows = JSON.stringify(await store.db.select().from(credentials))
  const list = await ada.call('GET', '/credentials?credentialName=openAIApi&credentialName=anthropicApi')
  for (const text of [made.body, shown.body, list.body, rows]) {
    expect(text).not.toContain('sk-very-secret')
  }
})

test('saving the masked values retains the secret; a new secret replaces it', async () => {
  const { ada, id, services } = await openSafe()
  const save = (plainDataObj: object) => ada.call('PUT', `/credentials/${id}`, { plainDataObj })
  const stored = async () =>
    (await services.credentials.openFor(ada.user.id, id, 'openAIApi')).values.openAIApiKey

  await save({ openAIApiKey: UNCHANGED_SECRET })
  expect(await stored()).toBe('sk-very-secret')
  await save({ openAIApiKey: 'sk-new' })
  expect(await stored()).toBe('sk-new')
})

test('in the sandbox every user sees a platform key, and only its owner can change it', async () => {
  const { ada } = await openSafe()

  const [platform] = (await ada.call('GET', '/credentials?credentialName=openAIApi'))
    .json()
    .filter(({ shared }: { shared: boolean }) => shared)

  expect(platform).toMatchObject({ name: 'Sandbox OpenAI', credentialName: 'openAIApi', own: false })
  expect((await ada.call('PUT', `/credentials/${platform.id}`, { name: 'x' })).statusCode).toBe(404)
  expect((await ada.call('DELETE', `/credentials/${platform.id}`)).statusCode).toBe(404)
})

test('only an administrator can share', async () => {
  const { ada, admin, id } = await openSafe()
  const body = { name: 'x', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'x' }, shared: true }

  expect((await ada.call('POST', '/credentials', body)).statusCode).toBe(403)
  expect((await ada.call('PUT', `/credentials/${id}`, { shared: true })).statusCode).toBe(403)
  expect((await admin.call('POST', '/credentials', body)).json()).toMatchObject({ shared: true, own: true })
})

test('a run can use its owner’s and shared credentials of the kind required by its node, and no others', async () => {
  const { ada, admin, id, services } = await openSafe()

  await expect(services.credentials.openFor(admin.user.id, id, 'openAIApi')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(services.credentials.openFor(ada.user.id, id, 'anthropicApi')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await services.credentials.openFor(ada.user.id, id, 'openAIApi')).platform).toBe(false)
})

test.each([
  [{ name: 'x', credentialName: 'nothing', plainDataObj: {} }, 'no kind of credential named nothing'],
  [{ name: 'x', credentialName: 'openAIApi', plainDataObj: {} }, 'OpenAI API needs: OpenAI API Key.'],
  [{ name: '', credentialName: 'openAIApi', plainDataObj: {} }, 'Enter a name'],
])('%j is rejected', async (body, sentence) => {
  const { ada } = await openSafe()

  const response = await ada.call('POST', '/credentials', body)

  expect(response.statusCode).toBe(400)
  expect(response.json().error).toContain(sentence)
})

test('a sealed text can be opened with its key, unchanged, in its own context', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealed = seal(key, { secret: 'ğ' }, 'here')
  const parts = sealed.split('.')

  expect(unseal(key, sealed, 'here')).toEqual({ secret: 'ğ' })
  expect(sealed).not.toBe(seal(key, { secret: 'ğ' }, 'here'))
  expect(() => unseal(other, sealed, 'here')).toThrow()
  expect(() => unseal(key, sealed, 'there')).toThrow()
  for (const index of [0, 1, 2, 3]) {
    const broken = parts.with(
      index,
      (parts[index] ?? '').replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    )
    expect(() => unseal(key, broken.join('.'), 'here')).toThrow()
  }
})

async function overTrpc(
  app: FastifyInstance,
  headers: Record<string, string>,
  route: string,
  input?: object,
) {
  const response =
    route === 'credentials.test'
      ? await app.inject({ method: 'POST', url: `/trpc/${route}`, headers, payload: input ?? {} })
      : await app.inject({
          url: `/trpc/${route}`,
          headers,
          query: input ? { input: JSON.stringify(input) } : {},
        })
  return response.json().result?.data ?? response.json().error.data.httpStatus
}

test('a key is tested against its service, before and after saving, by its owner only', async () => {
  const { app, signUp } = await createTestApp({ listen: true })
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const platform = (await admin.call('GET', '/credentials')).json<{ id: string; credentialName: string }[]>()
  const idOf = (kind: string) => platform.find(({ credentialName }) => credentialName === kind)?.id
  const request = (headers: Record<string, string>, input: object) =>
    overTrpc(app, headers, 'credentials.test', input)
  const retained = { id: idOf('openAIApi'), credentialName: 'openAIApi' }

  expect(await request(admin.headers, retained)).toMatchObject({
    outcome: 'works',
    models: expect.any(Number),
  })
  expect(await request(ada.headers, retained)).toBe(404)
  expect(
    await request(admin.headers, { ...retained, plainDataObj: { basePath: 'http://10.0.0.1/v1' } }),
  ).toMatchObject({ outcome: 'refused' })
  expect(
    await request(ada.headers, {
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'x', basePath: 'http://10.0.0.1/v1' },
    }),
  ).toMatchObject({ outcome: 'refused' })
  expect(
    await request(admin.headers, { id: idOf('azureOpenAIApi'), credentialName: 'azureOpenAIApi' }),
  ).toEqual({
    outcome: 'unknown',
  })
})

test('usages list the user’s own flows by name, those of others as a number', async () => {
  const { app, ada, admin, id } = await openSafe()
  const shared = {
    name: 'House',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'x' },
    shared: true,
  }
  const { id: platform } = (await admin.call('POST', '/credentials', shared)).json<{ id: string }>()
  const flowData = (credential: string) => aDemoFlow({ FLOWISE_CREDENTIAL_ID: credential })
  const make = (name: string, credential: string) =>
    ada.call('POST', '/chatflows', { name, type: 'CHATFLOW', flowData: flowData(credential) })
  await make('Desk', id)
  await make('Menu', platform)
  const speechFlow = (await make('Phone', 'none')).json<{ id: string }>()
  const speechToText = JSON.stringify({ openAIWhisper: { status: true, credentialId: platform } })
  await ada.call('PUT', `/chatflows/${speechFlow.id}`, { speechToText })
  const removed = (await make('Gone', id)).json<{ id: string }>()
  await ada.call('DELETE', `/chatflows/${removed.id}`)

  const uses = await overTrpc(app, ada.headers, 'credentials.uses')
  const named = (uses as { id: string; flows: { name: string }[] }[]).map((use) => [
    use.id,
    use.flows.map(({ name }) => name),
  ])
  expect(named.toSorted()).toEqual(
    [
      [id, ['Desk']],
      [platform, ['Menu', 'Phone']],
    ].toSorted(),
  )
  expect(await overTrpc(app, admin.headers, 'credentials.usesOf', { id: platform })).toEqual({
    id: platform,
    flows: [],
    others: 2,
  })
  expect(await overTrpc(app, ada.headers, 'credentials.usesOf', { id: platform })).toBe(404)
})

test('a credential type lists its uses', async () => {
  const { ada } = await openSafe()

  expect((await ada.call('GET', '/components-credentials/openAIApi')).json().serves).toContain('model')
})
