import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

type Answered = { chatId: string; chatMessageId: string }

async function openChat({ chatFeedback = true }: { chatFeedback?: boolean } = {}) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const { id } = (
    await ada.call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Shop',
      flowData: aDemoFlow(),
      isPublic: true,
      chatbotConfig: JSON.stringify({ chatFeedback: { status: chatFeedback } }),
    })
  ).json()
  const predict = async (chatId: string) =>
    (await ada.call('POST', `/prediction/${id}`, { question: 'Hello', chatId })).json<Answered>()
  const visit = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    world.app.inject({ method, url: `/api/v1${path}`, ...(payload && { payload }) })
  const list = async (query = '') => (await ada.call('GET', `/chatmessage/${id}?${query}`)).json()
  return { ...world, ada, eve, id, predict, visit, list }
}

test('a visitor rates answers of their own conversation with a comment, and the owner sees and filters by both', async () => {
  const { ada, id, predict, visit, list } = await openChat()
  const [good, bad] = [await predict('c1'), await predict('c2')]
  await predict('c3')
  const rate = ({ chatId, chatMessageId: messageId }: Answered, rating: string) =>
    visit('POST', `/feedback/${id}`, { chatId, messageId, rating })

  const given = await rate(good, 'THUMBS_UP')
  expect([given.statusCode, given.json()]).toEqual([
    200,
    {
      id: expect.any(String),
      chatflowid: id,
      chatId: 'c1',
      messageId: good.chatMessageId,
      rating: 'THUMBS_UP',
      content: null,
      createdDate: expect.any(String),
    },
  ])
  const { id: ratingId } = (await rate(bad, 'THUMBS_DOWN')).json()
  const updated = await visit('PUT', `/feedback/${ratingId}`, { content: 'Too long' })
  expect(updated.json()).toMatchObject({
    id: ratingId,
    messageId: bad.chatMessageId,
    rating: 'THUMBS_DOWN',
    chatflowid: expect.any(String),
  })

  const rows = await list('feedback=true&chatId=c2')
  expect(rows.map(({ feedback }: { feedback?: object }) => feedback)).toEqual([
    undefined,
    expect.objectContaining({ id: ratingId, rating: 'THUMBS_DOWN', content: 'Too long' }),
  ])
  expect(JSON.stringify(await list('chatId=c2'))).not.toContain('Too long')
  const rated = await list('feedbackType=THUMBS_DOWN')
  expect(rated.map(({ role, chatId }: { role: string; chatId: string }) => [role, chatId])).toEqual([
    ['userMessage', 'c2'],
    ['apiMessage', 'c2'],
  ])
  expect(await list('feedbackType=THUMBS_DOWN&feedbackType=THUMBS_UP')).toHaveLength(4)
  const stats = async (query = '') => (await ada.call('GET', `/stats/${id}?${query}`)).json()
  expect(await stats()).toEqual({
    totalMessages: 6,
    totalSessions: 3,
    totalFeedback: 2,
    positiveFeedback: 1,
  })
  expect(await stats('feedbackType=THUMBS_UP&chatType=EXTERNAL')).toMatchObject({ totalSessions: 1 })
  const all = (await ada.call('GET', `/feedback/${id}?order=DESC`)).json<{ chatId: string }[]>()
  expect(all.map(({ chatId }) => chatId).toSorted()).toEqual(['c1', 'c2'])

  await ada.call('DELETE', `/chatmessage/${id}?chatId=c2`)
  expect((await ada.call('GET', `/feedback/${id}`)).json()).toHaveLength(1)
  await ada.call('DELETE', `/chatflows/${id}`)
  expect((await visit('PUT', `/feedback/${given.json().id}`, { content: 'x' })).statusCode).toBe(404)
})

test('only answers in the conversation of the visitor can be rated, and ratings by others stay hidden', async () => {
  const { ada, eve, id, predict, visit, app } = await openChat()
  const { chatMessageId: messageId } = await predict('c1')
  const internal = (
    await ada.call('POST', `/internal-prediction/${id}`, { question: 'Hello', chatId: 'try' })
  ).json<Answered>()
  const rate = async (body: object, path = `/feedback/${id}`) =>
    (await visit('POST', path, { messageId, rating: 'THUMBS_UP', ...body })).statusCode

  expect(await rate({ chatId: 'another' })).toBe(404)
  expect(await rate({ chatId: 'c1', messageId: 'none' })).toBe(404)
  expect(await rate({ chatId: 'try', messageId: internal.chatMessageId })).toBe(404)
  expect(await rate({ chatId: 'c1', chatflowid: 'other' })).toBe(400)
  expect(await rate({ chatId: 'c1', rating: 'MEH' })).toBe(400)
  expect(await rate({ chatId: 'c1', chatflowid: id }, '/feedback')).toBe(200)
  expect(await rate({ chatId: 'c1' })).toBe(400)

  expect((await visit('GET', `/feedback/${id}`)).statusCode).toBe(401)
  for (const path of [`/feedback/${id}`, `/stats/${id}`]) {
    expect((await eve.call('GET', path)).statusCode).toBe(404)
  }
  const { trpcRate } = {
    trpcRate: (headers: Record<string, string>, rating: string) =>
      app.inject({
        method: 'POST',
        url: '/trpc/feedback.rate',
        headers,
        payload: { flowId: id, messageId: internal.chatMessageId, rating },
      }),
  }
  expect((await trpcRate(ada.headers, 'THUMBS_UP')).statusCode).toBe(200)
  expect((await trpcRate(ada.headers, 'THUMBS_DOWN')).json().result.data.rating).toBe('THUMBS_DOWN')
  expect((await trpcRate(eve.headers, 'THUMBS_UP')).statusCode).toBe(404)

  await ada.call('PUT', `/chatflows/${id}`, { isPublic: false })
  expect(await rate({ chatId: 'c1' })).toBe(404)
  await ada.call('PUT', `/chatflows/${id}`, { isPublic: true, chatbotConfig: '{}' })
  const closed = await visit('POST', `/feedback/${id}`, { chatId: 'c1', messageId, rating: 'THUMBS_UP' })
  expect([closed.statusCode, closed.json().message]).toEqual([400, 'This flow asks for no ratings.'])
})
