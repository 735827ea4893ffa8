import { describe, expect, onTestFinished, test } from 'vitest'
import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type {
  DocumentSource,
  Embeddings,
  RecordManager,
  Retriever,
  VectorStore,
} from '#server/engine/handles.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { openPglite } from '#server/testing/open-pglite.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createSqlPort } from '#server/upstream/vector-stores/open-postgres.ts'
import { openFake, openPinecone } from '#server/upstream/vector-stores/testing/fakes.ts'
import { chooseVaried } from './mmr.ts'

const embeddings: Embeddings = {
  key: 'animals',
  embed: async (texts) =>
    texts.map((text) => ['cat', 'dog', 'fish'].map((animal) => (text.includes(animal) ? 1 : 0.1))),
}
const animals: DocumentSource = {
  key: 'animals',
  load: async () => [
    { pageContent: 'the cat sleeps', metadata: { source: 'a', loc: { page: 1 } } },
    { pageContent: 'the dog barks', metadata: { source: 'b' } },
    { pageContent: ' ', metadata: {} },
  ],
}

describe('pinecone', () => {
  test('upserts, and searches by namespace and filter', async () => {
    const { call, use } = await aPinecone({ pineconeNamespace: 'zoo' })

    const upserted = await use.upsert(call)
    await use.upsert(call)
    const found = await use.retriever({ ...call, inputs: { ...call.inputs, topK: 1 } }).retrieve('a dog')
    const store = use.vectorStore(call)

    expect(upserted).toMatchObject({ numAdded: 2, addedDocs: { length: 2 } })
    expect(found).toEqual([{ pageContent: 'the dog barks', metadata: { source: 'b' } }])
    expect(await store.search('animals', { count: 9 })).toHaveLength(2)
    expect(await store.search('a dog', { count: 9, filter: { source: 'a' } })).toMatchObject([
      { pageContent: 'the cat sleeps', metadata: { source: 'a', 'loc.page': 1 } },
    ])
  })

  test('selects dissimilar documents on request', async () => {
    const { call, use, requested } = await aPinecone({ searchType: 'mmr', fetchK: 10, lambda: 0.2, topK: 2 })
    await use.upsert(call)

    expect(await use.retriever(call).retrieve('a cat')).toHaveLength(2)
    expect(requested.at(-1)?.body).toMatchObject({ topK: 10, includeValues: true })
  })

  test('reports the reason for an error', async () => {
    const { call, use } = await aPinecone({}, 'wrong-key')

    await expect(use.retriever(call).retrieve('a cat')).rejects.toThrow(
      'Pinecone answered 401: Invalid API Key.',
    )
  })

  test('does not send its key elsewhere', async () => {
    const { origin } = await openFake(() => ({ body: { host: 'thief.example' } }))
    const { call, use } = await aPinecone({ pineconeIndex: 'stolen' }, 'own-key', origin)

    await expect(use.retriever(call).retrieve('a cat')).rejects.toThrow('did not say where')
  })
})

test('qdrant upserts and searches as documented', async () => {
  const { origin, requested } = await openFake(({ path, method }) => {
    if (path.endsWith('/exists')) {
      return { body: { result: { exists: false } } }
    }
    return method === 'PUT'
      ? { body: { result: true } }
      : {
          body: {
            result: [{ score: 0.9, payload: { content: 'the dog barks', metadata: { source: 'b' } } }],
          },
        }
  })
  const inputs = { qdrantServerUrl: `${origin}/`, qdrantCollection: 'zoo', qdrantFilter: { must: [] } }
  const { call, use } = aStore('qdrant', inputs, { qdrantApiKey: 'own-key' }, origin)

  await use.upsert(call)
  const found = await use.vectorStore(call).search('a dog', { count: 3, filter: { source: 'b' } })

  expect(found).toEqual([{ pageContent: 'the dog barks', metadata: { source: 'b' }, score: 0.9 }])
  expect(requested.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /collections/zoo/exists',
    'PUT /collections/zoo',
    'PUT /collections/zoo/points?wait=true',
    'POST /collections/zoo/points/search',
  ])
  expect(requested[1]?.body).toEqual({ vectors: { size: 3, distance: 'Cosine' } })
  expect(requested[2]?.body.points).toMatchObject([
    { id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8/), payload: { content: 'the cat sleeps' } },
    { payload: { metadata: { source: 'b' } } },
  ])
  expect(requested[3]).toMatchObject({
    headers: { 'api-key': 'own-key' },
    body: { limit: 3, filter: { must: [{ key: 'metadata.source', match: { value: 'b' } }] } },
  })
})

