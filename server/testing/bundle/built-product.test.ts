import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { makeDocx, makePdf, makeXlsx } from '#server/testing/documents/make-documents.ts'
import { missingFieldOf } from '#server/upstream/testing/run-corpus-flow.ts'
import { listFlowFiles } from '../flow-corpus.ts'
import { startBundle } from './start-bundle.ts'

// The process users start, over HTTP, with threads, WebAssembly and packages as bundled.

let server: Awaited<ReturnType<typeof startBundle>>
let token = ''
beforeAll(async () => {
  server = await startBundle()
  const account = { username: 'root', password: 'the first of all accounts', email: 'root@example.com' }
  token = (await call('POST', '/auth/register', account)).token
})
afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

function send(method: string, path: string, body?: object) {
  const isForm = body instanceof FormData
  return fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
}

async function call(method: string, path: string, body?: object) {
  const response = await send(method, path, body)
  expect({ path, status: response.status, text: response.ok ? '' : await response.text() }).toMatchObject({
    status: 200,
  })
  return await response.json()
}

const corpus = listFlowFiles().filter(({ file }) => missingFieldOf(file).length === 0)

test.for(corpus)('$name is stored and returned byte for byte', async ({ name, file }) => {
  const flowData = readFileSync(file, 'utf8')

  const { id } = await call('POST', '/chatflows', { type: 'CHATFLOW', name, flowData })

  expect((await call('GET', `/chatflows/${id}`)).flowData).toBe(flowData)
})

test('a flow answers through the sandbox', async () => {
  const flow = JSON.parse(readFileSync('server/testing/flows/conversation-chain.json', 'utf8'))
  const credentials: { id: string; credentialName: string }[] = await call('GET', '/credentials')
  const kinds: Record<string, string> = { chatOpenAI: 'openAIApi', azureChatOpenAI: 'azureOpenAIApi' }
  for (const { data } of flow.nodes) {
    const own = credentials.find(({ credentialName }) => credentialName === kinds[data.name])
    Object.assign(data, own && { credential: own.id })
  }
  const { id } = await call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Talk',
    flowData: JSON.stringify(flow),
  })

  expect(await call('POST', `/prediction/${id}`, { question: 'colorful socks' })).toMatchObject({
    text: expect.stringMatching(/\w{3}/),
  })
})

test('the OpenAPI toolkit reads a description in YAML', async () => {
  const description = `openapi: 3.0.0
info: { title: Museum, version: '1' }
servers: [{ url: 'https://museum.example/api' }]
paths: { /hours: { get: { operationId: getHours, summary: When it opens } } }`
  const openApiFile = `data:application/yaml;base64,${btoa(description)},filename:museum.yaml`

  const operations = await call('POST', '/node-load-method/openAPIToolkit', {
    loadMethod: 'listEndpoints',
    inputs: { inputType: 'file', openApiFile },
  })

  expect(operations).toEqual([{ label: 'GET /hours', name: 'getHours', description: 'When it opens' }])
})

test('users’ JavaScript runs in its worker thread', async () => {
  const code = { javascriptFunction: 'return { doubled: [1, 2].map((each) => each * 2) }' }

  expect(await call('POST', '/node-custom-function', code)).toEqual({ doubled: [2, 4] })
})

test('scripts of a public flow that return deep values leave capacity for a valid one', async () => {
  const javascriptFunction = `
    if ($input !== 'deep') return 'honest'
    let deep = []
    for (let level = 0; level < 3000; level += 1) deep = [deep]
    return deep`
  const flow = buildFlow([
    { name: 'customFunction', inputs: { javascriptFunction }, outputs: { output: 'EndingNode' } },
  ])
  const { id } = await call('POST', '/chatflows', {
    ...{ name: 'Deep', type: 'CHATFLOW', isPublic: true },
    flowData: JSON.stringify(flow),
  })
  const predict = (question: string) =>
    fetch(`${server.url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    })

  const deep = await Promise.all(Array.from({ length: 10 }, () => predict('deep')))

  expect(new Set(deep.map(({ status }) => status))).toEqual(new Set([503]))
  expect(await (await predict('honest')).json()).toMatchObject({ text: 'honest' })
})

test('documents of every format are read in their worker thread', async () => {
  const office = 'application/vnd.openxmlformats-officedocument'
  const documents = [
    ['a.pdf', 'application/pdf', makePdf('The museum opens at nine.')],
    ['a.docx', `${office}.wordprocessingml.document`, makeDocx('The museum opens at nine.')],
    [
      'a.xlsx',
      `${office}.spreadsheetml.sheet`,
      await makeXlsx({ Hours: [['Hours'], ['The museum opens at nine.']] }),
    ],
    ['a.html', 'text/html', '<p>The museum opens at <b>nine</b>.</p>'],
  ] as const
  const types = documents.map(([, type]) => type)
  const { id } = await call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Documents',
    flowData: readFileSync('server/testing/flows/conversation-chain.json', 'utf8'),
    chatbotConfig: JSON.stringify({ fullFileUpload: { status: true, allowedUploadFileTypes: types.join() } }),
  })

  for (const [name, type, content] of documents) {
    const form = new FormData()
    form.set('files', new Blob([content as BlobPart], { type }), name)
    const [read] = await call('POST', `/attachments/${id}/chat`, form)
    expect(read.content, name).toContain('museum opens at')
  }
})

test('an import file is read in its worker thread', async () => {
  const flowData = readFileSync('server/testing/flows/llm-chain.json', 'utf8')

  const preview = await call('POST', '/export-import/preview', { ChatFlow: [{ name: 'Imported', flowData }] })

  expect(preview).toMatchObject({ kinds: { chatflow: { refused: [] } } })
})
