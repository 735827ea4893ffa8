import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openFlow() {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const flow = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(aConversationFlow()) }
  const { id } = (await ada.call('POST', '/chatflows', { ...flow, isPublic: true })).json<{ id: string }>()
  return { ...world, ada, id }
}

test('an error quotes every field and has each of them in its details', async () => {
  const { app } = await createTestApp()
  const payload = { username: 'a', email: 'ada@example.com', password: 'short' }

  const response = await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })

  expect(response.json()).toMatchObject({
    message: 'Use at least 3 characters. Use at least 8 characters.',
    details: { username: ['Use at least 3 characters'], password: ['Use at least 8 characters'] },
  })
})

test.each([
  [{}, 'Write a question', { question: ['Write a question'] }],
  [{ question: 7 }, 'question must be a string', { question: ['question must be a string'] }],
  [
    { question: 'x'.repeat(32_001), chatId: 'x'.repeat(256) },
    'Use at most 32,000 characters. chatId must have at most 255 characters.',
    {
      question: ['Use at most 32,000 characters'],
      chatId: ['chatId must have at most 255 characters'],
    },
  ],
])('a rejected prediction has the fields in its details (%#)', async (body, message, details) => {
  const { ada, id } = await openFlow()

  const response = await ada.call('POST', `/prediction/${id}`, body)

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'INVALID_INPUT', error: message, message, details })
})

test('a field without its own message is named in the message', async () => {
  const { ada } = await openFlow()

  const response = await ada.call('POST', '/variables', { type: 'other' })

  expect(response.json().message).toMatch(/type must be one of static, runtime/)
})

test('null for an optional field counts as absent, on procedures and plain routes', async () => {
  const { ada, id } = await openFlow()
  const nulls = { chatId: null, history: null, overrideConfig: null, uploads: null, streaming: null }

  const answer = await ada.call('POST', `/prediction/${id}`, { question: 'Hello', leadEmail: null, ...nulls })
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined])
  const flow = { name: 'Second', type: 'CHATFLOW', flowData: null, category: null }
  expect((await ada.call('POST', '/chatflows', flow)).json()).toMatchObject({
    name: 'Second',
    category: null,
  })
  expect((await ada.call('PUT', `/chatflows/${id}`, { name: null, deployed: true })).json()).toMatchObject({
    name: 'Museum',
    deployed: true,
  })
  const required = await ada.call('POST', '/variables', { name: null, value: 'x', type: 'static' })
  expect(required.json()).toMatchObject({ statusCode: 400, details: { name: [expect.any(String)] } })
})
