import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openStudio() {
  const world = await createTestApp()
  const ada = await world.signUp('ada')
  const create = async (fields: object = {}) =>
    (
      await ada.call('POST', '/chatflows', {
        name: 'A flow',
        flowData: aDemoFlow(),
        type: 'CHATFLOW',
        ...fields,
      })
    ).json()
  return { ...world, ada, create }
}

test('saved flow data is returned unchanged to the last byte', async () => {
  const { ada, create } = await openStudio()
  const flowData = `{"nodes":[ ],"edges":[],"viewport":{"x":0,"y":0,"zoom":1},"ours":"ğ \\u0131"}`

  const { id } = await create({ flowData, deployed: false, isPublic: null, category: 'a;b' })

  const { flowData: stored, ...flow } = (await ada.call('GET', `/chatflows/${id}`)).json()
  expect(stored).toBe(flowData)
  expect(flow).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'A flow',
    type: 'CHATFLOW',
    deployed: false,
    isPublic: false,
    apikeyid: null,
    category: 'a;b',
    description: null,
    chatbotConfig: null,
    apiConfig: null,
    analytic: null,
    speechToText: null,
    textToSpeech: null,
    followUpPrompts: null,
    createdDate: expect.any(String),
    updatedDate: expect.any(String),
  })
})

test('lists contain the owner’s flows only, newest change first, by type, in pages', async () => {
  const { ada, create, signUp } = await openStudio()
  const eve = await signUp('eve')
  const [first, , third] = [
    await create({ name: '1' }),
    await create({ name: '2', type: 'AGENTFLOW' }),
    await create({ name: '3' }),
  ]
  await ada.call('PUT', `/chatflows/${first.id}`, { name: '1 changed' })
  const names = async (query: string) => {
    const body = (await ada.call('GET', `/chatflows${query}`)).json()
    return (body.data ?? body).map(({ name }: { name: string }) => name)
  }

  expect(await names('')).toEqual(['1 changed', '3', '2'])
  expect(await names('?type=CHATFLOW')).toEqual(['1 changed', '3'])
  expect(await names('?type=NONSENSE')).toEqual(['1 changed', '3', '2'])
  expect((await ada.call('GET', '/chatflows?page=2&limit=1')).json()).toMatchObject({
    data: [{ id: third.id }],
    total: 3,
  })
  expect((await ada.call('GET', '/chatflows?page=0&limit=1')).statusCode).toBe(400)
  expect((await eve.call('GET', '/chatflows')).json()).toEqual([])
})

test('the list for our screens has a thumbnail and no flow data', async () => {
  const { app, ada, create } = await openStudio()
  await create()

  const response = await app.inject({ url: '/trpc/flows.summaries?input={}', headers: ada.headers })

  const [summary] = response.json().result.data
  expect(summary).toMatchObject({ nodeCount: 3, messages: 0, cost: 0 })
  expect(summary.thumbnail.boxes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'model',
    'memory',
    'agent',
  ])
  expect(summary.thumbnail.threads).toEqual([
    { from: 0, to: 2, kind: 'model' },
    { from: 1, to: 2, kind: 'memory' },
  ])
  expect(response.body).not.toContain('systemMessagePrompt')
})

test('a change is reported to clients with an older state', async () => {
  const { ada, create } = await openStudio()
  const { id, updatedDate } = await create()
  const hasChanged = async (since: string) =>
    (await ada.call('GET', `/chatflows/has-changed/${id}/${since}`)).json().hasChanged

  expect(await hasChanged(updatedDate)).toBe(false)
  await ada.call('PUT', `/chatflows/${id}`, { name: 'Other' })
  expect(await hasChanged(updatedDate)).toBe(true)
})

test('an update changes only the given fields', async () => {
  const { ada, create } = await openStudio()
  const { id, flowData } = await create({ category: 'shop' })

  const updated = (await ada.call('PUT', `/chatflows/${id}`, { name: 'New name' })).json()

  expect(updated).toMatchObject({ name: 'New name', flowData, category: 'shop' })
})

