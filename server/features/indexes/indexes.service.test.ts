import { expect, test } from 'vitest'
import { indexChunks, indexes } from './indexes.table.ts'
import { changeOf, aChunk as chunk, openIndexes, vectorOf } from './testing/open-indexes.ts'
import { indexWords } from './words.repository.ts'

test('a published chunk is found by its words and by its vector, a staged one by neither', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['the cat sleeps', 'the dog barks'])
  await index.stage('model', [chunk('the cat sleeps'), chunk('the dog barks', 'b')])

  expect(await index.search('model', { count: 5, words: 'cat', vector: vectorOf('cat') })).toEqual([])
  await index.publish('model', changeOf(['the cat sleeps', 'the dog barks']))

  const texts = async (search: object) =>
    (await index.search('model', { count: 5, ...search })).map(({ pageContent }) => pageContent)
  expect(await texts({ words: 'sleeps' })).toEqual(['the cat sleeps'])
  expect(await texts({ vector: vectorOf('dog') })).toEqual(['the dog barks', 'the cat sleeps'])
  expect(await texts({ words: 'barks', vector: vectorOf('dog') })).toEqual([
    'the dog barks',
    'the cat sleeps',
  ])
  expect(await texts({ words: 'the', filter: { source: 'a' } })).toEqual(['the cat sleeps'])
  expect(await index.size()).toBe(2)
})

test('an upsert replaces what is stale in one step, and staging twice changes nothing', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['cat', 'dog', 'fish'])
  await index.stage('model', [chunk('cat'), chunk('dog')])
  await index.publish('model', changeOf(['cat', 'dog']))

  await index.stage('model', [chunk('fish')])
  await index.stage('model', [chunk('fish')])
  await index.publish('model', changeOf(['fish'], ['cat']))

  expect((await index.records('model')).map(({ key }) => key)).toEqual(['id of dog', 'id of fish'])
  expect(await index.search('model', { count: 5, words: 'cat' })).toEqual([])
  expect(await index.search('model', { count: 5, words: 'fish' })).toHaveLength(1)
})

test('a text is embedded once, whatever the document, and never for another owner', async () => {
  const { vectorsOf, embed } = await openIndexes()
  await embed(['cat'])
  await embed(['cat', 'dog'])

  const rounded = (vector: number[] | undefined) => vector?.map((value) => Math.round(value * 100) / 100)
  const found = await vectorsOf('ada').find('model', ['dog', 'bird', 'cat'])
  expect(found.map(rounded)).toEqual([vectorOf('dog'), undefined, vectorOf('cat')])
  expect(await vectorsOf('eve').find('model', ['cat'])).toEqual([undefined])
  expect(await vectorsOf('ada').find('another model', ['cat'])).toEqual([undefined])
})

test('another embedding model starts the index anew', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['cat', 'dog'])
  await index.stage('model', [chunk('cat'), chunk('dog')])
  await index.publish('model', changeOf(['cat', 'dog']))

  expect(await index.records('larger')).toEqual([])
  await embed(['cat'], { space: 'larger', vectors: [[1, 2]] })
  await index.stage('larger', [chunk('cat')])
  await index.publish('larger', changeOf(['cat']))

  expect(await index.search('larger', { count: 5, vector: [1, 2] })).toMatchObject([{ pageContent: 'cat' }])
  expect(await index.search('model', { count: 5, vector: vectorOf('dog') })).toEqual([])
})

test('a chunk without a vector is not published', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['cat'])
  await index.stage('model', [chunk('cat'), chunk('dog')])

  await expect(index.publish('model', changeOf(['cat', 'dog']))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await index.size()).toBe(0)
})

test('vectors of another length are rejected', async () => {
  const { embed } = await openIndexes()
  await embed(['cat'])

  await expect(embed(['dog'], { vectors: [[1, 2]] })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  await expect(embed(['fish'], { vectors: [[]] })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})

test('a chunk that was not staged is not published', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['cat', 'dog'])
  await index.stage('model', [chunk('cat')])

  await expect(index.publish('model', changeOf(['cat', 'dog']))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await index.size()).toBe(0)
})

