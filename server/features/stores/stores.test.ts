import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'

const museum = 'The museum of glass opens at ten in the morning.\nTickets of the museum cost five liras.'

async function openStores() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const ada = await world.signUp('ada')
  const created = await root.call('POST', '/document-store/store', {
    name: 'Manual',
    description: 'All of it',
  })
  const { id } = created.json<{ id: string }>()
  const get = async () => (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  const loader = (text: string) => ({
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Opening hours', loaderConfig: { text } },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 60, chunkOverlap: 0 },
  })
  async function process(text: string, loaderId?: string) {
    const body = { ...loader(text), ...(loaderId && { id: loaderId }) }
    const saved = (await root.call('POST', '/document-store/loader/save', body)).json<StoreLoader>()
    return root.call('POST', `/document-store/loader/process/${saved.id}`, { ...body, id: saved.id })
  }
  const index = {
    ...{ storeId: id, embeddingName: 'flowtillEmbeddings', embeddingConfig: {} },
    ...{ vectorStoreName: 'flowtillIndex', vectorStoreConfig: { topK: 2 } },
  }
  const insert = (more: object = {}) =>
    root.call('POST', '/document-store/vectorstore/insert', { ...index, ...more })
  const query = async (text: string) =>
    (await root.call('POST', '/document-store/vectorstore/query', { storeId: id, query: text })).json()
  return { ...world, root, ada, id, get, loader, process, insert, query }
}

test('a store is read, indexed and searched; its statuses follow', async () => {
  const { get, process, insert, query, store } = await openStores()
  expect(await get()).toMatchObject({ name: 'Manual', status: 'EMPTY', loaders: [], totalChunks: 0 })

  const page = (await process(museum)).json()
  expect(page).toMatchObject({ count: 2, currentPage: 1, storeName: 'Manual' })
  expect(page.chunks.map(({ chunkNo }: { chunkNo: number }) => chunkNo)).toEqual([1, 2])
  expect(await get()).toMatchObject({ status: 'SYNC', totalChunks: 2, pendingChunks: 2 })

  expect((await insert()).json()).toMatchObject({ numAdded: 2, numDeleted: 0 })
  expect(await get()).toMatchObject({ status: 'UPSERTED', indexedChunks: 2, pendingChunks: 0 })
  const { docs } = await query('When does the museum open?')
  expect(docs[0]).toMatchObject({ pageContent: expect.stringContaining('opens at ten'), chunkNo: 1 })
  expect(docs[0].score).toBeGreaterThan(0)
  const calls = await store.db.select().from(modelCalls)
  expect(calls).toHaveLength(2)
  expect(calls.every(({ costMicro }) => costMicro > 0)).toBe(true)
})

test('an upsert of one source replaces its chunks alone, and embeds only what is new', async () => {
  const { get, process, insert, query } = await openStores()
  await process(museum)
  await process(
    'The café of the museum serves tea in the garden.\nIt closes when the sun goes down in the evening.',
  )
  expect((await insert()).json()).toMatchObject({ numAdded: 4 })
  const [first] = (await get()).loaders

  await process(museum.replace('ten', 'eleven'), first?.id)
  expect(await get()).toMatchObject({ status: 'STALE', pendingChunks: 1 })
  const result = (await insert({ docId: first?.id })).json()

  expect(result).toMatchObject({ numAdded: 1, numDeleted: 1, numSkipped: 1 })
  expect((await query('When does the museum open?')).docs[0].pageContent).toContain('eleven')
  expect((await query('What does the café serve?')).docs[0].pageContent).toContain('tea')
})

test('settings of searches keep a store upserted, another embedding model does not', async () => {
  const { root, id, get, process, insert } = await openStores()
  await process(museum)
  await insert()
  const save = (more: object) =>
    root.call('POST', '/document-store/vectorstore/save', {
      ...{ storeId: id, embeddingName: 'flowtillEmbeddings', embeddingConfig: {} },
      ...{ vectorStoreName: 'flowtillIndex', vectorStoreConfig: { topK: 6 }, ...more },
    })

  await save({})
  expect(await get()).toMatchObject({ status: 'UPSERTED', vectorStoreConfig: { config: { topK: 6 } } })
  await save({ embeddingConfig: { modelName: 'another' } })
  expect((await get()).status).toBe('SYNC')
})

test('the history shows the settings of an upsert without its credentials', async () => {
  const { root, id, process, insert, services } = await openStores()
  await process(museum)
  await insert({ vectorStoreConfig: { topK: 2, FLOWISE_CREDENTIAL_ID: 'secret', minScore: '' } })

  const [entry] = await services.upserts.list(root.user.id, id, {})
  expect(entry?.nodes).toMatchObject([
    { name: 'flowtillEmbeddings', category: 'Embeddings' },
    {
      ...{ name: 'flowtillIndex', label: 'Flowtill Hybrid Index', category: 'Vector Stores' },
      paramValues: [{ name: 'topK', value: 2 }],
    },
  ])
})