test('a removed flow no longer exists for any user', async () => {
  const { ada, create } = await openStudio()
  const { id } = await create()

  expect((await ada.call('DELETE', `/chatflows/${id}`)).json()).toEqual({ affected: 1, raw: [] })

  expect((await ada.call('GET', `/chatflows/${id}`)).statusCode).toBe(404)
  expect((await ada.call('DELETE', `/chatflows/${id}`)).statusCode).toBe(404)
  expect((await ada.call('GET', '/chatflows')).json()).toEqual([])
})

test('every issue names its node and field', async () => {
  const { ada, create } = await openStudio()
  const flowData = aDemoFlow({ maxTokens: 'many' }).replace('{{bufferMemory_0.data.instance}}', '')
  const { id } = await create({ flowData })

  const issues = (await ada.call('GET', `/validation/${id}`)).json()

  expect(issues).toEqual([
    {
      id: 'flowtillDemoModel_0',
      label: 'Flowtill Demo',
      name: 'flowtillDemoModel',
      issues: ['Max Tokens is not valid'],
    },
    {
      id: 'conversationChain_0',
      label: 'Conversation Chain',
      name: 'conversationChain',
      issues: ['Memory is required'],
    },
  ])
})

test('an unusable credential is found in validation, with the same message as in a run', async () => {
  const { ada, admin, credentialOf, create } = await openKeyring()
  const rejections = {
    [await credentialOf(ada, 'openAIApi')]: undefined,
    [await credentialOf(admin, 'openAIApi', { shared: true })]: undefined,
    [await credentialOf(admin, 'openAIApi')]: 'The chosen credential is gone',
    [await credentialOf(ada, 'anthropicApi')]: 'The chosen credential belongs to another service',
    'never-there': 'The chosen credential is gone',
  }

  for (const [credential, sentence] of Object.entries(rejections)) {
    const { id } = await create({ flowData: aKeyedFlow(credential) })
    const issues = (await ada.call('GET', `/validation/${id}`)).json()
    expect(issues).toEqual(sentence ? [anIssue(sentence)] : [])

    const answer = await ada.call('POST', `/prediction/${id}`, { question: 'Hi' })
    const rejection = { statusCode: 400, message: `OpenAI: ${sentence}.` }
    expect(answer.json()).toEqual(
      sentence ? expect.objectContaining(rejection) : expect.not.objectContaining({ statusCode: 400 }),
    )
  }
})

test('a credential removed after the first answer is reported by the next question', async () => {
  const { ada, credentialOf, create } = await openKeyring()
  const credential = await credentialOf(ada, 'openAIApi')
  const { id } = await create({ flowData: aKeyedFlow(credential) })
  const predict = async () => (await ada.call('POST', `/prediction/${id}`, { question: 'Hi' })).json().message

  expect(await predict()).not.toContain('credential')
  await ada.call('DELETE', `/credentials/${credential}`)

  expect(await predict()).toBe('OpenAI: The chosen credential is gone.')
  expect((await ada.call('GET', `/validation/${id}`)).json()).toEqual([
    anIssue('The chosen credential is gone'),
  ])
})

const anIssue = (sentence: string) => ({
  ...{ id: 'chatOpenAI_0', label: 'OpenAI', name: 'chatOpenAI' },
  issues: [sentence],
})

const aKeyedFlow = (credential: string) =>
  JSON.stringify(
    aConversationFlow({ model: { name: 'chatOpenAI', credential, inputs: { modelName: 'gpt-4.1' } } }),
  )

