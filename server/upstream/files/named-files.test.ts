import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createNamedFiles } from './named-files.ts'
import { allOf, fileStores, openLocalStore } from './testing/open-file-stores.ts'

describe.each(fileStores)('files in a %s store', (_, open) => {
  test('a file is found under its stored name, by its own flow only', async () => {
    const files = createNamedFiles(await open(), 'files/')
    const name = await files.put('flow', 'menu.txt', Buffer.from('soup'))

    const file = await files.open('flow', name)

    expect(Buffer.from(await file.read()).toString()).toBe('soup')
    await expect(files.open('other', name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('another file of the same name gets a number, the same file its existing name', async () => {
    const files = createNamedFiles(await open(), 'files/')

    expect(await files.put('flow', 'menu.txt', Buffer.from('soup'))).toBe('menu.txt')
    expect(await files.put('flow', 'menu.txt', Buffer.from('tea'))).toBe('menu (2).txt')
    expect(await files.put('flow', 'menu.txt', Buffer.from('tea'))).toBe('menu (2).txt')
    expect((await files.open('flow', 'menu.txt')).key).not.toBe(
      (await files.open('flow', 'menu (2).txt')).key,
    )
  })

  test('a quota rejects new files that do not fit, but not existing files', async () => {
    const files = createNamedFiles(await open(), 'files/')
    const quota = { files: 2, bytes: 10 }
    await files.put('flow', 'menu.txt', Buffer.from('soup'), quota)

    await expect(files.put('flow', 'big.txt', Buffer.from('1234567'), quota)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('together'),
    })
    await files.put('flow', 'tea.txt', Buffer.from('tea'), quota)
    await expect(files.put('flow', 'x.txt', Buffer.from('x'), quota)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('at most 2 files'),
    })
    expect(await files.put('flow', 'menu.txt', Buffer.from('soup'), quota)).toBe('menu.txt')
    expect(await files.put('other', 'x.txt', Buffer.from('x'), quota)).toBe('x.txt')
  })

  test('copies are independent files; missing files and invalid names are skipped', async () => {
    const files = createNamedFiles(await open(), 'files/')
    await files.put('flow', 'menu.txt', Buffer.from('soup'))

    await files.copy('flow', 'copy', ['menu.txt', 'gone.txt', '..', ''])
    await files.removeAll('flow')

    expect(Buffer.from(await (await files.open('copy', 'menu.txt')).read()).toString()).toBe('soup')
    await expect(files.open('copy', 'gone.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['', '..', '.', '/', 'a/..'])('an invalid name is rejected: "%s"', async (name) => {
    const files = createNamedFiles(await open(), 'files/')

    await expect(files.open('flow', name)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(files.put(name, 'a', Buffer.from('x'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a file written into the flow is read from there', async () => {
    const files = createNamedFiles(await open(), 'files/')
    const text = Buffer.from('Müze').toString('base64')

    const file = await files.open('flow', `data:text/plain;base64,${text},filename:müze.txt`)
    const other = await files.open('flow', `data:text/plain;base64,${text}`)

    expect(file.name).toBe('müze.txt')
    expect(Buffer.from(await file.read()).toString()).toBe('Müze')
    expect(other).toMatchObject({ name: 'file.txt', key: expect.stringMatching(/^[\da-f]{64}$/) })
  })

  test('files are deleted with their flow', async () => {
    const store = await open()
    const files = createNamedFiles(store, 'files/')
    await files.put('flow', 'menu.txt', Buffer.from('soup'))
    await files.put('other', 'menu.txt', Buffer.from('soup'))

    await files.removeAll('flow')

    expect(await allOf(store.listFolders('files/'))).toEqual(['other'])
  })

  test('a quota holds across processes that store at once: neither file stays', async () => {
    const store = await open()
    const processes = Array.from({ length: 6 }, () => createNamedFiles(store, 'files/'))
    const quota = { files: 100, bytes: 10 }

    const sent = await Promise.allSettled(
      processes.map((files, index) =>
        files.put('flow', `${index}.txt`, Buffer.alloc(4, String(index)), quota),
      ),
    )

    const stored = await allOf(store.list('files/flow/'))
    expect(stored.length).toBeLessThanOrEqual(2)
    expect(stored).toHaveLength(sent.filter(({ status }) => status === 'fulfilled').length)
  })

  test('a stream is adopted as a new file, numbered if its name is taken', async () => {
    const files = createNamedFiles(await open(), 'files/')
    async function* content() {
      yield Buffer.from('longer than ')
      yield Buffer.from('one part')
    }

    expect(await files.adopt('pool', 'menu.txt', content)).toBe('menu.txt')
    expect(await files.adopt('pool', 'menu.txt', content)).toBe('menu (2).txt')

    const file = await files.open('pool', 'menu (2).txt')
    expect(Buffer.from(await file.read()).toString()).toBe('longer than one part')
    expect(file.size).toBe(20)
  })
})

test.each(['../../secret.txt', '..\\..\\secret.txt', '/etc/secret.txt', 'C:\\secret.txt', 'a/../secret.txt'])(
  'a path cannot leave the folder: %s',
  async (path) => {
    const { store, folder } = openLocalStore()
    const files = createNamedFiles(store, 'files/')

    expect(await files.put('flow', path, Buffer.from('x'))).toBe('secret.txt')
    expect(await readdir(join(folder, 'files'), { recursive: true })).toEqual([
      'flow',
      join('flow', 'secret.txt'),
    ])
  },
)
