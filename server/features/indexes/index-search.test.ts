import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Store } from '#server/db/store.ts'
import type { FoundChunk, IndexedChunk, IndexSearch } from '#server/engine/document-ports.ts'
import { cosine } from '#server/search/vector-bytes.ts'
import { createIndexSearch } from './index-search.ts'
import { embeddedTexts, type IndexRow, indexes, type VectorSpaceRow, vectorSpaces } from './indexes.table.ts'
import { aChunk, changeOf, openIndexes, vectorOf } from './testing/open-indexes.ts'

const textsOf = (found: { pageContent: string }[]) => found.map(({ pageContent }) => pageContent)

/** Deterministic, between -1 and 1. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return (state / 2_147_483_647) * 2 - 1
  }
}

async function openRandom(count: number, dimensions: number) {
  const library = await openIndexes()
  const random = randomNumbers(7)
  const aVector = () => Array.from({ length: dimensions }, random)
  const chunks = Array.from({ length: count }, (_, place) =>
    aChunk(`text ${place}`, `source ${place % 3}`, place),
  )
  const vectors = chunks.map(aVector)
  await library.upsert('zoo', chunks, { vectors })
  const exact = (vector: number[], limit: number) =>
    vectors
      .map((each, place) => ({ text: `text ${place}`, score: cosine(vector, each) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
  return { ...library, aVector, exact }
}

async function findRows({ store }: { store: Store }, name = 'zoo') {
  const [index] = (await store.db.select().from(indexes).where(eq(indexes.name, name))) as [IndexRow]
  const [space] = (await store.db.select().from(vectorSpaces)) as [VectorSpaceRow]
  return { index, space }
}

test.each([
  ['exactly', 64, {}],
  ['by bits', 64, { exactBytes: 0 }],
  ['by more bits than the first pass reads', 330, { exactBytes: 0 }],
])('an index searched %s finds the nearest vectors with their cosine', async (_, dimensions, limits) => {
  const library = await openRandom(700, dimensions)
  const search = createIndexSearch({ store: library.store, ...limits })
  const { index, space } = await findRows(library)

  for (let round = 0; round < 5; round += 1) {
    const vector = library.aVector()
    const found = await search.find(index, space, { count: 5, vector })
    const expected = library.exact(vector, 5)
    expect(textsOf(found)).toEqual(expected.map(({ text }) => text))
    expect(found.map(({ score }) => score)).toEqual(expected.map(({ score }) => expect.closeTo(score, 4)))
  }
})

test.each([
  ['exactly', {}],
  ['by bits', { exactBytes: 0 }],
])(
  'an upsert of another process is found by an index searched %s, and removed chunks are not',
  async (_, limits) => {
    const library = await openIndexes()
    const { store, upsert, open } = library
    await upsert('zoo', [aChunk('cat'), aChunk('dog')])
    const search = createIndexSearch({ store, ...limits })
    const find = async () => {
      const { index, space } = await findRows(library)
      return textsOf(await search.find(index, space, { count: 5, vector: vectorOf('fish') }))
    }
    expect(await find()).toHaveLength(2)

    const other = open().namedIndex('ada', 'zoo')
    await library.embed(['fish'])
    await other.stage('model', [aChunk('fish')])
    expect(await find()).toHaveLength(2)
    await other.publish('model', changeOf(['fish'], ['cat']))

    expect(await find()).toEqual(['fish', 'dog'])
  },
)

test('after an upsert only the vectors of new chunks are read', async () => {
  const { store, upsert, namedIndex } = await openIndexes()
  const index = await upsert('zoo', [aChunk('cat'), aChunk('dog')])
  await index.search('model', { count: 5, vector: vectorOf('cat') })
  await upsert('zoo', [aChunk('fish')])
  // The vectors of the first two exist in memory alone.
  await store.transaction((tx) => tx.delete(embeddedTexts))
  await store.transaction((tx) => tx.update(indexes).set({ version: 9 }))

  expect(textsOf(await index.search('model', { count: 5, vector: vectorOf('dog') }))).toEqual(['dog', 'cat'])
  expect(await namedIndex('ada', 'zoo').size()).toBe(3)
})

test('searches during loading wait for it', async () => {
  const { upsert } = await openIndexes()
  const index = await upsert('zoo', [aChunk('cat'), aChunk('dog')])

  const found = await Promise.all(
    ['cat', 'dog', 'cat', 'dog'].map((animal) =>
      index.search('model', { count: 1, vector: vectorOf(animal) }),
    ),
  )

  expect(found.flatMap(textsOf)).toEqual(['cat', 'dog', 'cat', 'dog'])
})

test('indexes that do not fit into memory together are read again', async () => {
  const library = await openIndexes()
  await library.upsert('zoo', [aChunk('cat')])
  await library.upsert('farm', [{ ...aChunk('dog'), id: 'other' }])
  const search = createIndexSearch({ store: library.store, maxBytes: 2_500, exactBytes: 0 })

  for (const [name, text] of [
    ['zoo', 'cat'],
    ['farm', 'dog'],
    ['zoo', 'cat'],
  ] as const) {
    const { index, space } = await findRows(library, name)
    expect(textsOf(await search.find(index, space, { count: 5, vector: vectorOf('cat') }))).toEqual([text])
  }
})

test('an index that is too large for the memory is an error, and is still found by its words', async () => {
  const library = await openIndexes()
  await library.upsert('zoo', [aChunk('cat'), aChunk('dog')])
  const search = createIndexSearch({ store: library.store, maxBytes: 1_000, exactBytes: 0 })
  const { index, space } = await findRows(library)

  await expect(search.find(index, space, { count: 1, vector: vectorOf('cat') })).rejects.toMatchObject({
    code: 'TOO_LARGE',
  })
  expect(textsOf(await search.find(index, space, { count: 1, words: 'dogs' }))).toEqual(['dog'])
})

test('a vector of another length finds nothing', async () => {
  const { upsert } = await openIndexes()
  const index = await upsert('zoo', [aChunk('cat')])

  expect(await index.search('model', { count: 1, vector: [1, 2] })).toEqual([])
})

/** Thousands of chunks with two frequent words, and one chunk that differs. */
async function openFrequent() {
  const library = await openIndexes()
  const many = Array.from({ length: 3_200 }, (_, place): IndexedChunk => {
    const pageContent = place % 2 === 0 ? 'the common cat' : 'the common and usual cat'
    const metadata = { customer: 'acme', year: 2026, isPaid: true, part: place % 2 }
    return { id: `many ${place}`, pageContent, metadata, source: 'many', position: place }
  })
  const metadata = { customer: 'büyük', year: 2025, isPaid: false, note: null }
  const one = { ...aChunk('an unusual dog, though common'), id: 'one', metadata }
  const index = await library.upsert('zoo', [...many, one])
  const find = async (search: Partial<IndexSearch>): Promise<FoundChunk[]> =>
    index.search('model', { count: 3, ...search })
  return { ...library, find }
}

