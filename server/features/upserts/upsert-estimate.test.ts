import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'
import type { UpsertEstimate } from '#shared/upserts.ts'

const fileOf = (name: string, text: string) =>
  `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`

async function openFlow(loaders: { name: string; inputs: Record<string, unknown> }[]) {
  const world = await createTestApp({ listen: true })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'flowtillEmbeddings' },
    { name: 'characterTextSplitter', inputs: { separator: '\n\n', chunkSize: 30, chunkOverlap: 0 } },
    ...loaders,
    {
      name: 'flowtillIndex',
      inputs: {
        document: loaders.map(({ name }) => referenceTo(`${name}_0`)),
        embeddings: referenceTo('flowtillEmbeddings_0'),
        topK: 2,
      },
      outputs: { output: 'retriever' },
    },
    {
      name: 'conversationalRetrievalQAChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        vectorStoreRetriever: referenceTo('flowtillIndex_0'),
      },
    },
  ])
  const body = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(flow) }
  const { id: flowId } = (await ada.call('POST', '/chatflows', body)).json<{ id: string }>()
  const query = async (procedure: string, input: object, who = ada) =>
    (
      await world.app.inject({
        url: `/trpc/upsert.${procedure}`,
        query: { input: JSON.stringify(input) },
        headers: who.headers,
      })
    ).json()
  const mutate = async (procedure: string, payload: object, who = ada) =>
    (
      await world.app.inject({
        ...{ method: 'POST', url: `/trpc/upsert.${procedure}`, headers: who.headers, payload },
      })
    ).json()
  const estimate = async () =>
    (await query('estimate', { flowId, nodeId: 'flowtillIndex_0' })).result.data as UpsertEstimate
  return { ...world, ada, eve, flowId, query, mutate, estimate }
}

const splitter = { textSplitter: referenceTo('characterTextSplitter_0') }
const rooms = 'Room one opens at ten.\n\nRoom two opens at eleven.'

test('files are counted and priced without a call, and an upsert costs at most that', async () => {
  const { estimate, query, mutate, store, ada, flowId } = await openFlow([
    { name: 'textFile', inputs: { txtFile: fileOf('rooms.txt', rooms), ...splitter } },
    { name: 'plainText', inputs: { text: 'Tickets are four euros.', ...splitter } },
  ])
  const found = await estimate()

  expect(found).toMatchObject({ chunks: 3, model: 'flowtill-embed', paidBy: 'platform', isComplete: true })
  expect(found.sources.map(({ name, chunks, error }) => ({ name, chunks, error }))).toEqual([
    { name: 'rooms.txt', chunks: 2, error: null },
    { name: expect.any(String), chunks: 1, error: null },
  ])
  expect(found.costMicro).toBeGreaterThan(0)
  expect(await store.db.select().from(modelCalls)).toEqual([])
  expect(await store.db.select().from(runs)).toEqual([])

  expect((await ada.call('POST', `/vector/upsert/${flowId}`, {})).statusCode).toBe(200)
  const [row] = (await query('list', { subjectId: flowId, limit: 1 })).result.data
  expect(row).toMatchObject({ status: 'COMPLETED', counts: { numAdded: 3 } })
  const file = row.nodes.find(({ id }: { id: string }) => id === 'textFile_0')
  expect(file.paramValues).toContainEqual(expect.objectContaining({ name: 'txtFile', value: 'rooms.txt' }))
  expect(row.costMicro).toBeLessThanOrEqual(found.costMicro ?? 0)
  expect((await query('list', { subjectId: flowId, id: 'another' })).result.data).toEqual([])

  const added = (await query('chunks', { id: row.id })).result.data
  expect(added).toMatchObject({ total: 3, chunks: [{ pageContent: 'Room one opens at ten.' }, {}, {}] })

  const asked = { flowId, nodeId: 'flowtillIndex_0', question: 'How many euros are tickets?' }
  const { passages } = (await mutate('testRetrieval', asked)).result.data
  expect(passages[0]).toMatchObject({ pageContent: 'Tickets are four euros.', score: expect.any(Number) })
})

test('a source on another server is not read, and a damaged file is named', async () => {
  const { estimate } = await openFlow([
    { name: 'cheerioWebScraper', inputs: { url: 'https://example.com', ...splitter } },
    {
      name: 'pdfFile',
      inputs: { pdfFile: fileOf('leaflet.pdf', 'no PDF').replace('text/plain', 'application/pdf') },
    },
  ])
  const { sources, isComplete } = await estimate()
  const [page, leaflet] = sources

  expect(isComplete).toBe(false)
  expect(page).toMatchObject({ nodeId: 'cheerioWebScraper_0', chunks: null, error: null })
  expect(leaflet).toMatchObject({
    nodeId: 'pdfFile_0',
    chunks: null,
    error: expect.stringContaining('leaflet.pdf'),
  })
})

test('other users see neither estimate nor chunks, and test no retrieval', async () => {
  const { query, mutate, eve, ada, flowId } = await openFlow([
    { name: 'plainText', inputs: { text: 'Tickets are four euros.' } },
  ])
  await ada.call('POST', `/vector/upsert/${flowId}`, {})
  const [row] = (await query('list', { subjectId: flowId })).result.data
  const store = { flowId, nodeId: 'flowtillIndex_0' }
  const codes = [
    await query('estimate', store, eve),
    await query('chunks', { id: row.id }, eve),
    await mutate('testRetrieval', { ...store, question: 'How much?' }, eve),
  ].map(({ error }) => error.data.code)

  expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})
