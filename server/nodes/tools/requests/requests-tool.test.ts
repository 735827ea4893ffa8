import { expect, test } from 'vitest'
import { listen } from '#server/testing/tiny-server.ts'
import { type RequestsTool, requestsTool } from './requests-tool.ts'

async function openServer() {
  const seen: unknown[] = []
  const keys: unknown[] = []
  const { origin } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      keys.push(request.headers['idempotency-key'])
      seen.push([request.method, request.url, request.headers['x-key'], body])
      response.writeHead(request.url === '/gone' ? 410 : 200)
      response.end(`${request.method} was here, at some length`)
    })
  })
  return { origin, seen, keys }
}

const aTool = (settings: Partial<RequestsTool> & Pick<RequestsTool, 'url'>) =>
  requestsTool({
    fetch,
    method: 'GET',
    name: 'My Requests Get',
    description: '',
    headers: undefined,
    schema: undefined,
    maxOutputLength: 2_000,
    idempotencyKey: async () => 'key-1',
    ...settings,
  })

test('parts of the path and the query are arguments; a long response is truncated', async () => {
  const { origin, seen } = await openServer()
  const schema = '{"page": {"type": "number", "in": "query", "required": true}, "tag": {"type": "string"}}'
  const tool = aTool({ url: `${origin}/users/:id`, schema, headers: '{"X-Key": "k"}', maxOutputLength: 8 })

  expect(tool.name).toBe('my_requests_get')
  expect(tool.parameters).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, page: { type: 'number' }, tag: { type: 'string' } },
    required: ['id', 'page'],
  })
  expect(await tool.call({ id: 'a b', page: 2 })).toEqual({ text: 'GET was ' })
  expect(seen).toEqual([['GET', '/users/a%20b?page=2', 'k', '']])
})

test('arguments from the model are merged into the body', async () => {
  const { origin, seen, keys } = await openServer()
  const schema = '{"name": {"type": "string", "required": true}}'

  await aTool({ method: 'POST', url: origin, schema, body: '{"kind":"pet","name":"?"}' }).call({
    name: 'Rex',
  })
  await aTool({ method: 'PUT', url: origin }).call({ body: { a: 1 } })
  await aTool({ method: 'DELETE', url: `${origin}/{id}` }).call({ id: '7' })

  expect(new Set(keys)).toEqual(new Set(['key-1']))
  expect(seen).toEqual([
    ['POST', '/', undefined, '{"kind":"pet","name":"Rex"}'],
    ['PUT', '/', undefined, '{"a":1}'],
    ['DELETE', '/7', undefined, ''],
  ])
})

test('reports errors', async () => {
  const { origin } = await openServer()

  await expect(aTool({ url: `${origin}/gone` }).call({})).rejects.toThrow('answered 410: GET was here')
  await expect(aTool({ url: `${origin}/:id` }).call({})).rejects.toThrow('id is missing')
  expect(() => aTool({ url: origin, schema: '{' })).toThrow('not JSON')
  await expect(aTool({ url: 'nowhere' }).call({})).rejects.toThrow('nowhere is not an address')
  await expect(aTool({ url: origin, headers: 'x' }).call({})).rejects.toThrow('headers are not a JSON object')
})
