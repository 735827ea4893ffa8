import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Document } from '#server/engine/handles.ts'
import type { IndexRecipe } from '#server/engine/ports.ts'
import { createSearch } from './search.ts'

const signal = new AbortController().signal

test('an index is built once, and reused by later questions and after a restart', async () => {
  const { search, recipe, embedded, reopen } = aLibrary()

  await search.openIndex('ada', recipe(), signal)
  const again = await search.openIndex('ada', recipe(), signal)
  const later = await reopen().openIndex('ada', recipe(), signal)

  expect(embedded).toHaveLength(1)
  expect(again.size).toBe(3)
  expect(later.search({ count: 1, vector: vectorOf('cat') })).toEqual([
    { pageContent: 'the cat sleeps', metadata: { source: 'a' }, score: expect.closeTo(1, 5) },
  ])
})

test('records of a store belong to its owner, survive a restart, and are deleted with the owner', async () => {
  const { search, reopen } = aLibrary()
  const records = search.records('ada', 'shelf')
  await records.store([
    { key: 'a', source: 'hours' },
    { key: 'b', source: null },
  ])
  await records.store([{ key: 'a', source: 'prices' }])
  await records.forget(['b', 'c'])

  const again = reopen()
  expect(await again.records('ada', 'shelf').all()).toEqual([{ key: 'a', source: 'prices' }])
  expect(await again.records('ada', 'other').all()).toEqual([])
  expect(await again.records('eve', 'shelf').all()).toEqual([])
  again.forget('ada')
  expect(await again.records('ada', 'shelf').all()).toEqual([])
})

test('a passage that shares only common words with a question is not a match', async () => {
  const { search, recipe } = aLibrary()
  const index = await search.openIndex('ada', recipe(), signal)

  const found = index.search({ count: 3, words: 'what is the cat' })

  expect(found.map(({ pageContent }) => pageContent)).toEqual(['the cat sleeps'])
  expect(index.search({ count: 3, words: 'the' }).length).toBeGreaterThan(0)
})

test('concurrent callers wait for one builder', async () => {
  const { search, recipe, embedded } = aLibrary()

  const opened = await Promise.all(
    Array.from({ length: 20 }, () => search.openIndex('ada', recipe(), signal)),
  )

  expect(embedded).toHaveLength(1)
  expect(opened.map(({ size }) => size)).toEqual(Array(20).fill(3))
})

test('if a builder fails, a waiting caller builds', async () => {
  const { search, recipe } = aLibrary()
  const broken: IndexRecipe = {
    ...recipe(),
    load: async () => {
      throw new Error('unreadable')
    },
  }

  const [first, second] = await Promise.allSettled([
    search.openIndex('ada', broken, signal),
    search.openIndex('ada', recipe(), signal),
  ])

  expect(first).toMatchObject({ status: 'rejected', reason: new Error('unreadable') })
  expect(second).toMatchObject({ status: 'fulfilled', value: { size: 3 } })
})

test('a stopped builder leaves no index that looks complete', async () => {
  const { search, recipe, embedded } = aLibrary()
  const leaving = new AbortController()
  const slow: IndexRecipe = {
    ...recipe(),
    load: async () => {
      leaving.abort(new Error('left'))
      return library
    },
  }

  await expect(search.openIndex('ada', slow, leaving.signal)).rejects.toThrow('left')
  expect((await search.openIndex('ada', recipe(), signal)).size).toBe(3)
  expect(embedded).toHaveLength(1)
})

test('of a changed document only the changed chunks are embedded', async () => {
  const { search, recipe, embedded } = aLibrary()
  const changed = [...library.slice(0, 2), { pageContent: 'the bird sings', metadata: { source: 'c' } }]

  await search.openIndex('ada', recipe(), signal)
  const index = await search.openIndex('ada', recipe({ key: 'changed', documents: changed }), signal)

  expect(embedded).toEqual([library.map(({ pageContent }) => pageContent), ['the bird sings']])
  expect(index.search({ count: 1, vector: vectorOf('dog') })[0]?.pageContent).toBe('the dog barks')
  expect(index.search({ count: 1, vector: vectorOf('bird') })[0]?.pageContent).toBe('the bird sings')
})

test('indexes are separate for each owner and each embedding model', async () => {
  const { search, recipe, embedded } = aLibrary()

  await search.openIndex('ada', recipe(), signal)
  await search.openIndex('bob', recipe(), signal)
  await search.openIndex('ada', recipe({ space: 'other|model' }), signal)

  expect(embedded).toHaveLength(3)
})

