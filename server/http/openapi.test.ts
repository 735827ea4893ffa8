import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiDocument } from './openapi/document.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

async function openDocument() {
  const { app } = await createTestApp()
  const document = (await app.inject('/api/v1/openapi.json')).json<ApiDocument>()
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  return { app, document, operations }
}

test('the document lists what Fastify serves, and nothing else', async () => {
  const { app, operations } = await openDocument()

  const served = readRoutes(app.printRoutes({ commonPrefix: false }))
  const listed = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)

  expect(served.length).toBeGreaterThan(100)
  expect(listed.toSorted()).toEqual(served)
})

test('every operation has a summary, a tag and an id usable by generators', async () => {
  const { document, operations } = await openDocument()
  const tags = document.tags.map(({ name }) => name)

  for (const { path, method, operation } of operations) {
    const { operationId, summary } = operation
    expect(methods, path).toContain(method)
    expect(operationId, path).toMatch(/^[a-z][A-Za-z]+$/)
    expect(summary.length, `${path}: ${summary}`).toBeLessThanOrEqual(60)
    expect(summary, path).toMatch(/^[A-Z].*[^.]$/)
    expect(tags, path).toContain(operation.tags[0])
    const undescribed = operation.parameters?.filter((parameter) => !('description' in parameter)) ?? []
    expect(undescribed, path).toEqual([])
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the request and response of a call have their own schemas', async () => {
  const { document } = await openDocument()

  const login = document.paths['/auth/login']?.post
  expect(login?.security).toEqual([])
  expect(login?.requestBody?.content['application/json']).toMatchObject({
    schema: { $ref: '#/components/schemas/Login' },
  })
  expect(document.components.schemas.Login).toMatchObject({
    properties: { username: { type: 'string' }, password: { type: 'string' } },
    required: ['username', 'password'],
  })
  const flow = document.paths['/chatflows/{id}']?.get
  expect(flow?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(flow?.responses[200]).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Flow' } } },
  })
  expect(document.components.schemas.Flow?.properties).toHaveProperty('flowData')
  expect(flow?.responses.default).toEqual({ $ref: '#/components/responses/UnexpectedError' })
})

test('an operation names the permission an API key needs, and offers keys only where they are accepted', async () => {
  const { document } = await openDocument()

  const list = document.paths['/chatflows']?.get
  expect(list?.security).toEqual([{ apiKey: ['chatflows:view'] }, { session: [] }, { basic: [] }])
  expect(list?.description).toContain('`chatflows:view`')
  expect(list).toHaveProperty('x-permission', 'chatflows:view')
  expect(document.paths['/wallets/me']?.get?.security).toEqual([{ session: [] }, { basic: [] }])
  expect(document.paths['/prediction/{id}']?.post?.security).toContainEqual({})
})

test('the page shows every operation, with a call to copy, and runs nothing forbidden by the content policy', async () => {
  const { app, document, operations } = await openDocument()

  const page = await app.inject('/api/docs')
  const script = await app.inject('/api/docs.js')

  for (const { path, operation } of operations) {
    expect(page.body, path).toContain(`id="${operation.operationId}"`)
    expect(page.body).toContain(`/api/v1${path}`)
  }
  for (const name of Object.keys(document.components.schemas)) {
    expect(page.body).toContain(`id="schema-${name}"`)
  }
  expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script src="/api/docs.js" defer>'])
  expect(page.body).not.toMatch(/ on\w+="/)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(script.headers['content-type']).toContain('text/javascript')
  expect(() => new Function(script.body)).not.toThrow()
})

function readRoutes(tree: string) {
  const segments: string[] = []
  const routes = new Set<string>()
  for (const line of tree.split('\n')) {
    const [, indent = '', segment = '', list = ''] = /^([│ ├└─]*)(\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    segments.length = Math.max(0, indent.length / 4 - 1)
    segments.push(segment)
    const path = segments.join('')
    for (const method of list
      .split(', ')
      .filter((each) => each !== '' && each !== 'HEAD' && each !== 'OPTIONS')) {
      if (path.startsWith('/api/v1/')) {
        const route = path.slice('/api/v1'.length).replace(/(.)\/$/, '$1')
        routes.add(`${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`)
      }
    }
  }
  return [...routes].sort()
}
