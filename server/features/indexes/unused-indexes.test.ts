import { expect, test } from 'vitest'
import { createTestServices } from '#server/testing/test-app.ts'
import { embeddedTexts, vectorSpaces } from './indexes.table.ts'
import { changeOf, aChunk as chunk, openIndexes, vectorOf } from './testing/open-indexes.ts'

const DAY_MS = 24 * 60 * 60_000

test('chunks of an upsert that failed are discarded, and their vectors are not paid again', async () => {
  const { namedIndex, discardStaged, listUnembedded, embed, upsert, store } = await openIndexes()
  await upsert('zoo', [chunk('cat')])
  await embed(['dog'])
  await namedIndex('ada', 'zoo').stage('model', [chunk('dog')])

  await store.transaction((tx) => discardStaged(tx, 'ada', 'zoo'))
  await namedIndex('ada', 'zoo').publish('model', changeOf([]))

  expect((await namedIndex('ada', 'zoo').records('model')).map(({ key }) => key)).toEqual(['id of cat'])
  expect(await listUnembedded('ada', 'model', ['dog', 'fish'])).toEqual(['fish'])
})

test('an index goes with its flow after a week; one that a flow names or is named after stays', async () => {
  let time = Date.now()
  const { services, store } = await createTestServices({ now: () => new Date(time) })
  const { user } = await services.auth.register(
    { username: 'root', email: 'root@example.com', password: 'a long password' },
    { address: '127.0.0.1', userAgent: 'test' },
  )
  const flowOf = async (collection: string) => {
    const nodes = [{ id: 'a', data: { name: 'flowtillIndex', inputs: { collection } } }]
    const flowData = JSON.stringify({ nodes, edges: [] })
    return (await services.flows.create(user.id, { name: 'Zoo', type: 'CHATFLOW', flowData })).id
  }
  const [kept, removed] = [await flowOf('shop_50%'), await flowOf('')]
  const names = [kept, removed, 'shop_50%', 'shop_50', 'with "quotes"', 'nowhere']
  await store.transaction((tx) =>
    services.indexes.storeEmbedded(tx, user.id, {
      space: 'model',
      texts: ['cat'],
      vectors: [vectorOf('cat')],
    }),
  )
  for (const name of names) {
    const index = services.indexes.namedIndex(user.id, name)
    await index.stage('model', [chunk('cat')])
    await index.publish('model', changeOf(['cat']))
  }
  await services.flows.remove(user.id, removed)
  const left = async () => {
    const sizes = await Promise.all(names.map((name) => services.indexes.namedIndex(user.id, name).size()))
    return names.filter((_, place) => sizes[place] === 1)
  }

  time += 6 * DAY_MS
  expect(await services.indexes.removeUnused()).toBe(0)
  time += 2 * DAY_MS
  expect(await services.indexes.removeUnused()).toBe(2)

  // Part of a longer name: a collection that may be used stays.
  expect(await left()).toEqual([kept, 'shop_50%', 'shop_50', 'with "quotes"'])
  expect(await store.db.select().from(vectorSpaces)).toHaveLength(1)
})

test('vectors that no index has used for a week are removed with their space', async () => {
  const { embed, upsert, removeUnused, store, clock } = await openIndexes()
  await upsert('zoo', [chunk('cat')])
  await embed(['dog'], { userId: 'eve' })
  const ownersLeft = async () => (await store.db.select().from(vectorSpaces)).map(({ userId }) => userId)

  clock.date = new Date(clock.date.getTime() + 8 * DAY_MS)
  await embed(['fish'], { userId: 'eve' })
  await removeUnused()
  expect(await ownersLeft()).toEqual(['eve'])

  clock.date = new Date(clock.date.getTime() + 8 * DAY_MS)
  await removeUnused()
  expect(await ownersLeft()).toEqual([])
  expect(await store.db.select().from(embeddedTexts)).toEqual([])
})

test('a vector that no chunk has had for a week is removed, one that is used again stays', async () => {
  const { upsert, namedIndex, removeUnused, listUnembedded, clock } = await openIndexes()
  const texts = ['cat', 'dog', 'fish']
  await upsert(
    'zoo',
    texts.map((text) => chunk(text)),
  )
  const index = namedIndex('ada', 'zoo')
  const pass = async (days: number) => {
    clock.date = new Date(clock.date.getTime() + days * DAY_MS)
    await removeUnused()
  }
  const removed = () => listUnembedded('ada', 'model', texts)

  await index.publish('model', changeOf([], ['dog', 'fish']))
  await pass(1)
  await pass(6)
  expect(await removed()).toEqual([])
  await upsert('zoo', [chunk('dog')])
  await pass(2)

  expect(await removed()).toEqual(['fish'])
  await index.publish('model', changeOf([], ['dog']))
  await pass(2)
  await pass(4)
  expect(await removed()).toEqual(['fish'])
})