test('filters apply before the ranking is cut, for words, vectors and both', async () => {
  const { find } = await openFrequent()
  const both = { words: 'common cat', vector: vectorOf('cat') }

  for (const search of [{ words: both.words }, { vector: both.vector }, both]) {
    const found = await find({ ...search, filter: { customer: 'büyük' } })
    expect(found.map(({ id }) => id)).toEqual(['one'])
    const either = await find({ ...search, filter: { year: [2026, 2027], part: 1 } })
    expect(textsOf(either)).toEqual(Array(3).fill('the common and usual cat'))
    expect(await find({ ...search, filter: { customer: 'nobody' } })).toEqual([])
    expect(await find({ ...search, filter: { customer: [] } })).toEqual([])
    expect(await find({ ...search, filter: { customer: 'büyük', year: 2026 } })).toEqual([])
    expect(await find({ ...search, filter: {} })).toHaveLength(3)
  }
  const idsWith = async (filter: NonNullable<IndexSearch['filter']>) =>
    (await find({ words: 'dog', filter })).map(({ id }) => id)
  expect(await idsWith({ isPaid: false })).toEqual(['one'])
  expect(await idsWith({ note: null })).toEqual(['one'])
  expect(await idsWith({ isPaid: 0 })).toEqual([])
  expect(await idsWith({ year: '2025' })).toEqual([])
  expect(await idsWith({ absent: null })).toEqual([])
})

test('words in very many chunks take part only in questions without a rarer one', async () => {
  const { store, upsert } = await openIndexes()
  await upsert('zoo', [
    ...Array.from({ length: 6 }, (_, place) => ({ ...aChunk('cat'), id: `cat ${place}` })),
    ...[aChunk('dog'), aChunk('dog and cat'), aChunk('bird')],
  ])
  const search = createIndexSearch({ store, frequent: 5 })
  const { index, space } = await findRows({ store })
  const find = async (words: string) => textsOf(await search.find(index, space, { count: 9, words }))

  expect(new Set(await find('cat dog'))).toEqual(new Set(['dog', 'dog and cat']))
  expect(await find('cat')).toHaveLength(7)
})

