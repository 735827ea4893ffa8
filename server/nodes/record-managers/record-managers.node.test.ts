import type { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { openPglite } from '#server/testing/open-pglite.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'
import { referenceTo } from '#shared/flow-file.ts'

const managers = ['SQLiteRecordManager', 'postgresRecordManager']
const first = { hours: 'Open at ten.', prices: 'It costs two.' }
const changed = { hours: 'Open at eleven.', prices: 'It costs two.' }
const without = { hours: 'Open at eleven.' }
type Texts = Record<string, string>

/** The texts read by each indexing run, the counts added, skipped and deleted, and the store's final content. */
const stories: [cleanup: string, upserts: [Texts, counts: [number, number, number]][], left: string[]][] = [
  [
    'none',
    [
      [first, [2, 0, 0]],
      [first, [0, 2, 0]],
      [changed, [1, 1, 0]],
      [without, [0, 1, 0]],
    ],
    ['It costs two.', 'Open at eleven.', 'Open at ten.'],
  ],
  [
    'incremental',
    [
      [first, [2, 0, 0]],
      [changed, [1, 1, 1]],
      [without, [0, 1, 0]],
    ],
    ['It costs two.', 'Open at eleven.'],
  ],
  [
    'full',
    [
      [first, [2, 0, 0]],
      [changed, [1, 1, 1]],
      [without, [0, 1, 1]],
      [first, [2, 0, 1]],
    ],
    ['It costs two.', 'Open at ten.'],
  ],
]

test.each(managers.flatMap((manager) => stories.map((story) => [manager, ...story] as const)))(
  '%s with cleanup %s: unchanged documents are neither embedded nor inserted',
  async (manager, cleanup, upserts, left) => {
    const shelf = await openShelf()

    for (const [texts, [numAdded, numSkipped, numDeleted]] of upserts) {
      const before = shelf.embedded()
      expect(await shelf.upsert('pinecone', texts, { name: manager, inputs: { cleanup } })).toMatchObject({
        numAdded,
        numSkipped,
        numDeleted,
        numUpdated: 0,
        addedDocs: { length: numAdded },
      })
      expect(shelf.embedded() - before).toBe(numAdded > 0 ? 1 : 0)
    }

    expect(shelf.texts()).toEqual(left)
  },
  60_000,
)

test('records of one flow and namespace are separate from those of another', async () => {
  const shelf = await openShelf()
  const upsert = (inputs: object) => shelf.upsert('pinecone', first, { name: 'SQLiteRecordManager', inputs })

  expect(await upsert({ namespace: 'a' })).toMatchObject({ numAdded: 2, totalKeys: 2 })
  expect(await upsert({ namespace: 'b' })).toMatchObject({ numAdded: 2, numSkipped: 0 })
  expect(await upsert({ namespace: 'a', tableName: 'other' })).toMatchObject({ numAdded: 2 })
  expect(await upsert({ namespace: 'a' })).toMatchObject({ numAdded: 0, numSkipped: 2, totalKeys: 2 })
})

test('in source mode, every document must name its source, before any charge', async () => {
  const shelf = await openShelf()
  const manager = { name: 'SQLiteRecordManager', inputs: { cleanup: 'incremental', sourceIdKey: 'page' } }

  await expect(shelf.upsert('pinecone', first, manager)).rejects.toThrow(
    'Add "page" to its metadata or choose another cleanup mode.',
  )
  expect(shelf.embedded()).toBe(0)
})

test('our own store reports the same counts, and contains the connected documents', async () => {
  const shelf = await openShelf()
  const manager = { name: 'SQLiteRecordManager', inputs: {} }
  const upsert = (texts: Texts) => shelf.upsert('flowtillStore', texts, manager)

  expect(await upsert(first)).toMatchObject({ numAdded: 2, numSkipped: 0, numDeleted: 0, totalKeys: 2 })
  expect(await upsert(changed)).toMatchObject({ numAdded: 1, numSkipped: 1, numDeleted: 1, totalKeys: 2 })
  expect(await upsert(changed)).toMatchObject({ numAdded: 0, numSkipped: 2, numDeleted: 0, addedDocs: [] })
})

test('a Flowise table is still used, and invalid identifiers are rejected', async () => {
  const shelf = await openShelf()
  const database = await openDatabase()
  await database.exec(`
    create table my_records (uuid uuid primary key default gen_random_uuid(), key text not null, namespace text not null,
      updated_at double precision not null, group_id text, doc_id text, unique (key, namespace));
    insert into my_records (key, namespace, updated_at, group_id) values ('old', '${shelf.name}', 1, 'hours');
  `)
  const inputs = {
    tableName: 'My records',
    namespace: 'museum',
    cleanup: 'full',
    additionalConfig: '{"ssl":true}',
  }
  const manager = { name: 'postgresRecordManager', inputs }

  expect(await shelf.upsert('pinecone', first, manager)).toMatchObject({
    numAdded: 2,
    numDeleted: 1,
    totalKeys: 2,
  })
  expect(shelf.connections[0]).toMatchObject({ host: 'db.example', port: 5432, ssl: true, user: 'ada' })
  const { rows } = await database.query('select namespace, group_id from my_records order by group_id')
  expect(rows).toEqual([
    { namespace: shelf.name, group_id: 'hours' },
    { namespace: shelf.name, group_id: 'prices' },
  ])
  await expect(
    shelf.upsert('pinecone', first, { ...manager, inputs: { tableName: 'a"; drop table b' } }),
  ).rejects.toThrow('is no name of a table')
  await expect(shelf.upsert('pinecone', first, manager, true)).rejects.toThrow('shared credential')
}, 60_000)

test('over the HTTP API, records belong to the flow and outlive the request', async () => {
  const world = await createTestApp({ listen: true })
  await world.signUp('root')
  const ada = await world.signUp('ada')
  const shelf = buildFlow([
    { name: 'flowtillEmbeddings' },
    { name: 'plainText', inputs: { text: 'The museum opens at ten.', metadata: { source: 'hours' } } },
    { name: 'SQLiteRecordManager' },
    {
      name: 'flowtillStore',
      inputs: {
        document: [referenceTo('plainText_0')],
        embeddings: referenceTo('flowtillEmbeddings_0'),
        recordManager: referenceTo('SQLiteRecordManager_0'),
      },
    },
  ])
  const flow = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(shelf) }
  const made = await Promise.all(['a', 'b'].map(() => ada.call('POST', '/chatflows', flow)))
  const [one = '', other = ''] = made.map((answer) => answer.json<{ id: string }>().id)
  const upsert = async (id: string) => (await ada.call('POST', `/vector/upsert/${id}`, {})).json()

  expect(await upsert(one)).toMatchObject({ numAdded: 1, numSkipped: 0, totalKeys: 1 })
  expect(await upsert(one)).toMatchObject({ numAdded: 0, numSkipped: 1, totalKeys: 1, addedDocs: [] })
  expect(await upsert(other)).toMatchObject({ numAdded: 1, numSkipped: 0 })
})

