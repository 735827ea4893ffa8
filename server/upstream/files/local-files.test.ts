import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalFiles } from './local-files.ts'

test('a file is found under its stored name, by its own flow only', async () => {
  const { files } = aFolder()
  const name = await files.put('flow', 'menu.txt', Buffer.from('soup'))

  const file = await files.open('flow', name)

  expect(Buffer.from(await file.read()).toString()).toBe('soup')
  await expect(files.open('other', name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('another file of the same name gets a number, the same file its existing name', async () => {
  const { files } = aFolder()

  expect(await files.put('flow', 'menu.txt', Buffer.from('soup'))).toBe('menu.txt')
  expect(await files.put('flow', 'menu.txt', Buffer.from('tea'))).toBe('menu (2).txt')
  expect(await files.put('flow', 'menu.txt', Buffer.from('tea'))).toBe('menu (2).txt')
  expect((await files.open('flow', 'menu.txt')).key).not.toBe((await files.open('flow', 'menu (2).txt')).key)
})

test('a quota rejects new files that do not fit, but not existing files', async () => {
  const { files } = aFolder()
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
  const { files } = aFolder()
  await files.put('flow', 'menu.txt', Buffer.from('soup'))

  await files.copy('flow', 'copy', ['menu.txt', 'gone.txt', '..', ''])
  await files.removeAll('flow')

  expect(Buffer.from(await (await files.open('copy', 'menu.txt')).read()).toString()).toBe('soup')
  await expect(files.open('copy', 'gone.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['../../secret.txt', '..\\..\\secret.txt', '/etc/secret.txt', 'C:\\secret.txt', 'a/../secret.txt'])(
  'a path cannot leave the folder: %s',
  async (path) => {
    const { files, folder } = aFolder()

    expect(await files.put('flow', path, Buffer.from('x'))).toBe('secret.txt')
    expect(await readdir(folder, { recursive: true })).toEqual(['flow', join('flow', 'secret.txt')])
  },
)

test.each(['', '..', '.', '/', 'a/..'])('an invalid name is rejected: "%s"', async (name) => {
  const { files } = aFolder()

  await expect(files.open('flow', name)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(files.put(name, 'a', Buffer.from('x'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a file written into the flow is read from there', async () => {
  const { files } = aFolder()
  const text = Buffer.from('Müze').toString('base64')

  const file = await files.open('flow', `data:text/plain;base64,${text},filename:müze.txt`)
  const other = await files.open('flow', `data:text/plain;base64,${text}`)

  expect(file.name).toBe('müze.txt')
  expect(Buffer.from(await file.read()).toString()).toBe('Müze')
  expect(other).toMatchObject({ name: 'file.txt', key: expect.stringMatching(/^[\da-f]{64}$/) })
})

test('files are deleted with their flow', async () => {
  const { files, folder } = aFolder()
  await files.put('flow', 'menu.txt', Buffer.from('soup'))
  await files.put('other', 'menu.txt', Buffer.from('soup'))

  await files.removeAll('flow')

  expect(await readdir(folder)).toEqual(['other'])
})

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { folder, files: createLocalFiles(folder) }
}