test('what an earlier upsert has staged and not published is never found', async () => {
  const { namedIndex, embed, upsert } = await openIndexes()
  await upsert('zoo', [chunk('cat')])
  const index = namedIndex('ada', 'zoo')
  await embed(['dog', 'fish'])
  await index.stage('model', [chunk('dog')])

  await index.stage('model', [chunk('fish')])
  await index.publish('model', changeOf(['fish']))

  expect((await index.records('model')).map(({ key }) => key)).toEqual(['id of cat', 'id of fish'])
  expect(await index.search('model', { count: 5, words: 'dog' })).toEqual([])
  expect(await index.size()).toBe(2)
})

test.each([
  ['before', false],
  ['after', true],
])('a chunk that was removed can be added again %s it was swept', async (_, isSwept) => {
  const { namedIndex, upsert, sweep } = await openIndexes()
  const index = await upsert('zoo', [chunk('cat'), chunk('dog')])
  await index.publish('model', changeOf([], ['cat']))
  await (isSwept && sweep())
  expect(await index.search('model', { count: 5, words: 'cat' })).toEqual([])

  await index.stage('model', [chunk('cat')])
  expect(await index.size()).toBe(1)
  expect(await index.search('model', { count: 5, words: 'cat' })).toEqual([])
  await index.publish('model', changeOf(['cat'], ['dog']))

  expect(await index.search('model', { count: 5, words: 'cat' })).toHaveLength(1)
  expect(await index.search('model', { count: 5, words: 'dog' })).toEqual([])
  expect(await namedIndex('ada', 'zoo').size()).toBe(1)
})

test.each([
  ['discarded', true],
  ['left behind', false],
])('removals of an upsert that failed are forgotten, %s', async (_, isDiscarded) => {
  const { store, upsert, namedIndex, embed, discardStaged } = await openIndexes()
  const index = await upsert('zoo', [chunk('cat'), chunk('dog')])
  await embed(['fish'])
  // The fish was not staged, so this ends after the cat was prepared to go.
  await expect(index.publish('model', changeOf(['fish'], ['cat']))).rejects.toMatchObject({
    code: 'CONFLICT',
  })

  await (isDiscarded && store.transaction((tx) => discardStaged(tx, 'ada', 'zoo')))
  await upsert('zoo', [chunk('fish')])

  expect(await namedIndex('ada', 'zoo').size()).toBe(3)
  expect(await index.search('model', { count: 5, words: 'cat' })).toHaveLength(1)
})

test('chunks of a removed source are not found, staged ones included, and leave with the next sweep', async () => {
  const { store, upsert, embed, removeSource, sweep } = await openIndexes()
  const index = await upsert('zoo', [chunk('cat', 'a'), chunk('dog', 'b')])
  await embed(['fish', 'bird'])
  await index.stage('model', [chunk('fish', 'a'), chunk('bird', 'b')])

  await store.transaction((tx) => removeSource(tx, 'ada', 'zoo', 'a'))

  expect(await index.size()).toBe(1)
  expect(await index.search('model', { count: 5, words: 'cat', vector: vectorOf('cat') })).toMatchObject([
    { pageContent: 'dog' },
  ])
  await sweep()
  await index.publish('model', changeOf(['bird']))
  const contents = (await store.db.select().from(indexChunks)).map(({ content }) => content)
  expect(contents.toSorted()).toEqual(['bird', 'dog'])
  expect(await store.db.$count(indexWords)).toBe(2)
})

test('a removed index is gone at once, and its name can be used again', async () => {
  const { store, upsert, removeIndex, sweep } = await openIndexes()
  await upsert('zoo', [chunk('cat')])
  await store.transaction((tx) => removeIndex(tx, 'ada', 'zoo'))
  const index = await upsert('zoo', [chunk('dog')])

  expect(await index.search('model', { count: 5, words: 'cat' })).toEqual([])
  expect(await index.size()).toBe(1)
  await sweep()
  expect(await store.db.$count(indexes)).toBe(1)
  expect(await store.db.$count(indexChunks)).toBe(1)
  expect(await index.search('model', { count: 5, words: 'dog' })).toHaveLength(1)
})
