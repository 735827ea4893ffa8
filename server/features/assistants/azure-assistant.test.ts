import { expect, test } from 'vitest'
import { aFlow, openDesk, saveFlow } from './testing/open-desk.ts'

type Sent = { url: string; headers: Headers }

const azureCredential = (more: object = {}) => ({
  credentialName: 'azureOpenAIApi',
  plainDataObj: {
    azureOpenAIApiKey: 'sandbox-azure',
    azureOpenAIApiInstanceName: 'shop',
    azureOpenAIApiDeploymentName: 'flowtill-demo',
    azureOpenAIApiVersion: '2024-10-21',
    ...more,
  },
})

/** The address of the resource leads to the sandbox, as its name does to Azure. */
async function openAzureDesk({ details, more }: { details?: object; more?: object } = {}) {
  const sent: Sent[] = []
  const place = { url: '' }
  const world = await openDesk({
    ...{ type: 'AZURE', ...(details && { details }) },
    app: {
      through: (fetch) => (input, init) => {
        const url = String(input)
        sent.push({ url, headers: new Headers(init?.headers) })
        return fetch(url.replace('https://shop.openai.azure.com', `${place.url}/sandbox/azure`), init)
      },
    },
    credentialOf(url) {
      place.url = url
      return azureCredential(more)
    },
  })
  return { ...world, sent, sandbox: place.url }
}

test('an assistant answers through the Responses API of the resource, from a file in its vector store', async () => {
  const { call, assistant, sent } = await openAzureDesk()
  const id = await saveFlow(call, aFlow(assistant))
  sent.length = 0

  const answer = (await call('POST', `/prediction/${id}`, { question: 'When does the museum open?' })).json()

  expect(answer).toMatchObject({
    text: expect.stringContaining('ten'),
    sourceDocuments: [{ metadata: { source: 'handbook.txt' } }],
  })
  expect(sent.map(({ url }) => url)).toEqual(['https://shop.openai.azure.com/openai/v1/responses'])
  expect(sent[0]?.headers.get('api-key')).toBe('sandbox-azure')
  expect(sent[0]?.headers.has('authorization')).toBe(false)
})

test('a file of the code interpreter is stored, and tools of the flow are called', async () => {
  const { call, assistant, store } = await openAzureDesk()
  const id = await saveFlow(call, aFlow(assistant))

  const made = (await call('POST', `/prediction/${id}`, { question: 'Write the hours as a csv' })).json()
  const flow = await saveFlow(call, aFlow(assistant, { toolChoice: 'calculator' }))
  const counted = (await call('POST', `/prediction/${flow}`, { question: 'What is 6 * 7?' })).json()

  expect(made.fileAnnotations).toMatchObject([{ filePath: 'result.csv' }])
  expect(counted.usedTools).toEqual(
    expect.arrayContaining([expect.objectContaining({ tool: 'calculator', toolOutput: '42' })]),
  )
  const { modelCalls } = await import('#server/features/usage/usage.table.ts')
  const [first] = await store.db.select().from(modelCalls)
  expect(first).toMatchObject({ provider: 'azure', model: 'flowtill-demo', priceId: null })
})

test('without a model of its own, an assistant uses the deployment of the credential', async () => {
  const { call, assistant } = await openAzureDesk({ details: { model: '' } })

  const answer = await call('POST', `/prediction/${await saveFlow(call, aFlow(assistant))}`, {
    question: 'When does the museum open?',
  })

  expect(answer.json().text).toContain('ten')
})

test('a deployment that does not exist and a former assistant are errors with the words of Azure', async () => {
  const { call, assistant, credential } = await openAzureDesk({ details: { model: 'gpt-nowhere' } })

  const failed = await call('POST', `/prediction/${await saveFlow(call, aFlow(assistant))}`, {
    question: 'Hi',
  })
  const former = await call('GET', `/openai-assistants?credential=${credential}`)

  expect([failed.statusCode, failed.json().message]).toEqual([
    502,
    'Azure OpenAI answered 404: The API deployment for this resource does not exist.',
  ])
  expect(former.json().message).toContain('Azure OpenAI ended its Assistants API')
})

test.each([
  '/sandbox/azure',
  '/sandbox/azure/openai',
  '/sandbox/azure/openai/deployments',
  '/sandbox/azure/openai/v1/',
])('a base URL of %s leads to the v1 API', async (path) => {
  const { call, credential } = await openDesk({
    type: 'AZURE',
    credentialOf: (url) => azureCredential({ basePath: url + path }),
  })

  const stores = await call('GET', `/openai-assistants-vector-store?credential=${credential}`)

  expect(stores.json()).toMatchObject([{ name: 'Handbook' }])
})

test('a key that Azure rejects, a name with a host in it and a private address are rejected in words', async () => {
  const { call, credential, sent } = await openAzureDesk()
  const list = async (more: object) => {
    await call('PUT', `/credentials/${credential}`, { name: 'Mine', ...azureCredential(more) })
    sent.length = 0
    return (await call('GET', `/openai-assistants-vector-store?credential=${credential}`)).json().message
  }

  expect(await list({ azureOpenAIApiKey: 'wrong' })).toContain('Azure OpenAI answered 401: Access denied')
  expect(await list({ azureOpenAIApiInstanceName: 'evil.example/' })).toContain('instance name')
  expect(sent).toEqual([])
  expect(await list({ basePath: 'http://127.0.0.1:9/openai/v1' })).toContain(
    'This server may not call 127.0.0.1',
  )
})

test('deleting here and at Azure deletes its vector store there', async () => {
  const { call, assistant, credential } = await openAzureDesk()

  const removed = await call('DELETE', `/assistants/${assistant}?isDeleteBoth=true`)
  const stores = await call('GET', `/openai-assistants-vector-store?credential=${credential}`)

  expect(removed.json()).toMatchObject({ affected: 1 })
  expect(stores.json()).toEqual([])
})
