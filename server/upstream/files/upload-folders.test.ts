import { globSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createUploadFolders } from './upload-folders.ts'

const DAY_MS = 24 * 60 * 60_000

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let time = Date.now()
  const wide = { files: 100, bytes: 1_000 }
  const limits = { conversation: wide, owner: { files: 5, bytes: 1_000 }, guests: { files: 3, bytes: 30 } }
  const open = () => createUploadFolders(folder, { limits, now: () => new Date(time) })('flow')
  const wait = (ms: number) => {
    time += ms
  }
  /** Marks the folder of a visitors' conversation as changed this many seconds ago. */
  function setAge(chatId: string, seconds: number) {
    const changed = Date.now() / 1_000 - seconds
    for (const path of globSync(join(folder, '**', `*${chatId}`))) {
      utimesSync(path, changed, changed)
    }
  }
  return { flow: open(), reopen: open, wait, setAge }
}
const ten = (letter: string) => Buffer.from(letter.repeat(10))

test('visitors share one quota, across conversations and concurrent uploads', async () => {
  const { flow, reopen } = openFolder()

  const sent = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => flow.put(`chat${index}`, 'guests', 'a.txt', ten('a'))),
  )

  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await expect(flow.put('new', 'guests', 'b.txt', Buffer.from('b'))).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('visitor files'),
  })
  await expect(reopen().put('new', 'guests', 'b.txt', Buffer.from('b'))).rejects.toMatchObject({
    code: 'TOO_LARGE',
  })
  expect(await flow.put('mine', 'owner', 'a.txt', Buffer.alloc(900))).toBe('a.txt')
  await expect(flow.put('mine', 'owner', 'b.txt', Buffer.alloc(101))).rejects.toMatchObject({
    code: 'TOO_LARGE',
  })
})

test('after a day the oldest conversations of visitors are evicted, never those of the owner', async () => {
  const { flow, wait, setAge } = openFolder()
  await flow.put('mine', 'owner', 'a.txt', ten('o'))
  for (const [index, name] of ['one', 'two', 'three'].entries()) {
    await flow.put(name, 'guests', 'a.txt', ten('g'))
    setAge(name, 60 - index)
  }
  wait(DAY_MS + 60_000)

  await flow.put('four', 'guests', 'a.txt', ten('4'))

  await expect(flow.open('one', 'a.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const name of ['two', 'three', 'four', 'mine']) {
    expect((await flow.open(name, 'a.txt')).name).toBe('a.txt')
  }
})

test('in a conversation, a name used by both refers to the file of the owner', async () => {
  const { flow } = openFolder()
  await flow.put('chat', 'guests', 'a.txt', Buffer.from('forged'))
  expect(Buffer.from(await (await flow.open('chat', 'a.txt')).read()).toString()).toBe('forged')

  await flow.put('chat', 'owner', 'a.txt', Buffer.from('mine'))

  expect(Buffer.from(await (await flow.open('chat', 'a.txt')).read()).toString()).toBe('mine')
})

test('all files of a conversation are removed, and their space is free again', async () => {
  const { flow } = openFolder()
  await flow.put('mine', 'owner', 'a.txt', Buffer.alloc(900))
  await flow.put('mine', 'guests', 'b.txt', ten('b'))
  await flow.put('other', 'guests', 'c.txt', ten('c'))

  await flow.remove('mine')

  for (const name of ['a.txt', 'b.txt']) {
    await expect(flow.open('mine', name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await flow.open('other', 'c.txt')).name).toBe('c.txt')
  expect(await flow.put('mine', 'owner', 'a.txt', Buffer.alloc(900))).toBe('a.txt')
})