async function openKeyring() {
  const world = await createTestApp()
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const credentialOf = async (owner: typeof ada, kind: string, more: object = {}) => {
    const plainDataObj = { openAIApiKey: 'k', basePath: 'http://127.0.0.1:1/v1', anthropicApiKey: 'k' }
    const made = await owner.call('POST', '/credentials', {
      ...{ name: 'A key', credentialName: kind, plainDataObj },
      ...more,
    })
    return made.json().id as string
  }
  const create = async (fields: object) =>
    (await ada.call('POST', '/chatflows', { name: 'Keyed', type: 'CHATFLOW', ...fields })).json()
  return { ...world, admin, ada, credentialOf, create }
}

test.each([
  ['no JSON', 'nonsense', 'it is not valid JSON'],
  ['no nodes', '{}', 'nodes is missing'],
  ['nodes of another kind', '{"nodes":[{"id":1}],"edges":[]}', 'nodes.0'],
])('%s is not a flow file', async (_, flowData, sentence) => {
  const { ada } = await openStudio()

  const response = await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'x', flowData })

  expect(response.statusCode).toBe(400)
  expect(response.json().error).toContain(sentence)
})

test('only a flow that can run can stream', async () => {
  const { app, create } = await openStudio()
  const streams = async (id: string) => (await app.inject(`/api/v1/chatflows-streaming/${id}`)).json()

  expect(await streams((await create()).id)).toEqual({ isStreaming: true })
  expect(await streams((await create({ flowData: '{"nodes":[],"edges":[]}' })).id)).toEqual({
    isStreaming: false,
  })
})

test.each([
  [{ type: 'CHATFLOW' }, { name: ['name is required'] }],
  [{ name: 'Museum' }, { type: [expect.stringContaining('type must be one of')] }],
  [
    { name: '  ', type: 'OTHER' },
    { name: ['Enter a name'], type: [expect.any(String)] },
  ],
])('a new flow without its name and type is rejected (%#)', async (body, details) => {
  const { signUp } = await createTestApp()
  const { call } = await signUp('ada')

  const response = await call('POST', '/chatflows', body)

  expect(response.json()).toMatchObject({ statusCode: 400, details })
  expect((await call('GET', '/chatflows')).json()).toEqual([])
})

test('a list without files is requested by fields=summary, with pages and without', async () => {
  const { signUp } = await createTestApp()
  const { call } = await signUp('ada')
  const flow = { name: 'Museum', type: 'CHATFLOW', flowData: aDemoFlow(), category: 'a;b' }
  await call('POST', '/chatflows', flow)
  const [{ flowData, ...heading }] = (await call('GET', '/chatflows')).json()

  expect(flowData).toBe(flow.flowData)
  expect((await call('GET', '/chatflows?fields=summary')).json()).toEqual([heading])
  expect((await call('GET', '/chatflows?fields=summary&page=1&limit=5')).json()).toEqual({
    data: [heading],
    total: 1,
  })
  expect((await call('GET', '/chatflows?fields=everything')).json()).toEqual([{ ...heading, flowData }])
})

test('a description is stored, listed, copied and cleared', async () => {
  const { app, ada, create } = await openStudio()
  const { id } = await create({ description: '  Answers return questions. ' })
  const summaries = async () =>
    (await app.inject({ url: '/trpc/flows.summaries?input={}', headers: ada.headers })).json().result.data
  const [summary] = await summaries()
  expect(summary).toMatchObject({ description: 'Answers return questions.', version: 1, changeCount: 0 })

  await app.inject({ method: 'POST', url: '/trpc/flows.duplicate', headers: ada.headers, payload: { id } })
  expect((await ada.call('GET', '/chatflows')).json()).toMatchObject([
    { description: 'Answers return questions.' },
    { description: 'Answers return questions.' },
  ])

  const cleared = await ada.call('PUT', `/chatflows/${id}`, { description: '' })
  expect(cleared.json()).toMatchObject({ description: null })
  const tooLong = await ada.call('PUT', `/chatflows/${id}`, { description: 'x'.repeat(501) })
  expect(tooLong.json()).toMatchObject({ details: { description: ['Use at most 500 characters'] } })
})
