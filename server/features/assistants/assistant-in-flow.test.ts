import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseFlowFile } from '#shared/flow-file.ts'
import { aFlow, openDesk, saveFlow } from './testing/open-desk.ts'

test('an assistant answers from its file and names it as the source', async () => {
  const { call, assistant } = await openDesk()
  const id = await saveFlow(call, aFlow(assistant))

  const answer = (await call('POST', `/prediction/${id}`, { question: 'When does the museum open?' })).json()

  expect(answer).toMatchObject({
    text: expect.stringContaining('ten'),
    sourceDocuments: [
      { pageContent: expect.stringContaining('opens'), metadata: { source: 'handbook.txt' } },
    ],
    usedTools: expect.arrayContaining([expect.objectContaining({ tool: 'file_search' })]),
  })
})

test('tools of the flow are called, and each response of OpenAI is a call of the run that costs the platform nothing', async () => {
  const { call, assistant, store } = await openDesk({ details: { tools: [], tool_resources: null } })
  const id = await saveFlow(call, aFlow(assistant, { toolChoice: 'calculator' }))

  const answer = (await call('POST', `/prediction/${id}`, { question: 'What is 6 * 7?' })).json()

  expect(answer).toMatchObject({
    text: expect.stringContaining('42'),
    usedTools: [{ tool: 'calculator', toolOutput: '42' }],
  })
  const { modelCalls } = await import('#server/features/usage/usage.table.ts')
  const calls = await store.db.select().from(modelCalls)
  expect(calls).toHaveLength(2)
  expect(calls[0]).toMatchObject({ provider: 'openai', model: 'flowtill-demo', priceId: null })
})

test('a file made by the code interpreter is stored with the chat, and can be downloaded from this chat alone', async () => {
  const { app, call, assistant } = await openDesk()
  const id = await saveFlow(call, aFlow(assistant))

  const answer = (
    await call('POST', `/prediction/${id}`, { question: 'Write the hours as a csv', chatId: 'one' })
  ).json()
  const [{ filePath, fileName }] = answer.fileAnnotations
  const download = (changes: object) =>
    call('POST', '/openai-assistants-file/download', {
      ...{ chatflowId: id, chatId: 'one', fileName },
      ...changes,
    })

  expect(filePath).toBe('result.csv')
  expect((await download({})).payload).toContain('question')
  expect((await download({ chatId: 'two' })).statusCode).toBe(404)
  expect((await download({ fileName: '../../secrets.json' })).statusCode).toBe(404)
  expect((await download({ fileName: '' })).statusCode).toBe(400)
  const stranger = await app.inject({
    ...{ method: 'POST', url: '/api/v1/openai-assistants-file/download' },
    payload: { chatflowId: id, chatId: 'one', fileName },
  })
  expect([401, 403, 404]).toContain(stranger.statusCode)

  const hidden = await saveFlow(call, aFlow(assistant, { disableFileDownload: true }))
  const without = (
    await call('POST', `/prediction/${hidden}`, { question: 'Write the hours as a csv' })
  ).json()
  expect(without.fileAnnotations).toBeUndefined()
})

test('an error of OpenAI reaches the answer without the key, and the next question is answered', async () => {
  const { call, assistant } = await openDesk()
  const id = await saveFlow(call, aFlow(assistant))
  const predict = (question: string) => call('POST', `/prediction/${id}`, { question, chatId: 'one' })

  const failed = await predict('Hello [[sandbox error=500]]')
  const answered = await predict('When does the museum open?')

  expect(failed.statusCode).toBe(502)
  expect(failed.json().error).toContain('OpenAI answered 500')
  expect(failed.payload).not.toContain('sandbox-mine')
  expect(answered.json().text).toContain('ten')
})

test('a platform key is rejected for a call with unpredictable cost', async () => {
  const { call, credential } = await openDesk()
  const credentials: { id: string; credentialName: string }[] = (await call('GET', '/credentials')).json()
  const platform = credentials.find(
    ({ credentialName, id }) => credentialName === 'openAIApi' && id !== credential,
  )
  const details = JSON.stringify({ name: 'Desk', model: 'gpt-4.1' })
  const stored = (
    await call('POST', '/assistants', { details, credential: platform?.id, type: 'OPENAI' })
  ).json()

  const rejected = await call('POST', `/prediction/${await saveFlow(call, aFlow(stored.id))}`, {
    question: 'Hi',
  })

  expect(rejected.json().error).toContain('needs an OpenAI or Azure OpenAI credential of your own')
})

