import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { listOperations } from './openapi.ts'

test('every REST address is in the document and on the page, with who may use it', async () => {
  const { app } = await createTestApp()

  const document = (await app.inject('/api/v1/openapi.json')).json()
  const page = (await app.inject('/api/docs')).body

  const operations = listOperations()
  expect(operations.length).toBeGreaterThan(40)
  for (const { method, path } of operations) {
    const entry = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(entry?.operationId, `${method} ${path}`).toBeDefined()
    expect(page).toContain(`<code>${path}</code>`)
  }
})

test('what a call takes and gives is its own schema', async () => {
  const { app } = await createTestApp()

  const { paths } = (await app.inject('/api/v1/openapi.json')).json()

  const login = paths['/auth/login'].post
  expect(login.security).toBeUndefined()
  expect(login.requestBody.content['application/json'].schema).toMatchObject({
    properties: { username: { type: 'string' }, password: { type: 'string' } },
    required: ['username', 'password'],
  })
  const flow = paths['/chatflows/{id}'].get
  expect(flow.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(flow.responses[200].content['application/json'].schema.properties).toHaveProperty('flowData')
  expect(flow.responses.default.content['application/json'].schema.$ref).toBe('#/components/schemas/Error')
})