test('each index is searched alone, by vector and by keywords', async () => {
  const { search, recipe } = aLibrary()
  const mine = await search.openIndex('ada', recipe(), signal)
  const theirs = await search.openIndex(
    'bob',
    recipe({ documents: [{ pageContent: 'a cat of bob', metadata: {} }] }),
    signal,
  )

  expect(mine.search({ count: 10, words: 'cat' }).map(({ pageContent }) => pageContent)).toEqual([
    'the cat sleeps',
  ])
  expect(theirs.search({ count: 10, vector: vectorOf('cat') })).toHaveLength(1)
})

test('keyword and vector results are fused: what both find is ranked first', async () => {
  const { search, recipe } = aLibrary()
  const index = await search.openIndex('ada', recipe(), signal)

  const both = index.search({ count: 3, vector: vectorOf('dog'), words: 'which DOG barks?' })

  expect(both[0]).toMatchObject({ pageContent: 'the dog barks', score: 1 })
  expect(both.map(({ score }) => score)).toEqual(both.map(({ score }) => score).toSorted((a, b) => b - a))
})

test('words are found without diacritics, and symbols in a question are not query syntax', async () => {
  const { search, recipe } = aLibrary()
  const documents = [{ pageContent: 'İzmir’de müze saat onda açılır', metadata: {} }]
  const index = await search.openIndex('ada', recipe({ documents }), signal)

  expect(index.search({ count: 1, words: 'muze ne zaman aciliyor' })).toHaveLength(1)
  expect(index.search({ count: 1, words: '" OR part:* NEAR( müze' })).toHaveLength(1)
  expect(index.search({ count: 1, words: '?!' })).toEqual([])
})

test('a filter matches exact metadata', async () => {
  const { search, recipe } = aLibrary()
  const index = await search.openIndex('ada', recipe(), signal)
  const sources = (filter: Record<string, string | string[]>) =>
    index
      .search({ count: 9, vector: vectorOf('cat'), words: 'the', filter })
      .map(({ metadata }) => metadata.source)

  expect(sources({ source: 'b' })).toEqual(['b'])
  expect(sources({ source: ['a', 'c'] }).toSorted()).toEqual(['a', 'c'])
  expect(sources({ source: 'z' })).toEqual([])
  expect(sources({ 'so"urce': "' or 1=1" })).toEqual([])
})

test('an empty source results in an empty index', async () => {
  const { search, recipe, embedded } = aLibrary()
  const index = await search.openIndex(
    'ada',
    recipe({ documents: [{ pageContent: ' ', metadata: {} }] }),
    signal,
  )

  expect(index.search({ count: 3, vector: [1, 2], words: 'a' })).toEqual([])
  expect(embedded).toEqual([])
})

test('vectors of different lengths are rejected', async () => {
  const { search, recipe } = aLibrary()
  const uneven = { ...recipe(), embed: async () => [[1, 2], [1], [1, 2]] }

  await expect(search.openIndex('ada', uneven, signal)).rejects.toThrow('vectors of different lengths')
})

test('an index unused for a month is removed', async () => {
  const { search, recipe, embedded, setDay } = aLibrary()
  await search.openIndex('ada', recipe(), signal)

  setDay(31)
  await search.openIndex(
    'ada',
    recipe({ key: 'new', documents: [{ pageContent: 'x', metadata: {} }] }),
    signal,
  )
  await search.openIndex('ada', recipe(), signal)

  expect(embedded.map((texts) => texts.length)).toEqual([3, 1, 3])
})

const library: Document[] = [
  { pageContent: 'the cat sleeps', metadata: { source: 'a' } },
  { pageContent: 'the dog barks', metadata: { source: 'b' } },
  { pageContent: 'the fish swims', metadata: { source: 'c' } },
]

function vectorOf(text: string) {
  return ['cat', 'dog', 'fish', 'bird'].map((animal) => (text.includes(animal) ? 1 : 0.01))
}

function aLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-search-'))
  let day = 0
  const open = () => createSearch({ folder, now: () => new Date(day * 86_400_000) })
  const opened = [open()]
  onTestFinished(() => {
    for (const search of opened) {
      search.close()
    }
    rmSync(folder, { recursive: true })
  })
  const embedded: string[][] = []
  const recipe = ({ key = 'library', space = 'provider|model', documents = library } = {}): IndexRecipe => ({
    key,
    space,
    load: async () => documents,
    async embed(texts) {
      embedded.push([...texts])
      return texts.map(vectorOf)
    },
  })
  const reopen = () => {
    const search = open()
    opened.push(search)
    return search
  }
  return {
    search: opened[0] as ReturnType<typeof open>,
    recipe,
    embedded,
    reopen,
    setDay: (to: number) => (day = to),
  }
}
