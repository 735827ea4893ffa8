import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'

type Fetch = typeof globalThis.fetch

async function openFlow() {
  let isBroken = false
  const through = (fetch: Fetch) =>
    ((input, init) =>
      isBroken && String(input).endsWith('/embeddings')
        ? Promise.resolve(new Response('{"error":{"message":"Out of order."}}', { status: 400 }))
        : fetch(input, init)) as Fetch
  const world = await createTestApp({ listen: true, through: through as never })
  const ada = await world.signUp('ada')
  const flowData = (text: string) =>
    JSON.stringify(
      buildFlow([
        { name: 'flowtillDemoModel' },
        { name: 'flowtillEmbeddings' },
        { name: 'characterTextSplitter', inputs: { separator: '\n', chunkSize: 60, chunkOverlap: 0 } },
        { name: 'plainText', inputs: { text, textSplitter: referenceTo('characterTextSplitter_0') } },
        {
          name: 'flowtillIndex',
          inputs: { document: [referenceTo('plainText_0')], embeddings: referenceTo('flowtillEmbeddings_0') },
        },
        {
          name: 'conversationalRetrievalQAChain',
          inputs: {
            model: referenceTo('flowtillDemoModel_0'),
            vectorStoreRetriever: referenceTo('flowtillIndex_0'),
            returnSourceDocuments: true,
          },
        },
      ]),
    )
  const museum = 'The museum of glass opens at ten.\nTickets of the museum cost five liras.'
  const body = { name: 'Museum', type: 'CHATFLOW', flowData: flowData(museum) }
  const { id } = (await ada.call('POST', '/chatflows', body)).json<{ id: string }>()
  const upsert = async () => (await ada.call('POST', `/vector/upsert/${id}`)).json()
  const ask = async (question: string) => (await ada.call('POST', `/prediction/${id}`, { question })).json()
  const setText = (text: string) => ada.call('PUT', `/chatflows/${id}`, { flowData: flowData(text) })
  const embeddingCalls = async () =>
    (await world.store.db.select().from(modelCalls)).filter(({ model }) => model === 'flowtill-embed').length
  const breakEmbeddings = (to: boolean) => {
    isBroken = to
  }
  return { ...world, ada, id, upsert, ask, setText, embeddingCalls, breakEmbeddings }
}

test('documents are found once they have been upserted, and a question embeds itself alone', async () => {
  const { upsert, ask, embeddingCalls } = await openFlow()
  expect((await ask('When does the museum open?')).sourceDocuments ?? []).toEqual([])
  const before = await embeddingCalls()

  expect(await upsert()).toMatchObject({ numAdded: 2, numDeleted: 0, totalKeys: 2 })
  const answer = await ask('When does the museum open?')

  expect(answer.text).toMatch(/ten/)
  expect(answer.sourceDocuments).toHaveLength(2)
  expect(await embeddingCalls()).toBe(before + 2)
})

test('a changed document replaces its old chunks; unchanged ones are skipped', async () => {
  const { upsert, setText, ask } = await openFlow()
  await upsert()
  await setText('The museum of glass opens at noon.\nTickets of the museum cost five liras.')

  expect(await upsert()).toMatchObject({ numAdded: 1, numDeleted: 1, numSkipped: 1, totalKeys: 2 })

  expect((await ask('When does the museum open?')).text).toMatch(/noon/)
})

test('an upsert that fails leaves what was there', async () => {
  const { upsert, setText, ask, breakEmbeddings } = await openFlow()
  await upsert()
  await setText(
    'The museum of glass is closed for the whole winter.\nNobody gets in before the first of April, not even for a ticket.',
  )
  breakEmbeddings(true)

  expect(await upsert()).toMatchObject({ code: 'UPSTREAM_FAILED' })

  breakEmbeddings(false)
  expect((await ask('When does the museum open?')).text).toMatch(/ten/)
  expect(await upsert()).toMatchObject({ numAdded: 2, numDeleted: 2 })
})