/** Shared by all tests, because PostgreSQL takes seconds to start. */
let database: Promise<PGlite> | undefined
function openDatabase() {
  database ??= openPglite()
  return database
}
afterAll(async () => (await database)?.close())

async function openShelf() {
  const { chat, embed, fetch, world, pinecone, calls } = await openLibrary()
  const connections: unknown[] = []
  const sql: Ports['sql'] = async (settings, text, values = []) => {
    connections.push(settings)
    return (await (await openDatabase()).query<Record<string, unknown>>(text, [...values])).rows
  }
  const name = `museum${Math.random().toString(36).slice(2)}`

  async function upsert(
    store: string,
    texts: Texts,
    manager: { name: string; inputs: object },
    platform = false,
  ) {
    const flow = aFlow(store, texts, manager, name)
    const values = { user: 'ada', password: 'p', openAIApiKey: 'sandbox-test', pineconeApiKey: 'own-key' }
    const credential = { values, platform }
    const { run } = prepareRun({
      flow,
      chat,
      embed,
      fetch,
      credential,
      world: { ...world, sql },
      upserts: true,
    })
    return (await run()).upserted
  }

  return {
    upsert,
    /** Flowise names the records of a store by the namespace, then the store. */
    name: `museum_${name}_`,
    connections,
    texts: () =>
      pinecone
        .rowsOf('')
        .map(({ metadata }) => String(metadata.text))
        .toSorted(),
    embedded: () => calls.filter((call) => call.endsWith('/embeddings')).length,
  }
}

function aFlow(
  store: string,
  texts: Texts,
  manager: { name: string; inputs: object },
  pineconeIndex: string,
) {
  const sources = Object.keys(texts).map((source) => `plainText_${source}`)
  return buildFlow([
    { name: 'openAIEmbeddings', credential: 'c' },
    ...Object.entries(texts).map(([source, text]) => ({
      name: 'plainText',
      id: `plainText_${source}`,
      inputs: { text, metadata: { source } },
    })),
    {
      ...manager,
      credential: 'c',
      inputs: { host: 'db.example', database: 'museum', namespace: pineconeIndex, ...manager.inputs },
    },
    {
      name: store,
      credential: 'c',
      inputs: {
        pineconeIndex,
        document: sources.map(referenceTo),
        embeddings: referenceTo('openAIEmbeddings_0'),
        recordManager: referenceTo(`${manager.name}_0`),
      },
    },
  ])
}
