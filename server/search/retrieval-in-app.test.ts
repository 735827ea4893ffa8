import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { makePdf } from '#server/testing/documents/make-documents.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { placeNode } from '#shared/nodes.ts'

test('a question over an uploaded PDF is answered, indexed once, and charged to the last embedding', async () => {
  const { signUp, services, store } = await createTestApp({ listen: true })
  const { call } = await signUp('ada')
  const flowData = JSON.stringify(aFlow())
  const { id } = (await call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Museum', flowData })).json<{
    id: string
  }>()
  await services.files.put(id, 'museum.pdf', makePdf('The museum opens at ten.', 'Tickets cost five liras.'))
  const predict = async (question: string) => (await call('POST', `/prediction/${id}`, { question })).json()

  const first = await predict('When does the museum open?')
  const second = await predict('What do tickets cost?')

  expect(first).toMatchObject({
    text: expect.stringContaining('ten'),
    sourceDocuments: expect.arrayContaining([
      {
        pageContent: 'The museum opens at ten.',
        metadata: { source: 'museum.pdf', loc: { pageNumber: 1 }, pdf: { totalPages: 2 } },
      },
    ]),
  })
  expect(second.text).toMatch(/five/)
  const messages = (await call('GET', `/chatmessage/${id}?order=ASC`)).json<
    { role: string; sourceDocuments: unknown }[]
  >()
  expect(
    messages.filter(({ role }) => role === 'apiMessage').every(({ sourceDocuments }) => sourceDocuments),
  ).toBe(true)
  // One call for both pages, then one per question: none is free, none is repeated.
  const calls = await store.db.select().from(modelCalls)
  const embeddings = calls.filter(({ model }) => model === 'flowtill-embed')
  expect(embeddings).toHaveLength(3)
  expect(embeddings.every(({ priceId, inputTokens }) => priceId !== null && inputTokens > 0)).toBe(true)
})

function aFlow() {
  const drawn: Record<string, Record<string, unknown>> = {
    flowtillDemoModel: {},
    flowtillEmbeddings: {},
    pdfFile: { pdfFile: 'FILE-STORAGE::["museum.pdf"]' },
    flowtillStore: { document: 'pdfFile', embeddings: 'flowtillEmbeddings' },
    conversationalRetrievalQAChain: {
      model: 'flowtillDemoModel',
      vectorStoreRetriever: 'flowtillStore',
      returnSourceDocuments: true,
    },
  }
  const nodes = Object.entries(drawn).map(([name, inputs]) => {
    const placed = placeNode(templateOf(name), `${name}_0`)
    const references = Object.entries(inputs).map(([input, value]) => [input, referenceTo(value, drawn)])
    Object.assign(placed.inputs, Object.fromEntries(references))
    return { id: placed.id, position: { x: 0, y: 0 }, type: 'customNode', data: placed }
  })
  const edges = Object.entries(drawn).flatMap(([name, inputs]) =>
    Object.values(inputs).flatMap((value) =>
      String(value) in drawn ? [{ source: `${value}_0`, target: `${name}_0` }] : [],
    ),
  )
  return { nodes, edges }
}

function referenceTo(value: unknown, drawn: object) {
  return String(value) in drawn ? `{{${value}_0.data.instance}}` : value
}

function templateOf(name: string) {
  const node = catalogue.get(name)
  if (!node) {
    throw new Error(`There is no ${name}.`)
  }
  return describeNode(node)
}
