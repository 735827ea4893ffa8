import { expect, test } from 'vitest'
import { aChunk as chunk, openIndexes, vectorOf } from './testing/open-indexes.ts'

test('a published chunk is found by its words and by its vector, a staged one by neither', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['the cat sleeps', 'the dog barks'])
  await index.stage('model', [chunk('the cat sleeps'), chunk('the dog barks', 'b')])

  expect(await index.search('model', { count: 5, words: 'cat', vector: vectorOf('cat') })).toEqual([])
  await index.publish('model', [])

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
  await index.publish('model', [])

  await index.stage('model', [chunk('fish')])
  await index.stage('model', [chunk('fish')])
  await index.publish('model', ['id of cat'])

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
  await index.publish('model', [])

  expect(await index.records('larger')).toEqual([])
  await embed(['cat'], { space: 'larger', vectors: [[1, 2]] })
  await index.stage('larger', [chunk('cat')])
  await index.publish('larger', [])

  expect(await index.search('larger', { count: 5, vector: [1, 2] })).toMatchObject([{ pageContent: 'cat' }])
  expect(await index.search('model', { count: 5, vector: vectorOf('dog') })).toEqual([])
})

test('a chunk without a vector is not published', async () => {
  const { namedIndex, embed } = await openIndexes()
  const index = namedIndex('ada', 'zoo')
  await embed(['cat'])
  await index.stage('model', [chunk('cat'), chunk('dog')])

  await expect(index.publish('model', [])).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await index.size()).toBe(0)
})

test('vectors of another length are rejected', async () => {
  const { embed } = await openIndexes()
  await embed(['cat'])

  await expect(embed(['dog'], { vectors: [[1, 2]] })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  await expect(embed(['fish'], { vectors: [[]] })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})
