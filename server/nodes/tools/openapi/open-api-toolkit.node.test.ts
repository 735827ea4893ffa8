import { expect, test } from 'vitest'
import type { Tool } from '#server/engine/handles.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import { openAPIToolkit } from './open-api-toolkit.node.ts'
import { readSpec } from './read-spec.ts'

const pets = (server: string) => `openapi: 3.0.0
servers: [{ url: '${server}/{version}', variables: { version: { default: v1 } } }]
paths:
  /pets:
    parameters: [{ $ref: '#/components/parameters/Trace' }]
    post:
      operationId: createPet
      summary: Adds a pet
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
    get:
      operationId: getPets
      parameters: [{ name: limit, in: query, schema: { type: integer } }, { name: tag, in: query, schema: { type: array, items: { type: string } } }]
  /pets/{id}:
    delete:
      operationId: pets.remove
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
components:
  parameters: { Trace: { name: X-Trace, in: header, schema: { type: string } } }
  schemas: { Pet: { type: object, required: [name], properties: { name: { type: string, example: Rex }, parent: { $ref: '#/components/schemas/Pet' } } } }
`

test('reads operations with resolved references; recursive ones terminate', async () => {
  const { servers, operations } = await readSpec(pets('https://a.example'))

  expect(servers).toEqual(['https://a.example/v1'])
  expect(operations.map(({ id, method, path }) => [id, method, path])).toEqual([
    ['getPets', 'GET', '/pets'],
    ['createPet', 'POST', '/pets'],
    ['pets.remove', 'DELETE', '/pets/{id}'],
  ])
  expect(operations[1]?.takes).toEqual({
    HeaderParameters: { type: 'object', properties: { 'X-Trace': { type: 'string' } }, required: [] },
    RequestBody: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, parent: {} } },
  })
})

test.each([
  ['a: [', 'cannot be read'],
  ['openapi: 3.0.0', 'no paths'],
  ['just text', 'not an object'],
  [
    `a: &a [x,x]\n${'bcdefghij'
      .split('')
      .map((n, i) => `${n}: &${n} [${`*${'abcdefghi'[i]},`.repeat(9)}]`)
      .join('\n')}\npaths: {}`,
    'cannot be read',
  ],
])('rejects an invalid document: %#', async (text, why) => {
  await expect(readSpec(text)).rejects.toMatchObject({
    code: 'INVALID_FLOW',
    message: expect.stringContaining(why),
  })
})

test('each operation is a tool, read operations first, and sends its arguments', async () => {
  const seen: unknown[] = []
  const { origin } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push([method, url, headers.authorization, headers['x-trace'], body])
      response.end('{"ok":true}')
    })
  })
  const tools = await build(pets(origin))

  expect(tools.map(({ name }) => name)).toEqual(['getPets', 'createPet', 'pets_remove'])
  const [list, create, remove] = tools
  expect(create?.parameters).toMatchObject({ required: ['RequestBody'] })
  expect(await list?.call({ QueryParameters: { limit: 2, tag: ['a', 'b'] } })).toEqual({
    text: '{"ok":true}',
  })
  await create?.call({ RequestBody: { name: 'Rex', parent: null }, HeaderParameters: { 'X-Trace': 't' } })
  await remove?.call({ PathParameters: { id: 'a/b' } })
  await expect(remove?.call({})).rejects.toThrow('PathParameters.id is missing')

  expect(seen).toEqual([
    ['GET', '/v1/pets?limit=2&tag=a&tag=b', 'Bearer k', undefined, ''],
    ['POST', '/v1/pets', 'Bearer k', 't', '{"name":"Rex"}'],
    ['DELETE', '/v1/pets/a%2Fb', 'Bearer k', undefined, ''],
  ])
})

test('includes only the selected operations, and runs the code of its author', async () => {
  const [tool, ...others] = await build(pets('https://a.example'), {
    selectedEndpoints: ['pets.remove'],
    customCode: 'return [$url, $options.method, $PathParameters.id].join(" ")',
  })

  expect(others).toEqual([])
  expect(await tool?.call({ PathParameters: { id: '7' } })).toEqual({
    text: 'https://a.example/v1/pets/7 DELETE 7',
  })
})

test('its form lists servers and operations of a link or a file', async () => {
  const fetch = async () => new Response(pets('/api'))
  const call = { credential: undefined, ports: { fetch, listModels: async () => [] } }
  const link = { inputs: { openApiLink: 'https://a.example/spec.yaml' }, ...call }
  const file = {
    inputs: { openApiFile: [`data:text/yaml;base64,${btoa(pets('https://b.example'))},filename:a.yaml`] },
    ...call,
  }
  const { listServers, listEndpoints } = openAPIToolkit.loadMethods ?? {}

  expect(await listServers?.(link)).toEqual([
    { label: 'https://a.example/api/v1', name: 'https://a.example/api/v1' },
  ])
  expect(await listEndpoints?.(file)).toMatchObject([
    { label: 'GET /pets', name: 'getPets' },
    { label: 'POST /pets' },
    {},
  ])
})

async function build(spec: string, inputs: { selectedEndpoints?: string[]; customCode?: string } = {}) {
  const runCode = createRunCode({ fetch })
  const { signal } = new AbortController()
  const built = await openAPIToolkit.build?.({
    ...aSurrounding({
      runCode: (script) => runCode({ ...script, vars: {}, flow: {}, signal }),
      openFile: async (name) => ({ name, key: name, read: async () => new TextEncoder().encode(spec) }),
    }),
    credential: undefined,
    inputs: {
      inputType: 'file',
      openApiFile: ['pets.yaml'],
      openApiLink: undefined,
      selectedServer: undefined,
      selectedEndpoints: inputs.selectedEndpoints,
      returnDirect: undefined,
      headers: { Authorization: 'Bearer k' },
      removeNulls: true,
      customCode: inputs.customCode ?? 'return await (await fetch($url, $options)).text()',
    },
  })
  return built as Tool[]
}
