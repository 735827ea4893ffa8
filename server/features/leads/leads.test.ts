import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const form = { status: true, title: 'Who are you?', name: true, email: true, phone: false }

async function openFlow() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const { id } = (
    await ada.call('POST', '/chatflows', {
      type: 'CHATFLOW',
      name: 'Shop',
      flowData: aDemoFlow(),
      isPublic: true,
      chatbotConfig: JSON.stringify({ leads: form }),
    })
  ).json()
  const leave = (body: object, path = '/leads') =>
    world.app.inject({ method: 'POST', url: `/api/v1${path}`, payload: { chatflowid: id, ...body } })
  const leads = async () => (await ada.call('GET', `/leads/${id}`)).json()
  return { ...world, root, ada, eve, id, leave, leads }
}

test('a visitor submits the lead fields of the flow, only its owner reads them, and they are deleted with the flow', async () => {
  const { ada, eve, id, leave, leads, app } = await openFlow()

  const left = await leave(
    { chatId: 'c1', name: ' Elif ', email: 'elif@example.com', phone: '+90 555' },
    '/leads/',
  )
  expect([left.statusCode, left.json()]).toEqual([
    200,
    {
      ...{ id: expect.any(String), name: 'Elif', email: 'elif@example.com', phone: null },
      ...{ chatflowid: id, chatId: 'c1', createdDate: expect.any(String) },
    },
  ])
  expect((await leave({ name: 'Can' })).json().chatId).toMatch(/^[0-9a-f-]{36}$/)
  expect((await leads()).map(({ name }: { name: string }) => name).toSorted()).toEqual(['Can', 'Elif'])

  const bad = await leave({ email: 'elif@' })
  expect([bad.statusCode, bad.json().message]).toEqual([400, 'Please enter a valid email address'])
  expect((await leave({ phone: '+90 555 111 22 33' })).json().message).toBe('Fill in at least one field.')
  expect((await app.inject({ url: `/api/v1/leads/${id}` })).statusCode).toBe(401)
  expect((await eve.call('GET', `/leads/${id}`)).statusCode).toBe(404)

  await ada.call('DELETE', `/chatflows/${id}`)
  expect((await leave({ name: 'Late' })).statusCode).toBe(404)
  expect((await ada.call('GET', `/leads/${id}`)).statusCode).toBe(404)
})

test('a flow without a lead form stores no leads; leads and ratings are deleted with their owner’s account', async () => {
  const { root, ada, id, leave, services, store } = await openFlow()
  const { leads: table } = await import('./leads.table.ts')
  const { messageFeedback } = await import('#server/features/feedback/feedback.table.ts')
  await leave({ name: 'Elif' })
  const { chatMessageId: messageId } = (
    await ada.call('POST', `/prediction/${id}`, { question: 'Hello', chatId: 'c' })
  ).json()
  await services.feedback.rate(ada.user.id, { flowId: id, messageId, rating: 'THUMBS_UP' })
  expect(await store.db.select().from(messageFeedback)).toHaveLength(1)

  await ada.call('PUT', `/chatflows/${id}`, {
    chatbotConfig: JSON.stringify({ leads: { ...form, status: false } }),
  })
  expect((await leave({ name: 'Elif' })).json().message).toBe('This flow does not collect contact details.')
  await ada.call('PUT', `/chatflows/${id}`, { isPublic: false })
  expect((await leave({ name: 'Elif' })).statusCode).toBe(404)

  const removed = await root.call('DELETE', `/auth/users/${ada.user.id}`)
  expect(removed.statusCode).toBeLessThan(300)
  expect(await store.db.select().from(table)).toEqual([])
  expect(await store.db.select().from(messageFeedback)).toEqual([])
})

test('an owner lists the leads of one flow or of all own flows, and nobody else’s', async () => {
  const { ada, eve, id, leave, app } = await openFlow()
  const other = { type: 'CHATFLOW', name: 'Museum', flowData: aDemoFlow(), isPublic: true }
  const museum = (
    await ada.call('POST', '/chatflows', { ...other, chatbotConfig: JSON.stringify({ leads: form }) })
  ).json()
  await leave({ name: 'Elif' })
  await leave({ name: 'Can', chatflowid: museum.id })
  const list = async (input: object, { headers } = ada) => {
    const query = { input: JSON.stringify(input) }
    const { result, error } = (await app.inject({ url: '/trpc/leads.listOwn', query, headers })).json()
    return error ? error.data.error.code : result.data.map(({ name }: { name: string }) => name).toSorted()
  }

  expect(await list({})).toEqual(['Can', 'Elif'])
  expect(await list({ flowId: id })).toEqual(['Elif'])
  expect(await list({}, eve)).toEqual([])
  expect(await list({ flowId: id }, eve)).toBe('NOT_FOUND')
})