test('an assistant without a model says what it lacks', async () => {
  const { call, credential } = await openDesk()
  const stored = (
    await call('POST', '/assistants', { details: '{"id":"asst_1"}', credential, type: 'OPENAI' })
  ).json()

  const rejected = await call('POST', `/prediction/${await saveFlow(call, aFlow(stored.id))}`, {
    question: 'Hi',
  })

  expect(rejected.json().error).toContain('Choose its credential and model')
})

test('deleting here and at OpenAI spares what another assistant uses', async () => {
  const { call, credential, storeId, assistant } = await openDesk()
  const { details } = (await call('GET', `/assistants/${assistant}`)).json()
  const other = (await call('POST', '/assistants', { details, credential, type: 'OPENAI' })).json()
  const stores = async () =>
    (await call('GET', `/openai-assistants-vector-store?credential=${credential}`)).json()

  await call('DELETE', `/assistants/${other.id}?isDeleteBoth=true`)
  expect(await stores()).toMatchObject([{ id: storeId, name: 'Handbook', file_counts: { total: 1 } }])
  const removed = await call('DELETE', `/assistants/${assistant}?isDeleteBoth=true`)

  expect(removed.json()).toMatchObject({ affected: 1 })
  expect(await stores()).toEqual([])
})

test('a vector store is renamed, loses a file, and is deleted', async () => {
  const { call, credential, storeId, services, root } = await openDesk()
  const path = `/openai-assistants-vector-store/${storeId}`
  const before = await services.openAiAssistants.contents(root.user.id, {
    ...{ credential, vectorStoreId: storeId, fileIds: ['file-gone'] },
  })
  const [file] = before.store?.files ?? []

  expect(before).toMatchObject({ store: { files: [{ filename: 'handbook.txt' }] }, missing: ['file-gone'] })
  const renamed = await call('PUT', `${path}?credential=${credential}`, {
    ...{ name: 'Guide', expires_after: { anchor: 'last_active_at', days: 7 } },
  })
  expect(renamed.json()).toMatchObject({ name: 'Guide', expires_after: { days: 7 } })
  expect((await call('PATCH', `${path}?credential=${credential}`, { file_ids: [file?.id] })).json()).toEqual({
    deletedFileIds: [file?.id],
    count: 1,
  })
  expect((await call('DELETE', `${path}?credential=${credential}`)).json()).toEqual({
    ...{ id: storeId, deleted: true },
  })
  expect((await call('GET', `${path}?credential=${credential}`)).statusCode).toBe(404)
})

test('files are uploaded for the code interpreter; the former API says what to do instead', async () => {
  const { call, credential, send } = await openDesk()

  const uploaded = await send('/openai-assistants-file/upload', 'sales.csv', 'a,b')
  const former = await call('GET', `/openai-assistants?credential=${credential}`)

  expect(uploaded.json()).toMatchObject([{ filename: 'sales.csv', purpose: 'assistants' }])
  expect(former.statusCode).toBe(502)
  expect(former.json().message ?? former.json().error).toContain('Load them from a file')
})

test('limits of OpenAI are checked when an assistant is stored', async () => {
  const { call, credential, assistant } = await openDesk()
  const long = JSON.stringify({ name: 'n'.repeat(257), model: 'gpt-4.1' })

  expect((await call('POST', '/assistants', { details: long, credential, type: 'OPENAI' })).statusCode).toBe(
    400,
  )
  expect((await call('PUT', `/assistants/${assistant}`, { details: '{"temperature":3}' })).statusCode).toBe(
    400,
  )
})

const file = join(resolve(import.meta.dirname, '../../../../shared/flows'), 'chatflows/OpenAI Assistant.json')

if (existsSync(file)) {
  test('a Flowise file runs once its assistant, tool and credentials are selected', async () => {
    const { call, assistant } = await openDesk()
    const tool = (
      await call('POST', '/tools', {
        name: 'one',
        description: 'One',
        color: '#000',
        schema: '[]',
        func: 'return 1',
      })
    ).json()
    const serper = (
      await call('POST', '/credentials', {
        name: 'S',
        credentialName: 'serperApi',
        plainDataObj: { serperApiKey: 'k' },
      })
    ).json()
    const flow = parseFlowFile(readFileSync(file, 'utf8'))
    for (const { data } of flow.nodes) {
      Object.assign(data, data.name === 'serper' && { credential: serper.id })
      Object.assign(data.inputs, data.name === 'openAIAssistant' && { selectedAssistant: assistant })
      Object.assign(data.inputs, data.name === 'customTool' && { selectedTool: tool.id })
    }

    const answer = (
      await call('POST', `/prediction/${await saveFlow(call, flow)}`, { question: 'What is 2^10?' })
    ).json()

    expect(answer.text).toContain('1024')
  })
}
