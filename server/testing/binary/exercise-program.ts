import assert from 'node:assert/strict'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { makePdf } from '#server/testing/documents/make-documents.ts'
import { referenceTo } from '#shared/flow-file.ts'

const account = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
const question = 'When do you open?'

/** Answers a flow's question as a first user would, on an empty installation. Returns what a later start must still have. */
export async function signUpAndAsk(url: string) {
  const { token } = await post<{ token: string }>(url, '/auth/register', account)
  const flowId = await addFlow(url, token, aConversationFlow(), { fullFileUpload: { status: true } })
  await ask(url, token, flowId)
  return { token, flowId }
}

export async function signIn(url: string): Promise<string> {
  const { username, password } = account
  return (await post<{ token: string }>(url, '/auth/login', { username, password })).token
}

export async function ask(url: string, token: string, flowId: string) {
  const { text } = await post<{ text: string }>(url, `/prediction/${flowId}`, { question }, token)
  assert.match(text, /nine/)
}

/** Uses what stands in files of its own beside the bundle: addons, WebAssembly, templates, fonts, threads and processes. */
export async function exerciseProgramFiles(url: string, token: string, flowId: string) {
  const javascriptFunction = 'return { doubled: [1, 2].map((each) => each * 2) }'
  assert.deepEqual(await post(url, '/node-custom-function', { javascriptFunction }, token), {
    doubled: [2, 4],
  })
  assert.ok((await get(url, '/api/v1/marketplaces/templates', token).then((r) => r.json())).length > 0)
  const font = await get(url, '/sandbox/paytr/static/plex-latin.woff2', token)
  assert.equal(font.status, 200)
  const library = await addFlow(url, token, aLibraryFlow())
  assert.match(
    (await post<{ text: string }>(url, `/prediction/${library}`, { question }, token)).text,
    /\w{3}/,
  )
  const preview = { ChatFlow: [{ name: 'Imported', flowData: JSON.stringify(aConversationFlow()) }] }
  const { kinds } = await post<{ kinds: object }>(url, '/export-import/preview', preview, token)
  assert.ok('chatflow' in kinds)
  const form = new FormData()
  const pdf = Buffer.from(makePdf('The garden opens in May.'))
  form.set('files', new Blob([pdf], { type: 'application/pdf' }), 'a.pdf')
  const headers = { authorization: `Bearer ${token}` }
  const read = await fetch(`${url}/api/v1/attachments/${flowId}/chat`, {
    method: 'POST',
    headers,
    body: form,
  })
  assert.match(await read.text(), /opens in May/)
}

/** A flow that searches its documents by meaning. */
function aLibraryFlow() {
  return buildFlow([
    { name: 'flowtillEmbeddings' },
    { name: 'plainText', inputs: { text: 'The museum opens at nine.' } },
    {
      name: 'memoryVectorStore',
      inputs: { document: [referenceTo('plainText_0')], embeddings: referenceTo('flowtillEmbeddings_0') },
      outputs: { output: 'retriever' },
    },
    { name: 'flowtillDemoModel' },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('memoryVectorStore_0'),
      },
    },
  ])
}

async function addFlow(url: string, token: string, flow: object, config: object = {}): Promise<string> {
  const [flowData, chatbotConfig] = [flow, config].map((each) => JSON.stringify(each))
  const body = { name: 'Museum', type: 'CHATFLOW', flowData, chatbotConfig }
  return (await post<{ id: string }>(url, '/chatflows', body, token)).id
}

function get(url: string, path: string, token: string) {
  return fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
}

async function post<Result>(url: string, path: string, body: object, token?: string): Promise<Result> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  assert.equal(response.status, 200, `${path}: ${text}`)
  return JSON.parse(text) as Result
}
