import { expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'

async function openShop() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() }
  const makeFlow = async (more: object = {}) =>
    (await root.call('POST', '/chatflows', { ...flow, ...more })).json<{ id: string }>().id
  const makeKey = async (...permissions: string[]) => {
    const keys = (await root.call('POST', '/apikey', { keyName: 'Key', permissions })).json<ApiKey[]>()
    const { id = '', apiKey = '' } = keys.find((key) => !key.apiKey.includes('…')) ?? {}
    return { id, apiKey }
  }
  const post = (url: string, apiKey: string, payload: object = { question: 'Hello' }) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${apiKey}` },
      payload,
    })
  return { ...world, makeFlow, makeKey, post }
}

test('a key calls flows with flows:ask alone, and not with permission to view', async () => {
  const { makeFlow, makeKey, post } = await openShop()
  const id = await makeFlow()
  const [asks, views] = [await makeKey('flows:ask'), await makeKey('chatflows:view', 'agentflows:view')]

  for (const path of [`/prediction/${id}`, `/internal-prediction/${id}`]) {
    expect((await post(path, asks.apiKey)).statusCode).toBe(200)
    const rejected = await post(path, views.apiKey)
    expect(rejected.json()).toMatchObject({
      statusCode: 403,
      message: 'This API key lacks the permission flows:ask.',
    })
  }
})

test('neither a public flow nor one bound to the key can be called without the permission', async () => {
  const { makeFlow, makeKey, post } = await openShop()
  const views = await makeKey('chatflows:view')

  for (const more of [{ isPublic: true }, { apikeyid: views.id }]) {
    expect((await post(`/prediction/${await makeFlow(more)}`, views.apiKey)).statusCode).toBe(403)
  }
})

test('reading aloud, sending files and upserting need the permission too', async () => {
  const { makeFlow, makeKey, post } = await openShop()
  const id = await makeFlow({ isPublic: true })
  const { apiKey } = await makeKey('chatflows:view', 'chatflows:update')

  const sound = { chatflowId: id, chatId: 'c', chatMessageId: 'm' }
  expect((await post('/text-to-speech/generate', apiKey, sound)).statusCode).toBe(403)
  for (const path of [`/vector/upsert/${id}`, `/vector/internal-upsert/${id}`, `/attachments/${id}/chat`]) {
    expect([path, (await post(path, apiKey, {})).statusCode]).toEqual([path, 403])
  }
})

test('every route that spends money is declared', () => {
  const spending = [...policy.keys()].filter((name) => policy.get(name)?.spends)

  // Routes that spend money but accept no API key need no `spends` flag.
  expect(spending).toEqual([
    'evaluations.create',
    'evaluations.runAgain',
    'assistants.generateInstruction',
    'triggers.enable',
    'stores.toolDescription',
    'stores.testSet.run',
    'stores.insert',
    'stores.upsert',
    'stores.refresh',
    'stores.query',
    'stores.testConnection',
    'POST /api/v1/text-to-speech/generate',
    'POST /api/v1/attachments/:chatflowId/:chatId',
    'POST /api/v1/prediction/:id',
    'POST /api/v1/vector/upsert/:id',
    'POST /api/v1/vector/internal-upsert/:id',
    'POST /api/v1/internal-prediction/:id',
    'POST /api/v1/document-store/upsert/:id',
    'POST /api/v1/mcp',
  ])
})
