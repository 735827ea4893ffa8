import { describe, expect, test } from 'vitest'
import { allOf, fileStores, readAll } from './testing/open-file-stores.ts'

const text = (content: string) => Buffer.from(content)

async function* inChunks(...chunks: string[]) {
  for (const chunk of chunks) {
    yield Buffer.from(chunk)
  }
}

describe.each(fileStores)('a %s file store', (_, open) => {
  test.each([
    'files/flow/menu.txt',
    'files/flow/menü (2) + a&b=c #1.txt',
    "files/flow/it's 100% [x]{y}~!*.txt",
    'files/flow/日本語 😀.pdf',
    'files/flow/a%2Fb%20c.txt',
  ])('a file is found under its key: %s', async (key) => {
    const store = await open()

    expect(await store.put(key, text('soup'))).toBe(true)

    expect(await store.find(key)).toMatchObject({ key, size: 4 })
    expect(await readAll(await store.read(key))).toBe('soup')
    expect((await allOf(store.list('files/flow/'))).map((file) => file.key)).toEqual([key])
  })

  test('a stream of any length becomes one file', async () => {
    const store = await open()
    const chunks = ['The museum', ' ', 'of glass opens at ten in the ', 'morning.']

    await store.put('files/a/long.txt', inChunks(...chunks))
    await store.put('files/a/exact.txt', inChunks('12345678', '12345678'))
    await store.put('files/a/empty.txt', inChunks())

    expect(await readAll(await store.read('files/a/long.txt'))).toBe(chunks.join(''))
    expect(await readAll(await store.read('files/a/exact.txt'))).toBe('1234567812345678')
    expect(await readAll(await store.read('files/a/empty.txt'))).toBe('')
  })

  test('a stream that breaks leaves nothing, and what was there before stays', async () => {
    const store = await open()
    await store.put('files/a/menu.txt', text('soup'))
    const broken = async function* () {
      yield text('more than one part of a file')
      throw new Error('broken')
    }

    await expect(store.put('files/a/menu.txt', broken())).rejects.toThrow('broken')
    await expect(store.put('files/a/new.txt', broken())).rejects.toThrow('broken')

    expect(await readAll(await store.read('files/a/menu.txt'))).toBe('soup')
    expect((await allOf(store.list(''))).map(({ key }) => key)).toEqual(['files/a/menu.txt'])
  })

  test('of several new files with one key, one is stored', async () => {
    const store = await open()
    const contents = ['a', 'b', 'c', 'long enough for parts', 'long enough for two parts']

    const stored = await Promise.all(
      contents.map((content) => store.put('files/a/one.txt', text(content), { isNew: true })),
    )

    expect(stored.filter(Boolean)).toHaveLength(1)
    expect(await readAll(await store.read('files/a/one.txt'))).toBe(contents[stored.indexOf(true)])
    expect((await allOf(store.list(''))).map(({ key }) => key)).toEqual(['files/a/one.txt'])
  })

  test('the version changes with the content', async () => {
    const store = await open()
    await store.put('files/a/menu.txt', text('soup'))
    const before = await store.find('files/a/menu.txt')

    await store.put('files/a/menu.txt', text('salad'))

    expect((await store.find('files/a/menu.txt'))?.version).not.toBe(before?.version)
  })

  test('a range is read, and one behind the end is empty', async () => {
    const store = await open()
    await store.put('files/a/digits.txt', text('0123456789'))
    const range = async (start: number, end: number) =>
      readAll(await store.read('files/a/digits.txt', { start, end }))

    expect(await range(2, 4)).toBe('234')
    expect(await range(0, 0)).toBe('0')
    expect(await range(7, 100)).toBe('789')
    expect(await range(5, Number.POSITIVE_INFINITY)).toBe('56789')
    expect(await range(10, 20)).toBe('')
  })

  test('what is missing is neither found nor read nor copied, and can be removed', async () => {
    const store = await open()

    expect(await store.find('files/a/gone.txt')).toBeUndefined()
    expect(await store.read('files/a/gone.txt')).toBeUndefined()
    expect(await store.copy('files/a/gone.txt', 'files/b/gone.txt')).toBe(false)
    await store.remove('files/a/gone.txt')
    await store.removeAll('files/a/')
    expect(await allOf(store.list('files/'))).toEqual([])
    expect(await allOf(store.listFolders('files/'))).toEqual([])
  })

  test('copies are files of their own', async () => {
    const store = await open()
    await store.put('files/a/menü + 1.txt', text('soup'))

    expect(await store.copy('files/a/menü + 1.txt', 'files/b/menü + 2.txt')).toBe(true)
    await store.remove('files/a/menü + 1.txt')

    expect(await readAll(await store.read('files/b/menü + 2.txt'))).toBe('soup')
  })

  test('files are listed in order by a prefix, and folders by their names', async () => {
    const store = await open()
    const keys = [
      'f/a/1.txt',
      'f/a/2.txt',
      'f/b-1',
      'f/b-2',
      'f/b/3.txt',
      'f/c d/4.txt',
      'f/é/5.txt',
      'g/x/6.txt',
    ]
    for (const key of keys.toReversed()) {
      await store.put(key, text(key))
    }
    const listed = async (prefix: string) => (await allOf(store.list(prefix))).map(({ key }) => key)

    expect(await listed('f/')).toEqual(keys.slice(0, -1))
    expect(await listed('f/b-')).toEqual(['f/b-1', 'f/b-2'])
    expect((await allOf(store.listFolders('f/'))).toSorted()).toEqual(['a', 'b', 'c d', 'é'])
    expect((await allOf(store.list('f/a/')))[0]).toMatchObject({ size: 9, changedAt: expect.any(Number) })
  })

  test('everything with a prefix is removed, and nothing else', async () => {
    const store = await open()
    const keys = ['f/a/1', 'f/a/2', 'f/a/3', 'f/a/4', 'f/a/x/5', 'f/ab/6', 'p/id-1', 'p/id-2', 'p/ie-1']
    for (const key of keys) {
      await store.put(key, text(key))
    }

    await store.removeAll('f/a/')
    await store.removeAll('p/id-')

    expect((await allOf(store.list(''))).map(({ key }) => key)).toEqual(['f/ab/6', 'p/ie-1'])
  })

  test('an emptied store can be used at once, and passes its check', async () => {
    const store = await open()
    await store.check()

    expect(await allOf(store.list(''))).toEqual([])
  })
})
