import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'

const storedText = `data:text/plain;base64,${Buffer.from('Opens at ten.').toString('base64')},filename:hours.txt`
const opened = (...names: string[]) =>
  names.map((name) => ({ name, label: name, type: 'file', enabled: true }))

async function openStore({ rateLimit, allowedOrigins = [], txtFile = storedText }: StoreSettings = {}) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'flowtillEmbeddings' },
    { name: 'recursiveCharacterTextSplitter' },
    { name: 'textFile', inputs: { txtFile, textSplitter: referenceTo('recursiveCharacterTextSplitter_0') } },
    {
      name: 'memoryVectorStore',
      inputs: { document: [referenceTo('textFile_0')], embeddings: referenceTo('flowtillEmbeddings_0') },
    },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('memoryVectorStore_0'),
      },
    },
  ])
  const nodes = { [catalogue.get('textFile')?.label ?? '']: opened('txtFile', 'metadata') }
  const created = await ada.call('POST', '/chatflows', {
    name: 'Museum',
    type: 'CHATFLOW',
    flowData: JSON.stringify(flow),
    apiConfig: JSON.stringify({ overrideConfig: { status: true, nodes, variables: [] }, rateLimit }),
    chatbotConfig: JSON.stringify({ allowedOrigins, allowedOriginsError: 'Not from here.' }),
  })
  const { id } = created.json<{ id: string }>()
  const send = (path: string, { fields = {}, files = [], headers = ada.headers }: Sending) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      body.set(name, value)
    }
    for (const file of files) {
      body.append('files', file)
    }
    return fetch(`${world.url}/api/v1${path}/${id}`, { method: 'POST', headers, body })
  }
  return { ...world, ada, eve, id, send }
}
type StoreSettings = { rateLimit?: object; allowedOrigins?: string[]; txtFile?: string }
type Sending = { fields?: Record<string, string>; files?: File[]; headers?: Record<string, string> }
type UpsertResult = { numAdded: number; addedDocs: { pageContent: string; metadata: object }[] }

const textFile = (text: string, name = 'hours.txt') => new File([text], name, { type: 'text/plain' })
const contentsOf = async (response: Response) =>
  ((await response.json()) as UpsertResult).addedDocs.map(({ pageContent }) => pageContent)

test.each(['/vector/upsert', '/vector/internal-upsert'])('%s loads the files of a form', async (path) => {
  const { send } = await openStore()

  const response = await send(path, {
    files: [textFile('Opens at nine.'), textFile('Closes at five.', 'evening.txt')],
    fields: { chatId: 'c', stopNodeId: 'memoryVectorStore_0', overrideConfig: '{"metadata":{"year":2026}}' },
  })

  expect(response.status).toBe(200)
  const result = (await response.json()) as UpsertResult
  expect(Object.keys(result)).toEqual(
    expect.arrayContaining(['numAdded', 'numDeleted', 'numUpdated', 'numSkipped', 'addedDocs']),
  )
  expect(result.numAdded).toBe(2)
  expect(result.addedDocs).toMatchObject([
    { pageContent: 'Opens at nine.', metadata: { year: 2026 } },
    { pageContent: 'Closes at five.', metadata: { year: 2026 } },
  ])
})

test.each(['/vector/upsert', '/vector/internal-upsert'])(
  '%s loads the files of the form where the loader has no stored file',
  async (path) => {
    const { send } = await openStore({ txtFile: '' })

    const response = await send(path, { files: [textFile('Opens at nine.')] })

    expect(response.status).toBe(200)
    expect(((await response.json()) as UpsertResult).numAdded).toBe(1)
  },
)

test('a loader without any file is rejected, and a file of another loader does not count', async () => {
  const { send, ada, id } = await openStore({ txtFile: '' })
  const rejected = {
    code: 'INVALID_FLOW',
    details: { issues: [{ id: 'textFile_0', issues: ['TXT File is required'] }] },
  }

  const empty = await send('/vector/upsert', { fields: { chatId: 'c' } })
  expect([empty.status, await empty.json()]).toMatchObject([400, rejected])
  const table = await send('/vector/upsert', { files: [textFile('a,b', 'table.csv')] })
  expect([table.status, await table.json()]).toMatchObject([400, rejected])
  const json = await ada.call('POST', `/vector/upsert/${id}`, { overrideConfig: { txtFile: storedText } })
  expect(json.json<UpsertResult>().addedDocs).toMatchObject([{ pageContent: 'Opens at ten.' }])
})

test('a form overrides no loader whose file the owner has not opened', async () => {
  const { send, ada, id } = await openStore({ txtFile: '' })
  const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes: {}, variables: [] } })
  await ada.call('PUT', `/chatflows/${id}`, { apiConfig })

  const response = await send('/vector/upsert', { files: [textFile('Opens at nine.')] })

  expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_FLOW' }])
})

test('a form names its store, and needs no file if there is no loader', async () => {
  const { send } = await openStore()

  expect(await contentsOf(await send('/vector/upsert', { fields: { chatId: 'c' } }))).toEqual([
    'Opens at ten.',
  ])
  const wrong = await send('/vector/upsert', { fields: { stopNodeId: 'chroma_0' } })
  expect([wrong.status, await wrong.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
  const broken = await send('/vector/upsert', { fields: { overrideConfig: '{' } })
  expect([broken.status, await broken.json()]).toMatchObject([400, { details: { overrideConfig: [/JSON/] } }])
})

test('a JSON body overrides fields that the owner has opened', async () => {
  const { ada, id } = await openStore()

  const body = { overrideConfig: { metadata: { year: 2026 }, omitMetadataKeys: '*' } }
  const result = (await ada.call('POST', `/vector/upsert/${id}`, body)).json<UpsertResult>()

  expect(result.addedDocs).toMatchObject([{ pageContent: 'Opens at ten.', metadata: { year: 2026 } }])
})

test('visitors and other users upsert nothing, and a form of a wrong kind is rejected', async () => {
  const { send, eve } = await openStore()
  const files = [textFile('Opens at nine.')]

  expect((await send('/vector/upsert', { files, headers: {} })).status).toBe(401)
  expect((await send('/vector/upsert', { files, headers: eve.headers })).status).toBe(404)
  expect((await send('/vector/upsert', { files: [textFile('x', 'virus.exe')] })).status).toBe(400)
})

test('the rate limit of the flow applies to external upserts, with the owner’s message', async () => {
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slowly, please.' }
  const { send } = await openStore({ rateLimit })

  expect((await send('/vector/upsert', {})).status).toBe(200)
  const limited = await send('/vector/upsert', {})
  expect([limited.status, await limited.text()]).toEqual([429, 'Slowly, please.'])
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send('/vector/internal-upsert', {})).status).toBe(200)
})

test('pages of allowed sites upsert after a preflight, other sites do not', async () => {
  const { send, ada, url, id } = await openStore({ allowedOrigins: ['https://shop.example.com'] })
  const preflight = await fetch(`${url}/api/v1/vector/upsert/${id}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
  const from = (origin: string) => send('/vector/upsert', { headers: { ...ada.headers, origin } })

  const allowed = await from('https://shop.example.com')
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const other = await from('https://evil.example.net')
  expect([other.status, await other.json()]).toMatchObject([403, { message: 'Not from here.' }])
})
