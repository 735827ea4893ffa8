import { describe, expect, test } from 'vitest'
import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { DocumentSource, Embeddings, RecordManager, VectorStore } from '#server/engine/handles.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { openFake, type ReceivedRequest } from '#server/upstream/vector-stores/testing/fakes.ts'

const embeddings: Embeddings = {
  key: 'animals',
  embed: async (texts) =>
    texts.map((text) => ['cat', 'dog'].map((animal) => (text.includes(animal) ? 1 : 0))),
}
const animals: DocumentSource = {
  key: 'animals',
  load: async () => [{ pageContent: 'the dog barks', metadata: { source: 'b', loc: { 'page no': 1 } } }],
}
const dog = [0, 1]
const id = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-/)

type Answer = { status?: number; body: unknown }
type Story = {
  name: string
  inputs: Record<string, unknown>
  credential: (origin: string) => object
  answer: (requested: ReceivedRequest) => Answer
  requested: [method: string, path: string, body: unknown][]
  score: number
  authorization: string
}

const stories: Story[] = [
  {
    name: 'upstash',
    inputs: { upstashMetadataFilter: "a = 'x'" },
    credential: (origin) => ({ UPSTASH_VECTOR_REST_URL: `${origin}/`, UPSTASH_VECTOR_REST_TOKEN: 'token' }),
    answer: ({ path }) => ({
      body:
        path === '/query'
          ? { result: [{ score: 0.9, metadata: { _pageContentLC: 'the dog barks', source: 'b' } }] }
          : { result: 'Success' },
    }),
    requested: [
      [
        'POST',
        '/upsert',
        [
          {
            id,
            vector: dog,
            metadata: { source: 'b', loc: { 'page no': 1 }, _pageContentLC: 'the dog barks' },
          },
        ],
      ],
      ['DELETE', '/delete', { ids: ['old'] }],
      ['POST', '/query', { vector: dog, topK: 3, includeMetadata: true, filter: "a = 'x'" }],
      ['POST', '/query', expect.objectContaining({ filter: "source = 'b' AND page IN (1, 2)" })],
    ],
    score: 0.9,
    authorization: 'Bearer token',
  },
  {
    name: 'supabase',
    inputs: {
      supabaseProjUrl: 'ORIGIN/',
      tableName: 'documents',
      queryName: 'match_documents',
      supabaseRPCFilter:
        'filter("metadata->a::int", "gt", 5)\n.filter("metadata->>city", "eq", "Izmir, old town")',
    },
    credential: () => ({ supabaseApiKey: 'token' }),
    answer: ({ path }) => ({
      body: path.includes('/rpc/')
        ? [{ id: 1, content: 'the dog barks', metadata: { source: 'b' }, similarity: 0.9 }]
        : '',
    }),
    requested: [
      [
        'POST',
        '/rest/v1/documents',
        [{ id, content: 'the dog barks', metadata: expect.anything(), embedding: dog }],
      ],
      ['DELETE', '/rest/v1/documents?id=in.%28old%29', {}],
      [
        'POST',
        '/rest/v1/rpc/match_documents?limit=3&metadata-%3Ea%3A%3Aint=gt.5&metadata-%3E%3Ecity=eq.Izmir%2C+old+town',
        { query_embedding: dog },
      ],
      [
        'POST',
        expect.stringContaining('limit=3'),
        { query_embedding: dog, filter: { source: 'b', page: [1, 2] } },
      ],
    ],
    score: 0.9,
    authorization: 'Bearer token',
  },
  {
    name: 'elasticsearch',
    inputs: { indexName: 'zoo', similarity: 'cosine' },
    credential: (origin) => ({ endpoint: origin, apiKey: 'token' }),
    answer: ({ path }) =>
      path === '/zoo'
        ? {
            status: 400,
            body: { error: { type: 'x', reason: 'index [zoo] already exists' }, status: 400 },
          }
        : { body: anEngineHit },
    requested: [
      [
        'PUT',
        '/zoo',
        {
          mappings: {
            properties: {
              embedding: { type: 'dense_vector', dims: 2, index: true, similarity: 'cosine' },
              text: { type: 'text' },
              metadata: { type: 'object' },
            },
          },
        },
      ],
      [
        'POST',
        '/_bulk?refresh=true',
        [
          { index: { _index: 'zoo', _id: id } },
          { text: 'the dog barks', metadata: expect.anything(), embedding: dog },
        ],
      ],
      ['POST', '/_bulk?refresh=true', [{ delete: { _index: 'zoo', _id: 'old' } }]],
      [
        'POST',
        '/zoo/_search',
        {
          size: 3,
          _source: ['text', 'metadata'],
          knn: { field: 'embedding', query_vector: dog, k: 3, num_candidates: 100 },
        },
      ],
      [
        'POST',
        '/zoo/_search',
        expect.objectContaining({
          knn: expect.objectContaining({
            filter: [{ terms: { 'metadata.source.keyword': ['b'] } }, { terms: { 'metadata.page': [1, 2] } }],
          }),
        }),
      ],
    ],
    score: 0.9,
    authorization: 'ApiKey token',
  },
  {
    name: 'openSearch',
    inputs: { indexName: 'zoo' },
    credential: (origin) => ({ openSearchUrl: origin, user: 'ada', password: 'p' }),
    answer: () => ({ body: anEngineHit }),
    requested: [
      ['PUT', '/zoo', expect.objectContaining({ settings: { index: { knn: true } } })],
      ['POST', '/_bulk?refresh=true', [{ index: { _index: 'zoo', _id: id } }, expect.anything()]],
      ['POST', '/_bulk?refresh=true', [{ delete: { _index: 'zoo', _id: 'old' } }]],
      [
        'POST',
        '/zoo/_search',
        {
          size: 3,
          _source: ['text', 'metadata'],
          query: { knn: { embedding: { vector: dog, k: 3 } } },
        },
      ],
      [
        'POST',
        '/zoo/_search',
        expect.objectContaining({
          query: {
            knn: {
              embedding: expect.objectContaining({
                filter: { bool: { filter: [expect.anything(), expect.anything()] } },
              }),
            },
          },
        }),
      ],
    ],
    score: 0.9,
    authorization: `Basic ${Buffer.from('ada:p').toString('base64')}`,
  },
  {
    name: 'weaviate',
    inputs: {
      weaviateScheme: 'http',
      weaviateHost: 'ORIGIN',
      weaviateIndex: 'Zoo',
      weaviateFilter: '{"path":["source"],"operator":"Equal","valueText":"b \\"x\\""}',
    },
    credential: () => ({ weaviateApiKey: 'token' }),
    answer: ({ path }) => {
      if (path === '/v1/schema/Zoo') {
        const properties = [
          { name: 'text', dataType: ['text'] },
          { name: 'source', dataType: ['text'] },
          { name: 'owner', dataType: ['Person'] },
        ]
        return { body: { properties } }
      }
      const rows = [{ text: 'the dog barks', source: 'b', _additional: { distance: 0.1 } }]
      return { body: path === '/v1/graphql' ? { data: { Get: { Zoo: rows } } } : [{ result: {} }] }
    },
    requested: [
      [
        'POST',
        '/v1/batch/objects',
        {
          objects: [
            {
              class: 'Zoo',
              id,
              vector: dog,
              properties: { source: 'b', loc_page_no: 1, text: 'the dog barks' },
            },
          ],
        },
      ],
      [
        'DELETE',
        '/v1/batch/objects',
        {
          match: { class: 'Zoo', where: { path: ['id'], operator: 'ContainsAny', valueTextArray: ['old'] } },
        },
      ],
      ['GET', '/v1/schema/Zoo', {}],
      [
        'POST',
        '/v1/graphql',
        {
          query:
            '{ Get { Zoo(nearVector: {vector: [0, 1]}, limit: 3, where: {path: ["source"], operator: Equal, valueText: "b \\"x\\""}) { text source _additional { distance score } } } }',
        },
      ],
      ['GET', '/v1/schema/Zoo', {}],
      [
        'POST',
        '/v1/graphql',
        {
          query: expect.stringContaining(
            'where: {operator: And, operands: [{path: ["source"], operator: Equal, valueText: "b"}, {path: ["page"], operator: ContainsAny, valueText: [1, 2]}]}',
          ),
        },
      ],
    ],
    score: 0.9,
    authorization: 'Bearer token',
  },
]

