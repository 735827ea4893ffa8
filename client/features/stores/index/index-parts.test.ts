import { expect, test } from 'vitest'
import type { UpsertNode } from '#shared/upserts.ts'
import { changesBetween, formOfUpsert } from './index-parts.ts'

const node = (name: string, category: string, values: Record<string, unknown>): UpsertNode => ({
  ...{ id: `${name}_0`, name, label: name, category },
  paramValues: Object.entries(values).map(([key, value]) => ({
    name: key,
    label: key,
    type: 'string',
    value,
  })),
})

test('the settings of an earlier upsert fill the form; the credential of the same model stays', () => {
  const now = {
    embedding: { name: 'openAIEmbeddings', config: { FLOWISE_CREDENTIAL_ID: 'c1', modelName: 'new' } },
    vectorStore: { name: 'pinecone', config: { FLOWISE_CREDENTIAL_ID: 'c2' } },
    recordManager: undefined,
  }
  const nodes = [
    node('openAIEmbeddings', 'Embeddings', { modelName: 'old' }),
    node('flowtillIndex', 'Vector Stores', { topK: 6 }),
    node('pdfFile', 'Document Loaders', { usage: 'perPage' }),
  ]

  expect(formOfUpsert(nodes, now)).toEqual({
    embedding: { name: 'openAIEmbeddings', config: { FLOWISE_CREDENTIAL_ID: 'c1', modelName: 'old' } },
    vectorStore: { name: 'flowtillIndex', config: { topK: 6 } },
    recordManager: undefined,
  })
})

test('an upsert names the settings that changed', () => {
  const before = [node('flowtillIndex', 'Vector Stores', { topK: 6, cleanup: 'full' })]
  const after = [node('flowtillIndex', 'Vector Stores', { topK: 4, cleanup: 'full', minScore: 0.35 })]

  expect(changesBetween(before, after)).toEqual([
    { label: 'topK', before: '6', after: '4' },
    { label: 'minScore', before: '', after: '0.35' },
  ])
  expect(changesBetween(after, after)).toEqual([])
})
