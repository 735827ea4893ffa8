import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'

async function openTalks() {
  const { signUp } = await createTestApp({ listen: true })
  const { call } = await signUp('ada')
  const { id } = (
    await call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow() })
  ).json()
  for (const chatId of ['c1', 'c2', 'c3']) {
    await call('POST', `/prediction/${id}`, { question: `Hello from ${chatId}`, chatId })
  }
  await call('POST', `/internal-prediction/${id}`, { question: 'A try', chatId: 'try' })
  const list = async (query = '') =>
    (await call('GET', `/chatmessage/${id}${query}`)).json() as {
      chatId: string
      role: string
      chatType: string
    }[]
  const chats = async (query = '') => [...new Set((await list(query)).map(({ chatId }) => chatId))]
  return { call, id, list, chats }
}

test('messages are ordered, question before answer, with their cost', async () => {
  const { list } = await openTalks()

  expect(await list('?chatId=c2')).toMatchObject([
    { role: 'userMessage', content: 'Hello from c2', chatType: 'EXTERNAL', tokens: null },
    {
      role: 'apiMessage',
      tokens: expect.any(Number),
      cost: expect.any(Number),
      durationMs: expect.any(Number),
    },
  ])
  expect((await list('?chatId=c2&order=DESC')).map(({ role }) => role)).toEqual(['apiMessage', 'userMessage'])
})

test.each(['chatmessage', 'internal-chatmessage'])(
  '%s returns empty lists for missing fields of a message',
  async (path) => {
    const { call, id } = await openTalks()
    const none = { sourceDocuments: [], usedTools: [], fileAnnotations: [], artifacts: [], fileUploads: [] }

    const [question, answer] = (await call('GET', `/${path}/${id}?chatId=try`)).json()

    expect(question).toMatchObject({ role: 'userMessage', ...none })
    expect(answer).toMatchObject({ role: 'apiMessage', ...none })
  },
)

test('filters narrow messages down, in every form clients write them', async () => {
  const { chats, call, id } = await openTalks()

  expect(await chats('?chatType=INTERNAL')).toEqual(['try'])
  expect(await chats('?chatType=INTERNAL&chatType=EXTERNAL')).toEqual(['c1', 'c2', 'c3', 'try'])
  expect(await chats(`?chatType=${encodeURIComponent('["EXTERNAL"]')}`)).toEqual(['c1', 'c2', 'c3'])
  expect(await chats('?endDate=2020-01-01')).toEqual([])
  const internal = (await call('GET', `/internal-chatmessage/${id}`)).json()
  expect(internal.map(({ chatId }: { chatId: string }) => chatId)).toEqual(['try', 'try'])
})

test('a page counts sessions and contains all their messages, newest session first', async () => {
  const { chats } = await openTalks()

  expect(await chats('?page=1&limit=2&order=DESC')).toEqual(['try', 'c3'])
  expect(await chats('?page=2&limit=2&order=DESC')).toEqual(['c2', 'c1'])
  expect(await chats('?page=3&limit=2')).toEqual([])
})

test('a removal deletes only the specified messages', async () => {
  const { call, id, chats } = await openTalks()

  const removed = (await call('DELETE', `/chatmessage/${id}?chatId=c1&chatType=EXTERNAL`)).json()

  expect(removed).toEqual({ affected: 2, raw: [] })
  expect(await chats()).toEqual(['c2', 'c3', 'try'])
})

test('a MODERATOR reads the conversations of every flow, and nothing more', async () => {
  const { signUp } = await createTestApp({ listen: true })
  const admin = await signUp('root')
  const { call } = await signUp('ada')
  const mod = await signUp('mod')
  const flow = { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow() }
  const { id } = (await call('POST', '/chatflows', flow)).json()
  await call('POST', `/prediction/${id}`, { question: 'Hello' })
  const payload = { username: 'mod', password: passwordOf('mod') }
  const status = async (method: 'GET' | 'PUT' | 'DELETE', url: string, body?: object) =>
    (await mod.call(method, url, body)).statusCode
  expect(await status('GET', `/chatmessage/${id}`)).toBe(404)

  await admin.call('PUT', `/auth/users/${mod.user.id}`, { role: 'MODERATOR' })
  const { token } = (await admin.call('POST', '/auth/login', payload)).json()
  mod.headers.authorization = `Bearer ${token}`

  expect((await mod.call('GET', `/chatmessage/${id}`)).json()).toHaveLength(2)
  expect((await mod.call('GET', `/stats/${id}`)).json()).toMatchObject({ totalMessages: 2 })
  expect(await status('DELETE', `/chatmessage/${id}`)).toBe(404)
  expect(await status('GET', `/chatflows/${id}`)).toBe(404)
  expect(await status('PUT', `/chatflows/${id}`, { name: 'Mine' })).toBe(404)
  expect(await status('GET', '/auth/users')).toBe(403)
})
