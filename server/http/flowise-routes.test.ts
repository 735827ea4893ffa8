import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'

async function openWorld() {
  const world = await createTestApp()
  const root = await world.signUp('root')
  const eve = await world.signUp('eve')
  const flow = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(aConversationFlow()) }
  const makeFlow = async (more: object = {}) =>
    (await root.call('POST', '/chatflows', { ...flow, ...more })).json<{ id: string }>().id
  const makeKey = async (...permissions: string[]) => {
    const keys = (await root.call('POST', '/apikey', { keyName: 'Key', permissions })).json<ApiKey[]>()
    const { id = '', apiKey = '' } = keys.find((key) => !key.apiKey.includes('…')) ?? {}
    return { id, apiKey }
  }
  const get = (path: string) => world.app.inject({ url: `/api/v1${path}` })
  return { ...world, root, eve, makeFlow, makeKey, get }
}

test('settings, the caller’s address and credential icons are public', async () => {
  const { get } = await openWorld()

  expect((await get('/settings')).json()).toEqual({ PLATFORM_TYPE: 'open source' })
  expect((await get('/ip')).json()).toEqual({ ip: '127.0.0.1', msg: expect.any(String) })
  const icon = await get('/components-credentials-icon/openAIApi')
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect((await get('/components-credentials-icon/none')).statusCode).toBe(404)
})

test('override fields are listed for a flow and for a node, nodes by their category', async () => {
  const { root, eve, makeFlow } = await openWorld()
  const id = await makeFlow()

  const listed = (await root.call('GET', `/flow-config/${id}`)).json()
  expect(listed.length).toBeGreaterThan(0)
  expect(Object.keys(listed[0]).toSorted()).toEqual(['label', 'name', 'node', 'nodeId', 'type'])
  expect((await eve.call('GET', `/flow-config/${id}`)).statusCode).toBe(404)
  const ofNode = (await root.call('POST', '/node-config', { name: 'chatOpenAI', inputs: {} })).json()
  expect(ofNode).toContainEqual(expect.objectContaining({ nodeId: 'chatOpenAI_0', name: 'temperature' }))
  const models = (await root.call('GET', '/nodes/category/Chat%20Models')).json<{ category: string }[]>()
  expect(new Set(models.map(({ category }) => category))).toEqual(new Set(['Chat Models']))
})

test('a public flow returns its settings but none of its nodes; any other is not found', async () => {
  const { get, makeFlow, root } = await openWorld()
  const chatbotConfig = JSON.stringify({ title: 'Plates', allowedOriginsError: 'hidden' })
  const [open, closed] = [await makeFlow({ isPublic: true, chatbotConfig }), await makeFlow()]

  const shown = await get(`/public-chatflows/${open}`)
  expect(shown.json()).toMatchObject({
    id: open,
    name: 'Museum',
    isPublic: true,
    chatbotConfig: '{"title":"Plates"}',
  })
  expect(JSON.parse(shown.json().flowData)).toEqual({ nodes: [], edges: [] })
  expect(shown.body).not.toContain('hidden')
  expect((await get(`/public-chatflows/${closed}`)).statusCode).toBe(404)
  expect((await root.call('GET', `/public-chatflows/${closed}`)).statusCode).toBe(404)
})

test('a key is verified, and lists the flows of its owner it has access to', async () => {
  const { get, makeFlow, makeKey, eve } = await openWorld()
  const [views, asks] = [await makeKey('chatflows:view'), await makeKey('flows:ask')]
  const [bound] = [await makeFlow({ name: 'Bound', apikeyid: views.id }), await makeFlow({ name: 'Free' })]
  await makeFlow({ name: 'Elsewhere', apikeyid: asks.id })
  await eve.call('POST', '/chatflows', { name: 'Hers', type: 'CHATFLOW' })
  const names = async (path: string) => (await get(path)).json<{ name: string }[]>().map(({ name }) => name)

  expect((await get(`/verify/apikey/${views.apiKey}`)).body).toBe('OK')
  expect((await get('/verify/apikey/ftk_wrong')).json()).toMatchObject({
    statusCode: 401,
    message: 'Unauthorized',
  })
  expect(await names(`/chatflows/apikey/${views.apiKey}`)).toEqual(['Bound', 'Free'])
  expect(await names(`/chatflows/apikey/${views.apiKey}?keyonly`)).toEqual(['Bound'])
  expect((await get(`/chatflows/apikey/${asks.apiKey}`)).statusCode).toBe(403)
  expect((await get('/chatflows/apikey/ftk_wrong')).statusCode).toBe(401)
  expect(bound).toBeTruthy()
})

test('guessing keys is limited per address', async () => {
  const { get } = await openWorld()
  for (let count = 0; count < 60; count += 1) {
    await get('/verify/apikey/ftk_wrong')
  }

  expect((await get('/chatflows/apikey/ftk_wrong')).statusCode).toBe(429)
})