test('an edited chunk makes its store stale, and a rival edit is rejected', async () => {
  const { root, id, get, process, insert } = await openStores()
  const { chunks } = (await process(museum)).json()
  await insert()
  const [loader] = (await get()).loaders
  const edit = (body: object) =>
    root.call('PUT', `/document-store/chunks/${id}/${loader?.id}/${chunks[0].id}`, { metadata: {}, ...body })

  expect((await edit({ pageContent: 'It opens at noon.', revision: 1 })).statusCode).toBe(200)
  expect((await edit({ pageContent: 'It is closed.', revision: 1 })).statusCode).toBe(409)
  expect((await edit({ pageContent: '' })).statusCode).toBe(400)

  expect((await get()).status).toBe('STALE')
  expect(
    (await root.call('DELETE', `/document-store/chunks/${id}/${loader?.id}/${chunks[1].id}`)).json(),
  ).toMatchObject({
    count: 1,
    chunks: [{ pageContent: 'It opens at noon.' }],
  })
})

test('a preview stores nothing and names what is missing', async () => {
  const { root, get, loader } = await openStores()
  const preview = (body: object) => root.call('POST', '/document-store/loader/preview', body)

  expect((await preview({ ...loader(museum), previewChunkCount: 1 })).json()).toMatchObject({
    ...{ totalChunks: 2, previewChunkCount: 1, lengths: [48, expect.any(Number)] },
    chunks: [{ pageContent: expect.stringContaining('opens at ten') }],
  })
  expect((await preview(loader(''))).json()).toMatchObject({
    code: 'INVALID_FLOW',
    message: expect.stringMatching(/Text/),
  })
  expect((await preview({ ...loader(museum), loaderId: 'chatOpenAI' })).statusCode).toBe(400)
  expect((await get()).loaders).toEqual([])
})

test('an upsert without settings names what to choose', async () => {
  const { root, id, process } = await openStores()
  await process(museum)

  const response = await root.call('POST', '/document-store/vectorstore/insert', { storeId: id })

  expect(response.json()).toMatchObject({
    code: 'INVALID_FLOW',
    message: expect.stringMatching(/Embedding|Vector store/),
  })
})

test('the minimum score leaves chunks out, and the best of them is reported; the last test is shown', async () => {
  const { root, id, get, process, insert, query, services } = await openStores()
  const { chunks } = (await process(museum)).json()
  await insert()
  const question = 'When does the museum open?'
  const [best] = (await query(question)).docs
  const ask = async (minScore: number) =>
    (
      await root.call('POST', '/document-store/vectorstore/query', {
        ...{ storeId: id, query: question },
        inputs: { minScore },
      })
    ).json()

  expect((await ask(best.score)).docs).toHaveLength(1)
  expect(await ask(1)).toMatchObject({ docs: [], bestScore: best.score })

  expect((await get()).tested).toBeNull()
  const { testSet } = services.stores
  await testSet.save(root.user.id, { id, questions: [{ question, chunkId: chunks[0].id }] })
  await testSet.run(root.user.id, { id })
  expect((await get()).tested).toMatchObject({ found: 1, total: 1 })
})

test('a chat flow of its owner answers from a store; another user has none', async () => {
  const { root, ada, id, process, insert } = await openStores()
  await process(museum)
  await insert()
  const flowData = JSON.stringify(
    buildFlow([
      { name: 'flowtillDemoModel' },
      { name: 'documentStoreVS', inputs: { selectedStore: id } },
      {
        name: 'conversationalRetrievalQAChain',
        inputs: {
          model: referenceTo('flowtillDemoModel_0'),
          vectorStoreRetriever: referenceTo('documentStoreVS_0'),
          returnSourceDocuments: true,
        },
      },
    ]),
  )
  const ask = async (who: typeof root) => {
    const body = { name: 'Guide', type: 'CHATFLOW', flowData }
    const flow = (await who.call('POST', '/chatflows', body)).json<{ id: string }>()
    return (
      await who.call('POST', `/prediction/${flow.id}`, { question: 'When does the museum open?' })
    ).json()
  }

  const answer = await ask(root)
  expect(answer.text).toMatch(/ten/)
  expect(answer.sourceDocuments[0].pageContent).toContain('opens at ten')
  expect(await ask(ada)).toMatchObject({ code: 'NOT_FOUND' })

  const store = (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  expect(store.whereUsed.map(({ name }) => name)).toEqual(['Guide'])
})

test('a store is no flow: neither lists nor questions reach it, and it goes with everything in it', async () => {
  const { root, id, process, insert, query } = await openStores()
  await process(museum)
  await insert()

  expect((await root.call('GET', '/chatflows')).json()).toEqual([])
  expect((await root.call('GET', `/chatflows/${id}`)).statusCode).toBe(404)
  expect((await root.call('POST', `/prediction/${id}`, { question: 'Open?' })).statusCode).toBe(404)
  expect((await root.call('DELETE', `/document-store/store/${id}`)).json()).toEqual({ deleted: 1 })

  expect((await root.call('GET', `/document-store/store/${id}`)).statusCode).toBe(404)
  expect(await query('When?')).toMatchObject({ code: 'NOT_FOUND' })
})

test('users without the admin role cannot see or change stores', async () => {
  const { ada, id } = await openStores()

  expect((await ada.call('GET', '/document-store/store')).statusCode).toBe(403)
  expect((await ada.call('GET', `/document-store/store/${id}`)).statusCode).toBe(403)
  expect((await ada.call('DELETE', `/document-store/store/${id}`)).statusCode).toBe(403)
})