test('chroma upserts and searches as documented', async () => {
  const { origin, requested } = await openFake(({ path }) =>
    path.endsWith('/collections')
      ? { body: { id: 'abc' } }
      : {
          body: path.endsWith('/query')
            ? { documents: [['the dog barks']], metadatas: [[{ source: 'b' }]], distances: [[0.25]] }
            : {},
        },
  )
  const { call, use } = aStore('chroma', { chromaURL: origin, collectionName: 'zoo' }, undefined, origin)

  await use.upsert(call)
  const found = await use.vectorStore(call).search('a dog', { count: 3 })

  expect(found).toEqual([{ pageContent: 'the dog barks', metadata: { source: 'b' }, score: 0.75 }])
  const root = '/api/v2/tenants/default_tenant/databases/default_database/collections'
  expect(requested.map(({ path }) => path)).toEqual([root, `${root}/abc/upsert`, root, `${root}/abc/query`])
  expect(requested[1]?.body).toMatchObject({
    metadatas: [{ source: 'a', loc: '{"page":1}' }, { source: 'b' }],
  })
})

describe('postgres', () => {
  test('upserts once and searches by each distance and by metadata, in SQL accepted by PostgreSQL', async () => {
    const database = await aVectorDatabase()
    const settings: unknown[] = []
    const sql: AnyCall['ports']['sql'] = async (named, text, values = []) => {
      settings.push(named)
      if (text.startsWith('create extension')) {
        return []
      }
      return (await database.query<Record<string, unknown>>(text, [...values])).rows
    }
    const { call, use } = aStore(
      'postgres',
      { host: 'db.example', database: 'zoo', tableName: 'animals' },
      { user: 'ada', password: 'p' },
    )
    const connected = { ...call, ports: { ...call.ports, sql } }
    const find = (inputs: object, filter = {}) =>
      use
        .vectorStore({ ...connected, inputs: { ...call.inputs, ...inputs } })
        .search('a dog', { count: 1, filter })

    await use.upsert(connected)
    await use.upsert(connected)

    const nearest = [{ pageContent: 'the dog barks', metadata: { source: 'b' }, score: expect.closeTo(1, 4) }]
    expect(await find({})).toEqual(nearest)
    expect(await find({ distanceStrategy: 'euclidean' })).toEqual(nearest)
    expect(await find({ distanceStrategy: 'innerProduct' })).toMatchObject([{ pageContent: 'the dog barks' }])
    expect(await find({}, { source: 'a' })).toMatchObject([{ pageContent: 'the cat sleeps' }])
    const { rows } = await database.query<{ count: number }>('select count(*)::int as count from animals')
    expect(rows).toEqual([{ count: 2 }])
    expect(settings[0]).toEqual({
      host: 'db.example',
      port: 5432,
      database: 'zoo',
      ssl: undefined,
      user: 'ada',
      password: 'p',
    })
  }, 60_000)

  test('rejects SQL in a name', async () => {
    const { call, use } = aStore(
      'postgres',
      { host: 'h', database: 'd', tableName: 'a"; drop table b' },
      { user: 'u', password: 'p' },
    )

    expect(() => use.vectorStore(call)).toThrow('is no name of a table')
  })

  test.each(['127.0.0.1', '10.0.0.8', '169.254.169.254', 'localhost', '/var/run/postgresql', '[::1]'])(
    'is rejected at an internal address: %s',
    async (host) => {
      const sql = createSqlPort([])

      await expect(
        sql({ host, port: 5432, database: 'd', user: 'u', password: 'p' }, 'select 1'),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    },
  )

  test('is reported as unreachable if no server listens', async () => {
    const sql = createSqlPort(['127.0.0.1:9'])

    await expect(
      sql({ host: '127.0.0.1', port: 9, database: 'd', user: 'u', password: 'secret' }, 'select 1'),
    ).rejects.toThrow('The database 127.0.0.1 could not be reached.')
  })
})

test.each([
  ['qdrant', { qdrantServerUrl: 'https://thief.example', qdrantCollection: 'c' }],
  ['chroma', { chromaURL: 'https://thief.example', collectionName: 'c' }],
  ['postgres', { host: 'thief.example', database: 'd' }],
])('%s sends no shared key to an address of the author', async (name, inputs) => {
  const { call, use } = aStore(name, inputs, {
    qdrantApiKey: 'k',
    chromaApiKey: 'k',
    user: 'u',
    password: 'p',
  })
  const shared = { ...call, isShared: true }

  expect(() => use.retriever(shared)).toThrow('A shared credential cannot be used with a custom URL')
  await expect(use.upsert(shared)).rejects.toThrow('A shared credential')
})

describe('with a record manager', () => {
  test('pinecone, qdrant and chroma receive deletions of old documents in their documented form', async () => {
    const fake = await openFake(({ path }) => {
      const body = path.endsWith('/collections') ? { id: 'abc' } : { result: { exists: true } }
      return { body }
    })
    const { origin } = fake
    const [qdrant, chroma, pinecone] = [
      aStore('qdrant', { qdrantServerUrl: origin, qdrantCollection: 'zoo' }, undefined, origin),
      aStore('chroma', { chromaURL: origin, collectionName: 'zoo' }, undefined, origin),
      await aPinecone({ pineconeNamespace: 'zoo' }),
    ]

    for (const { call, use } of [qdrant, chroma, pinecone]) {
      const forgotten = aManager()
      const inputs = { ...call.inputs, recordManager: forgotten.manager }
      expect(await use.upsert({ ...call, inputs })).toMatchObject({
        numAdded: 2,
        numDeleted: 1,
        totalKeys: 2,
      })
      expect(forgotten.keys).toEqual(['old'])
    }

    const last = [
      fake.requested.find(({ path }) => path.includes('delete?')),
      fake.requested.at(-1),
      pinecone.requested.at(-1),
    ]
    expect(last.map((each) => [each?.method, each?.path, each?.body])).toEqual([
      ['POST', '/collections/zoo/points/delete?wait=true', { points: ['old'] }],
      ['POST', expect.stringMatching(/\/collections\/abc\/delete$/), { ids: ['old'] }],
      ['POST', '/vectors/delete', { ids: ['old'], namespace: 'zoo' }],
    ])
  })

  test('postgres deletes the rows', async () => {
    const database = await aVectorDatabase()
    const sql: AnyCall['ports']['sql'] = async (_, text, values = []) =>
      text.startsWith('create extension')
        ? []
        : (await database.query<Record<string, unknown>>(text, [...values])).rows
    const { call, use } = aStore('postgres', { host: 'h', database: 'd' }, { user: 'u', password: 'p' })
    const connected = { ...call, ports: { ...call.ports, sql } }
    const old = '00000000-0000-8000-8000-000000000000'
    await use.upsert(connected)
    await database.query('insert into documents (id) values ($1)', [old])

    const inputs = { ...call.inputs, recordManager: aManager(old).manager }
    await use.upsert({ ...connected, inputs })

    const { rows } = await database.query<{ id: string }>('select id from documents')
    expect(rows).toHaveLength(2)
    expect(rows.map(({ id }) => id)).not.toContain(old)
  }, 60_000)

  /** Records one piece that the sources no longer hold. */
  function aManager(old = 'old') {
    const keys: string[] = []
    const records: ReturnType<RecordManager['recordsOf']> = {
      all: async () => [{ key: old, source: null }],
      store: async () => undefined,
      forget: async (forgotten) => void keys.push(...forgotten),
    }
    return {
      keys,
      manager: { cleanup: 'full', sourceIdKey: 'source', recordsOf: () => records } satisfies RecordManager,
    }
  }
})

test('items selected for diversity are dissimilar', () => {
  const candidates = [
    { item: 'near', vector: [1, 0] },
    { item: 'twin', vector: [0.99, 0.01] },
    { item: 'other', vector: [0.6, 0.8] },
  ]

  expect(chooseVaried([1, 0], candidates, { count: 2, lambda: 1 })).toEqual(['near', 'twin'])
  expect(chooseVaried([1, 0], candidates, { count: 2, lambda: 0.3 })).toEqual(['near', 'other'])
})

test('our own store without documents is reported', () => {
  const { call, use } = aStore('faiss', {}, undefined)

  expect(() => use.retriever({ ...call, inputs: { ...call.inputs, document: [] } })).toThrow(
    'connect the documents',
  )
})

/** PostgreSQL with the pgvector parts in use: its type and its three distances, written in SQL. */
async function aVectorDatabase() {
  const database = await openPglite()
  onTestFinished(() => database.close())
  const sums = (expression: string) => `select ${expression} from
    jsonb_array_elements_text(a::jsonb) with ordinality as x(v, i)
    join jsonb_array_elements_text(b::jsonb) with ordinality as y(v, i) using (i)`
  const [x, y] = ['x.v::float8', 'y.v::float8']
  const formulas = {
    '<=>': `1 - sum(${x} * ${y}) / sqrt(sum(${x} * ${x}) * sum(${y} * ${y}))`,
    '<->': `sqrt(sum((${x} - ${y}) * (${x} - ${y})))`,
    '<#>': `-sum(${x} * ${y})`,
  }
  await database.exec('create domain vector as text')
  for (const [place, [operator, formula]] of Object.entries(formulas).entries()) {
    await database.exec(`
      create function distance${place}(a text, b text) returns float8 language sql immutable as $$ ${sums(formula)} $$;
      create operator ${operator} (leftarg = text, rightarg = text, function = distance${place});
    `)
  }
  return database
}

function aStore(name: string, inputs: object, credential: object | undefined, ...origins: string[]) {
  const node = catalogue.get(name) as NodeDefinition
  const guarded = createGuardedFetch({
    allow: origins.map((origin) => new URL(origin).host),
    own: () => undefined,
  })
  const call = {
    ...aSurrounding({ fetch: guarded }),
    inputs: { document: [animals], embeddings, ...inputs },
    credential,
  } as AnyCall
  const use = {
    upsert: (given: AnyCall) => (node.upsert as NonNullable<NodeDefinition['upsert']>)(given),
    retriever: (given: AnyCall) => outputOf(node, 'retriever', given) as Retriever,
    vectorStore: (given: AnyCall) => outputOf(node, 'vectorStore', given) as VectorStore,
  }
  return { call, use }
}

async function aPinecone(inputs: object, pineconeApiKey = 'own-key', control?: string) {
  const { origin, requested } = await openPinecone()
  const { call, use } = aStore(
    'pinecone',
    { pineconeIndex: `zoo${origin.slice(-5)}`, ...inputs },
    { pineconeApiKey },
    origin,
    control ?? origin,
  )
  const { fetch } = call.ports
  const led: typeof fetch = (address, init) => {
    const { host, pathname } = new URL(String(address))
    return fetch((host === 'api.pinecone.io' ? (control ?? origin) : origin) + pathname, init)
  }
  return { call: { ...call, ports: { ...call.ports, fetch: led } }, use, requested }
}

function outputOf({ outputs }: NodeDefinition, name: string, call: AnyCall): unknown {
  const output = outputs?.[name]
  if (!output?.build) {
    throw new Error(`It has no output ${name}.`)
  }
  return output.build(call)
}