const anEngineHit = {
  hits: { hits: [{ _score: 0.9, _source: { text: 'the dog barks', metadata: { source: 'b' } } }] },
}

test.each(stories)(
  '$name upserts, cleans up, and searches as documented by its service',
  async ({ name, inputs, credential, answer, requested, score, authorization }) => {
    const store = await aStore(name, inputs, credential, answer)

    expect(await store.upsert()).toMatchObject({ numAdded: 1, numDeleted: 1 })
    const [found] = await store.search()
    await store.search({ source: 'b', page: [1, 2] })

    expect(found).toMatchObject({ pageContent: 'the dog barks', metadata: { source: 'b' } })
    expect(found?.score).toBeCloseTo(score, 5)
    expect(store.requested.map(({ method, path, body }) => [method, path, body])).toEqual(requested)
    expect(store.requested.every(({ headers }) => headers.authorization === authorization)).toBe(true)
  },
)

const supabaseAt = { supabaseProjUrl: 'ORIGIN', tableName: 'zoo', queryName: 'match' }

describe('responses of REST stores', () => {
  test.each([
    [
      'elasticsearch',
      { indexName: 'zoo' },
      { errors: true, items: [{ index: { error: { reason: 'the vector has 2 dimensions.' } } }] },
      'Elasticsearch did not take a document: the vector has 2 dimensions.',
    ],
    [
      'weaviate',
      { weaviateScheme: 'http', weaviateHost: 'ORIGIN', weaviateIndex: 'Zoo' },
      [{ result: { errors: { error: [{ message: 'no such class' }] } } }],
      'Weaviate did not take a document: no such class.',
    ],
  ])('%s reports one rejected document', async (name, inputs, body, sentence) => {
    const secrets = (origin: string) => ({ endpoint: origin, apiKey: 'k', weaviateApiKey: 'k' })
    const store = await aStore(name, inputs, secrets, () => ({ body }))

    await expect(store.upsert()).rejects.toThrow(sentence)
  })

  test.each([
    ['supabase', supabaseAt, [{ content: null, metadata: null, similarity: null }], ['']],
    ['supabase', supabaseAt, { content: 'no list' }, []],
    ['upstash', {}, { result: [{ score: 0.5, metadata: null }] }, ['']],
    ['upstash', {}, { result: null }, []],
  ])('%s can omit common fields', async (name, inputs, body, texts) => {
    const secrets = (origin: string) => ({
      ...{ supabaseApiKey: 'k', UPSTASH_VECTOR_REST_URL: origin, UPSTASH_VECTOR_REST_TOKEN: 't' },
    })
    const store = await aStore(name, inputs, secrets, () => ({ body }))

    expect((await store.search()).map(({ pageContent }) => pageContent)).toEqual(texts)
  })

  test('an error includes neither the key nor a complete page', async () => {
    const secrets = (endpoint: string) => ({ endpoint, apiKey: 'elastic-key-1' })
    const store = await aStore('elasticsearch', { indexName: 'zoo' }, secrets, () => ({
      status: 401,
      body: { error: { reason: `no right for elastic-key-1 ${'x'.repeat(1_000)}` } },
    }))

    await expect(store.search()).rejects.toThrow(/^Elasticsearch answered 401: no right for … x{200,300}\.$/)
  })

  test('weaviate rejects GraphQL in a name, and reports why a search failed', async () => {
    const host = { weaviateScheme: 'http', weaviateHost: 'ORIGIN' }
    const failing = () => ({ body: { errors: [{ message: 'vector lengths differ' }] } })
    const store = (weaviateIndex: string) =>
      aStore('weaviate', { ...host, weaviateIndex }, () => ({}), failing)

    await expect((await store('Zoo')).search()).rejects.toThrow('Weaviate answered: vector lengths differ.')
    await expect((await store('Zoo) { x')).search()).rejects.toThrow('is no name in Weaviate')
  })

  test.each(stories)('$name sends no shared key', async ({ name, inputs, credential, answer }) => {
    const store = await aStore(name, inputs, credential, answer, true)

    await expect(store.upsert()).rejects.toThrow('shared credential')
    await expect(store.search()).rejects.toThrow('shared credential')
    expect(store.requested).toEqual([])
  })
})