test('frequent words count for the rank where rarer ones select the chunks', async () => {
  const { find } = await openFrequent()

  expect((await find({ words: 'common dog', count: 1 })).map(({ id }) => id)).toEqual(['one'])
  expect((await find({ words: 'common dog' })).map(({ id }) => id)).toEqual(['one', 'many 0', 'many 2'])
  expect(textsOf(await find({ words: 'usual common' }))).toEqual(Array(3).fill('the common and usual cat'))
  expect(await find({ words: 'common' })).toHaveLength(3)
  expect(await find({ words: 'nothing of this' })).toEqual([])
})

test('words of another index of the same owner are not found', async () => {
  const { upsert } = await openIndexes()
  await upsert('zoo', [aChunk('cat')])
  const farm = await upsert('farm', [{ ...aChunk('dog'), id: 'other' }])

  expect(textsOf(await farm.search('model', { count: 5, words: 'cat dog' }))).toEqual(['dog'])
})

test('staged chunks do not push live ones out of the results', async () => {
  const { upsert, embed } = await openIndexes()
  const index = await upsert('zoo', [aChunk('a cat that sleeps for a long time')])
  const staged = Array.from({ length: 60 }, (_, place) => ({ ...aChunk('cat'), id: `staged ${place}` }))
  await embed(['cat'])
  await index.stage('model', staged)

  expect(await index.search('model', { count: 1, words: 'cat' })).toHaveLength(1)
})

test('both lists are fused by rank, and the score is the cosine', async () => {
  const { upsert } = await openIndexes()
  const index = await upsert('zoo', [aChunk('cat one'), aChunk('cat two'), aChunk('dog one'), aChunk('fish')])

  const found = await index.search('model', { count: 4, words: 'one', vector: vectorOf('cat') })

  expect(textsOf(found).slice(0, 2)).toEqual(['cat one', 'dog one'])
  expect(found.map(({ score }) => score)).toEqual(
    found.map(({ pageContent }) => expect.closeTo(cosine(vectorOf('cat'), vectorOf(pageContent)), 4)),
  )
  const [first, second] = await index.search('model', { count: 2, words: 'one cat' })
  expect(first?.score).toBe(1)
  expect(second?.score).toBeLessThan(1)
})

test('Turkish and English forms, codes and addresses are found', async () => {
  const { upsert } = await openIndexes()
  const index = await upsert('zoo', [
    aChunk('Kargonun ücreti İSTANBUL’da alınmaz.'),
    aChunk('Returned items: AB-1200, write to ada@example.com'),
  ])
  const find = async (words: string) =>
    textsOf(await index.search('model', { count: 1, words }))[0]?.slice(0, 6)

  for (const words of ['kargolar', 'KARGO', 'istanbul', 'ISTANBULDAN']) {
    expect(await find(words)).toBe('Kargon')
  }
  for (const words of [
    'return',
    'AB-1200',
    'ab1200',
    '1200',
    'ada@example.com',
    `'); drop "table" AND NOT (returns`,
  ]) {
    expect(await find(words)).toBe('Return')
  }
})

test('neighbours are the chunks before and after in the same source', async () => {
  const { upsert } = await openIndexes()
  const chunks = [3, 0, 4, 1, 2].map((place) => aChunk(`page ${place}`, 'book', place))
  const index = await upsert('zoo', [
    ...chunks,
    aChunk('other', 'other', 1),
    { ...aChunk('alone'), source: null },
  ])
  const beside = async (id: string, before: number, after: number) =>
    textsOf(await index.neighbours('model', id, { before, after }))

  expect(await beside('id of page 2', 1, 1)).toEqual(['page 1', 'page 3'])
  expect(await beside('id of page 2', 9, 0)).toEqual(['page 0', 'page 1'])
  expect(await beside('id of page 4', 0, 3)).toEqual([])
  expect(await beside('id of alone', 1, 1)).toEqual([])
  expect(await beside('id of nothing', 1, 1)).toEqual([])
  expect(await index.neighbours('other model', 'id of page 2', { before: 1, after: 1 })).toEqual([])
})

test('an index with equal texts shares their vector', async () => {
  const { upsert, store } = await openIndexes()
  const index = await upsert('zoo', [aChunk('cat'), { ...aChunk('cat', 'b'), id: 'second' }])
  const { space } = await findRows({ store })

  const found = await index.search('model', { count: 5, vector: vectorOf('cat') })

  expect(found.map(({ source }) => source).toSorted()).toEqual(['a', 'b'])
  expect(await store.db.$count(embeddedTexts, eq(embeddedTexts.spaceId, space.id))).toBe(1)
})
