import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'

const form = (name: string, text: string) => {
  const boundary = 'a-boundary'
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  }
}

type Settings = NonNullable<Parameters<typeof createTestApp>[0]>
/** `details`: what the stored assistant has besides, or in place of, the defaults. */
type Desk = { details?: object; type?: 'OPENAI' | 'AZURE'; app?: Settings } & Partial<CredentialOf>
type CredentialOf = { credentialOf(url: string): { credentialName: string; plainDataObj: object } }

/** An account with a vector store of one file, and an assistant that searches it. */
export async function openDesk({
  details: changes = {},
  type = 'OPENAI',
  app: settings = {},
  credentialOf = openAiCredential,
}: Desk = {}) {
  const world = await createTestApp({ listen: true, ...settings })
  const root = await world.signUp('root')
  const { call } = root
  const credential = (
    await call('POST', '/credentials', {
      name: 'Mine',
      ...credentialOf(world.services.place.url ?? ''),
    })
  ).json().id as string
  const send = (path: string, name: string, text: string) =>
    world.app.inject({
      ...{ method: 'POST', url: `/api/v1${path}?credential=${credential}` },
      payload: form(name, text).payload,
      headers: { ...form(name, text).headers, authorization: `Bearer ${root.token}` },
    })
  const store = (
    await call('POST', '/openai-assistants-vector-store', { credential, name: 'Handbook' })
  ).json()
  await send(
    `/openai-assistants-vector-store/${store.id}`,
    'handbook.txt',
    'The museum of glass opens at ten in the morning.',
  )
  const details = JSON.stringify({
    ...{ name: 'Desk', model: 'flowtill-demo', instructions: 'Helps visitors.' },
    tools: [{ type: 'file_search' }, { type: 'code_interpreter' }],
    tool_resources: { file_search: { vector_store_ids: [store.id] } },
    ...changes,
  })
  const assistant = (await call('POST', '/assistants', { details, credential, type })).json().id as string
  return { ...world, call, root, send, credential, storeId: store.id as string, assistant }
}

function openAiCredential(url: string) {
  return {
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sandbox-mine', basePath: `${url}/sandbox/openai/v1` },
  }
}

export type Call = Awaited<ReturnType<typeof openDesk>>['call']

export async function saveFlow(call: Call, flow: object): Promise<string> {
  return (
    await call('POST', '/chatflows', { type: 'CHATFLOW', name: 'A flow', flowData: JSON.stringify(flow) })
  ).json().id
}

export const aFlow = (selectedAssistant: string, inputs = {}) =>
  buildFlow([
    { name: 'calculator' },
    {
      name: 'openAIAssistant',
      inputs: { selectedAssistant, tools: [referenceTo('calculator_0')], ...inputs },
    },
  ])
