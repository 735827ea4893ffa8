import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const messages = (body: string) =>
  body
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)) as unknown)

async function openDocument() {
  const server = await createTestApp({ listen: true })
  const document = (await server.app.inject('/api/v1/openapi.json')).json()
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { base64: true } })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const check = (
    path: string,
    method: string,
    value: unknown,
    { type = 'application/json', status = 200 } = {},
  ) => {
    const steps = ['paths', path, method, 'responses', String(status), 'content', type, 'schema']
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = ajv.compile({ $ref: `openapi#/${pointer.replaceAll(/[{}]/g, encodeURIComponent)}` })
    validate(value)
    return validate.errors?.map(({ instancePath, message }) => `${path} ${instancePath} ${message}`) ?? []
  }
  return { ...server, check }
}

test('responses of the main routes match the document', async () => {
  const { signUp, check } = await openDocument()
  const { call, user } = await signUp('root')
  const flow = (
    await call('POST', '/chatflows', { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() })
  ).json()
  const predict = { question: 'How much is shipping to Europe?' }
  const answer = (await call('POST', `/prediction/${flow.id}`, predict)).json()
  const stream = (await call('POST', `/prediction/${flow.id}`, { ...predict, streaming: true })).body

  expect(check('/chatflows', 'post', flow)).toEqual([])
  expect(check('/prediction/{id}', 'post', answer)).toEqual([])
  expect(messages(stream).length).toBeGreaterThan(3)
  for (const event of messages(stream)) {
    expect(check('/prediction/{id}', 'post', event, { type: 'text/event-stream' })).toEqual([])
  }
  const reads: [path: string, url: string][] = [
    ['/chatflows', '/chatflows'],
    ['/chatflows', '/chatflows?page=1&limit=5'],
    ['/chatflows/{id}', `/chatflows/${flow.id}`],
    ['/validation/{id}', `/validation/${flow.id}`],
    ['/public-chatbotConfig/{id}', `/public-chatbotConfig/${flow.id}`],
    ['/chatflows-uploads/{id}', `/chatflows-uploads/${flow.id}`],
    ['/chatmessage/{id}', `/chatmessage/${flow.id}?feedback=true`],
    ['/stats/{id}', `/stats/${flow.id}`],
    ['/nodes', '/nodes'],
    ['/components-credentials', '/components-credentials'],
    ['/wallets/me', '/wallets/me'],
    ['/wallets/{userId}', `/wallets/${user.id}`],
    ['/wallets/me/movements', '/wallets/me/movements'],
    ['/usage/summary', '/usage/summary'],
    ['/usage/caps', '/usage/caps'],
    ['/usage/by-model', '/usage/by-model?from=2026-01-01&to=2026-12-31'],
    ['/usage/public-prices', '/usage/public-prices'],
    ['/auth/me', '/auth/me'],
    ['/auth/users', '/auth/users'],
    ['/version', '/version'],
    ['/health', '/health'],
  ]
  for (const [path, url] of reads) {
    const response = await call('GET', url)
    expect(response.statusCode, url).toBe(200)
    expect(check(path, 'get', response.json()), url).toEqual([])
  }
})

test('a response that deviates from the document is detected', async () => {
  const { check } = await openDocument()

  expect(check('/wallets/me', 'get', { balance: '1' })).not.toEqual([])
  expect(check('/prediction/{id}', 'post', { event: 'other' }, { type: 'text/event-stream' })).not.toEqual([])
})