async function aStore(
  name: string,
  expected: Record<string, unknown>,
  credential: (origin: string) => object,
  answer: (requested: ReceivedRequest) => Answer,
  isShared = false,
) {
  const { origin, requested } = await openFake(answer)
  const node = catalogue.get(name) as NodeDefinition
  const around = aSurrounding({ fetch: globalThis.fetch })
  const fields = Object.entries(expected).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.replace('ORIGIN', origin) : value,
  ])
  const scope = { node: node.label, turn: around.turn, built: new Map([['e', embeddings]]) }
  const stored = { embeddings: '{{e.data.instance}}', ...Object.fromEntries(fields) }
  const inputs = { ...readInputs(node.inputs, stored, scope), document: [animals], recordManager: aManager() }
  const call = { ...around, isShared, inputs, credential: credential(origin) } as AnyCall
  return {
    requested,
    upsert: async () => node.upsert?.(call),
    async search(filter?: Record<string, string | number[]>) {
      const store = (await node.outputs?.vectorStore?.build(call)) as VectorStore
      return store.search('a dog', { count: 3, filter })
    },
  }
}

/** Records one piece that the sources no longer hold. */
function aManager(): RecordManager {
  const records: ReturnType<RecordManager['recordsOf']> = {
    all: async () => [{ key: 'old', source: null }],
    store: async () => undefined,
    forget: async () => undefined,
  }
  return { cleanup: 'full', sourceIdKey: 'source', recordsOf: () => records }
}
