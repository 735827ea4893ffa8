import { describe, expect, test } from 'vitest'
import { fileStores } from './testing/open-file-stores.ts'
import { createUploadFolders } from './upload-folders.ts'

const text = (content: string) => Buffer.from(content)

describe.each(fileStores)('uploads in a %s store', (_, open) => {
  test('in a conversation, a name used by both refers to the file of the owner', async () => {
    const flow = createUploadFolders(await open())('flow')
    await flow.put('chat', 'guests', 'a.txt', text('forged'))
    expect(Buffer.from(await (await flow.open('chat', 'a.txt')).read()).toString()).toBe('forged')

    await flow.put('chat', 'owner', 'a.txt', text('mine'))

    expect(Buffer.from(await (await flow.open('chat', 'a.txt')).read()).toString()).toBe('mine')
  })

  test('conversations are listed with what they hold, those of visitors apart', async () => {
    const store = await open()
    const flow = createUploadFolders(store)('flow')
    await flow.put('chat', 'owner', 'a.txt', text('mine'))
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) {
      await flow.put('chat', 'guests', name, text('visit'))
    }
    await createUploadFolders(store)('other').put('chat', 'guests', 'a.txt', text('other'))

    expect(await flow.listFolders('owner')).toMatchObject([{ name: 'chat', files: 1, bytes: 4 }])
    expect(await flow.listFolders('guests')).toMatchObject([{ name: 'guest-chat', files: 4, bytes: 20 }])
    await flow.removeFolder('guest-chat')
    expect(await flow.listFolders('guests')).toEqual([])
    expect((await flow.open('chat', 'a.txt')).size).toBe(4)
  })

  test('all files of a conversation are removed', async () => {
    const flow = createUploadFolders(await open())('flow')
    await flow.put('mine', 'owner', 'a.txt', text('a'))
    await flow.put('mine', 'guests', 'b.txt', text('b'))
    await flow.put('other', 'guests', 'c.txt', text('c'))

    await flow.remove('mine')

    for (const name of ['a.txt', 'b.txt']) {
      await expect(flow.open('mine', name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect((await flow.open('other', 'c.txt')).name).toBe('c.txt')
  })
})
