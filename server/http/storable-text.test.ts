import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { requireStorableText } from './storable-text.ts'

const NUL = 'a\0b'
const half = 'a\ud800b'

async function openFlow() {
  const world = await createTestApp()
  const ada = await world.signUp('ada')
  const flow = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(aConversationFlow()) }
  const { id } = (await ada.call('POST', '/chatflows', { ...flow, isPublic: true })).json<{ id: string }>()
  return { ...world, ada, id }
}

test.each([
  ['NUL', NUL],
  ['half a surrogate pair', half],
])('%s in any input is a 400 that names the field', async (_, text) => {
  const { app, ada, id } = await openFlow()
  const field = (name: string) => ({ code: 'INVALID_INPUT', details: { [name]: [expect.any(String)] } })
  const inJson = JSON.stringify({ nodes: [], edges: [], note: text })
  const flow = { name: 'Museum', type: 'CHATFLOW' }

  const calls = [
    ['name', ada.call('POST', '/chatflows', { ...flow, name: text })],
    ['flowData', ada.call('POST', '/chatflows', { ...flow, flowData: inJson })],
    ['chatbotConfig', ada.call('PUT', `/chatflows/${id}`, { chatbotConfig: JSON.stringify({ a: text }) })],
    ['question', ada.call('POST', `/prediction/${id}`, { question: text })],
    [
      'overrideConfig',
      ada.call('POST', `/prediction/${id}`, { question: 'x', overrideConfig: { a: [text] } }),
    ],
    ['name', ada.call('POST', '/leads', { chatflowid: id, name: text })],
    ['username', ada.call('POST', '/auth/login', { username: text, password: 'x' })],
  ] as const
  for (const [name, call] of calls) {
    const response = await call
    expect([name, response.statusCode]).toEqual([name, 400])
    expect(response.json()).toMatchObject(field(name))
  }
  const payload = { username: text, password: 'x' }
  const trpc = await app.inject({ method: 'POST', url: '/trpc/auth.login', payload })
  expect(trpc.json().error.data.error).toMatchObject(field('username'))
})

test('a path, a query and a Basic header with NUL find nothing and cause no error', async () => {
  const { app, ada } = await openFlow()

  expect((await ada.call('GET', '/chatflows/%00')).statusCode).toBe(400)
  expect((await ada.call('GET', '/get-upload-file?chatflowId=%00&chatId=c&fileName=a')).statusCode).toBe(400)
  const authorization = `Basic ${Buffer.from('a\0da:secret').toString('base64')}`
  expect((await app.inject({ url: '/api/v1/chatflows', headers: { authorization } })).statusCode).toBe(401)
})

test('a number or date out of range for the database is a 400', async () => {
  const { ada, id } = await openFlow()

  const page = await ada.call('GET', `/chatflows?page=${Number.MAX_SAFE_INTEGER}&limit=1000`)
  expect(page.statusCode).toBeLessThan(500)
  const date = await ada.call('GET', `/chatmessage/${id}?startDate=%2B275760-09-13T00:00:00.000Z`)
  expect(date.statusCode).toBeLessThan(500)
})

test('emoji, escaped pairs and deep inputs are accepted', () => {
  let deep: unknown = 'end'
  for (let depth = 0; depth < 50_000; depth += 1) {
    deep = [deep]
  }

  expect(() =>
    requireStorableText({ a: '😀', b: '{"a":"\\ud83d\\ude00"}', c: '{\\u0000', deep }),
  ).not.toThrow()
})

test('an input with very many parts and one of bytes are checked', () => {
  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key${index}`, 'text']))

  expect(() => requireStorableText({ many })).not.toThrow()
  expect(() => requireStorableText({ many: { ...many, last: '\0' } })).toThrow('cannot be stored')
  expect(() => requireStorableText(Buffer.alloc(300_000))).not.toThrow()
})
