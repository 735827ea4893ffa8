import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

const aTool = { name: 'clock', description: 'Tells the time', color: '#000', schema: '[]', func: 'return 1' }

async function openTools() {
  const world = await createTestApp()
  const root = await world.signUp('root')
  const { id } = (await root.call('POST', '/tools', aTool)).json()
  return { ...world, root, id }
}

test('a tool is created, read, changed field by field, listed and removed', async () => {
  const { root, id } = await openTools()

  expect((await root.call('GET', `/tools/${id}`)).json()).toMatchObject({ ...aTool, iconSrc: null })
  const changed = await root.call('PUT', `/tools/${id}`, {
    name: 'watch',
    userId: 'another',
    createdDate: 'x',
  })
  expect(changed.json()).toMatchObject({ ...aTool, id, name: 'watch' })
  expect((await root.call('PUT', `/tools/${id}`, { func: null })).json()).toMatchObject({
    func: null,
    schema: '[]',
  })
  expect((await root.call('GET', '/tools')).json()).toMatchObject([{ name: 'watch' }])
  expect((await root.call('GET', '/tools?page=2&limit=1')).json()).toEqual({ data: [], total: 1 })
  expect((await root.call('DELETE', `/tools/${id}`)).json()).toEqual({ affected: 1, raw: [] })
  expect((await root.call('GET', '/tools')).json()).toEqual([])
})

test.each(['GET', 'PUT', 'DELETE'] as const)('%s of a missing one is 404', async (method) => {
  const { root } = await openTools()

  expect((await root.call(method, '/tools/none', method === 'PUT' ? {} : undefined)).statusCode).toBe(404)
})

test.each([
  ['without a name', { ...aTool, name: ' ' }],
  ['with a schema that is no list', { ...aTool, schema: '{}' }],
  ['without a color', { name: 'x', description: '' }],
])('an assistant %s is rejected', async (_, body) => {
  const { root } = await openTools()

  expect((await root.call('POST', '/tools', body)).statusCode).toBe(400)
})

test('the tool of another ADMIN is not found', async () => {
  const { root, services, id } = await openTools()

  await expect(services.tools.get('another', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(services.tools.remove('another', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(services.tools.update('another', { id, name: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await root.call('GET', `/tools/${id}`)).json().name).toBe('clock')
})
