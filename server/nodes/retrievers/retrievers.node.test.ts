import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#server/engine/define-node.ts'
import type { ChatModel, Document, Embeddings, Retriever, VectorStore } from '#server/engine/handles.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { openFake } from '#server/upstream/vector-stores/testing/fakes.ts'
import { noUsage } from '#shared/runs.ts'
import { contextOf } from './context-of.ts'

const texts = ['the cat sleeps', 'the dog barks', 'the fish swims']
const documents: Document[] = texts.map((pageContent, place) => ({ pageContent, metadata: { place } }))
const vectorOf = (text: string) => ['cat', 'dog', 'fish'].map((animal) => (text.includes(animal) ? 1 : 0.1))
const embeddings: Embeddings = { key: 'animals', embed: async (requested) => requested.map(vectorOf) }
const vectorStore: VectorStore = {
  async search(query, { count }) {
    const score = ({ pageContent }: Document) =>
      pageContent.split(' ').filter((word) => query.includes(word)).length / 3
    return documents
      .map((document) => ({ ...document, score: score(document) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
  },
}
const baseRetriever: Retriever = { retrieve: async () => documents }

test('vectorStoreRetriever has a name for selecting it', async () => {
  const retriever = open('vectorStoreRetriever', { vectorStore, name: 'zoo', description: 'animals' })

  expect(retriever).toMatchObject({ name: 'zoo', description: 'animals' })
  expect((await retriever.retrieve('dog barks'))[0]).toEqual(documents[1])
})

test('similarityThresholdRetriever drops less similar documents', async () => {
  const retriever = open('similarityThresholdRetriever', { vectorStore, minSimilarityScore: 60, maxK: 20 })

  expect(await retriever.retrieve('a dog barks')).toEqual([documents[1]])
})

test('multiQueryRetriever returns the results of every rephrased query', async () => {
  const model = aModel('1. where does the cat sleep\n- where does the cat sleep\n\n2) which fish swims')
  const retriever = open('multiQueryRetriever', { vectorStore, model })

  expect(await retriever.retrieve('dog')).toHaveLength(3)
  expect(model.requested[0]).toContain('Write 3 other ways')
})

test('RRFRetriever ranks first what most rephrased queries find', async () => {
  const found: Record<string, Document[]> = {
    one: documents.slice(0, 2),
    two: documents.slice(1),
    three: documents.slice(1, 2),
  }
  const lists: Retriever = { retrieve: async (question) => found[question] ?? [] }
  const retriever = open('RRFRetriever', {
    baseRetriever: lists,
    model: aModel('two\nthree'),
    queryCount: 2,
    topK: 2,
    c: 60,
  })

  expect(await retriever.retrieve('one')).toEqual([documents[1], documents[0]])
})

test('HydeRetriever searches with a hypothetical answer', async () => {
  const model = aModel('fish swims')
  const retriever = open('HydeRetriever', {
    vectorStore,
    model,
    topK: 1,
    customPrompt: 'Imagine: {question}',
  })

  expect(await retriever.retrieve('what is in the sea?')).toEqual([documents[2]])
  expect(model.requested).toEqual(['Imagine: what is in the sea?'])
})

test('llmFilterRetriever returns only the text the model selects', async () => {
  const model = aModel((requested) => (requested.includes('dog') ? 'barks' : 'NO_OUTPUT'))
  const retriever = open('llmFilterRetriever', { baseRetriever, model })

  expect(await retriever.retrieve('who barks?')).toEqual([{ pageContent: 'barks', metadata: { place: 1 } }])
})

test('embeddingsFilterRetriever returns similar documents, most similar first', async () => {
  const retriever = open('embeddingsFilterRetriever', {
    baseRetriever,
    embeddings,
    similarityThreshold: 0.9,
    k: 5,
  })

  expect(await retriever.retrieve('a fish')).toEqual([documents[2]])
})

test('customRetriever formats documents with its own template', async () => {
  const retriever = open('customRetriever', {
    vectorStore,
    topK: 1,
    resultFormat: '{{context}} ({{ metadata.place }}, {{metadata.constructor}}, {{other}})',
  })

  expect(await retriever.retrieve('dog')).toMatchObject([{ pageContent: 'the dog barks (1, , {{other}})' }])
})

describe.each([
  ['cohereRerankRetriever', 'api.cohere.com/v2/rerank', { cohereApiKey: 'own-key' }, 'results', { top_n: 2 }],
  ['JinaRerankRetriever', 'api.jina.ai/v1/rerank', { jinaAIAPIKey: 'own-key' }, 'results', { top_n: 2 }],
  ['voyageAIRerankRetriever', 'api.voyageai.com/v1/rerank', { apiKey: 'own-key' }, 'data', { top_k: 2 }],
])('%s', (name, address, credential, field, body) => {
  test('sorts the results in the order of the model', async () => {
    const { retriever, requested, addresses } = await rerankedBy({
      body: {
        [field]: [
          { index: 2, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.5 },
          { index: 9, relevance_score: 0.4 },
        ],
      },
    })

    const found = await retriever.retrieve('who swims?')

    expect(found).toEqual([
      { pageContent: 'the fish swims', metadata: { place: 2, relevance_score: 0.9 } },
      { pageContent: 'the cat sleeps', metadata: { place: 0, relevance_score: 0.5 } },
    ])
    expect(addresses).toEqual([`https://${address}`])
    expect(requested).toMatchObject([
      {
        headers: { authorization: 'Bearer own-key' },
        body: { model: expect.any(String), query: 'who swims?', documents: texts, ...body },
      },
    ])
  })

  test('reports the reason for an error', async () => {
    const { retriever } = await rerankedBy({ status: 401, body: { message: 'invalid api token' } })

    await expect(retriever.retrieve('x')).rejects.toThrow('answered 401: invalid api token.')
  })

  async function rerankedBy(answer: { status?: number; body: unknown }) {
    const { origin, requested } = await openFake(() => answer)
    const addresses: string[] = []
    const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
    const fetch: typeof guarded = (url, init) => {
      addresses.push(String(url))
      return guarded(origin, init)
    }
    const inputs = { baseRetriever, topK: 2, topN: 2 }
    return { retriever: open(name, inputs, { credential, fetch }), requested, addresses }
  }
})

test('found documents are numbered for the model', () => {
  expect(contextOf(documents.slice(0, 2))).toBe('[1] the cat sleeps\n\n[2] the dog barks')
})

test('a retriever can return its text directly', async () => {
  const node = catalogue.get('similarityThresholdRetriever')
  const call = aCall({ vectorStore, minSimilarityScore: 60, maxK: 20, query: 'a cat sleeps' })

  expect(await node?.outputs?.text?.build?.(call)).toBe('the cat sleeps')
})

function open(
  name: string,
  inputs: object,
  more: { credential?: object; fetch?: typeof fetch } = {},
): Retriever {
  const node = catalogue.get(name)
  return (node?.outputs?.retriever ?? node)?.build?.(aCall(inputs, more)) as Retriever
}

function aCall(
  inputs: object,
  { credential, fetch }: { credential?: object; fetch?: typeof globalThis.fetch } = {},
) {
  return { ...aSurrounding(fetch ? { fetch } : {}), inputs, credential } as AnyCall
}

/** A fake model. */
function aModel(answer: string | ((requested: string) => string)): ChatModel & { requested: string[] } {
  const requested: string[] = []
  return {
    requested,
    async *stream({ messages }) {
      const content = messages.at(-1)?.content ?? ''
      requested.push(content)
      const text = typeof answer === 'string' ? answer : answer(content)
      yield text
      return { text, usage: noUsage, estimated: false }
    },
  }
}
