import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

const anAssistant = {
  details: '{ "name": "Desk" }',
  credential: 'some-id',
  iconSrc: 'desk.svg',
  type: 'CUSTOM',
}

async function openAssistants() {
  const world = await createTestApp()
  const root = await world.signUp('root')
  const { id } = (await root.call('POST', '/assistants', anAssistant)).json()
  return { ...world, root, id }
}

test('an assistant is created, read unchanged, updated field by field, listed by type and removed', async () => {
  const { root, id } = await openAssistants()

  expect((await root.call('GET', `/assistants/${id}`)).json()).toMatchObject({ id, ...anAssistant })
  const changed = await root.call('PUT', `/assistants/${id}`, {
    details: '{"name":"Bench"}',
    userId: 'another',
  })
  expect(changed.json()).toMatchObject({ ...anAssistant, details: '{"name":"Bench"}' })
  expect((await root.call('GET', '/assistants?type=CUSTOM')).json()).toMatchObject([{ id }])
  expect((await root.call('GET', '/assistants?type=OPENAI')).json()).toEqual([])
  expect((await root.call('GET', '/assistants?type=odd')).json()).toMatchObject([{ id }])
  expect((await root.call('DELETE', `/assistants/${id}?isDeleteBoth=true`)).json()).toMatchObject({
    affected: 1,
  })
  expect((await root.call('GET', `/assistants/${id}`)).statusCode).toBe(404)
})

test.each([
  ['without details', { credential: 'x' }],
  ['with details that are no object', { ...anAssistant, details: '[]' }],
  ['of an unknown type', { ...anAssistant, type: 'BUTLER' }],
])('an assistant %s is rejected', async (_, body) => {
  const { root } = await openAssistants()

  expect((await root.call('POST', '/assistants', body)).statusCode).toBe(400)
})

test('the assistant of another ADMIN is not found', async () => {
  const { services, id } = await openAssistants()

  await expect(services.assistants.get('another', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(services.customAssistants.remove('another', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    services.customAssistants.update({ userId: 'another', authorId: 'another' }, { id }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
