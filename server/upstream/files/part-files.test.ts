import { describe, expect, test } from 'vitest'
import { createPartFiles } from './part-files.ts'
import { allOf, fileStores, readAll } from './testing/open-file-stores.ts'

const text = (content: string) => Buffer.from(content)

describe.each(fileStores)('parts in a %s store', (_, open) => {
  test('parts become one file once all have arrived, whichever process received them', async () => {
    const store = await open()
    const [one, other] = [createPartFiles(store), createPartFiles(store)]
    await one.write('id', 0, text('The museum '))
    expect(await one.open('id', 20)).toBeUndefined()
    await other.write('id', 11, text('of glass.'))
    await one.write('id', 11, text('of glass.'))

    const content = await one.open('id', 20)

    expect(await readAll(content?.())).toBe('The museum of glass.')
    await other.remove('id')
    expect(await one.open('id', 20)).toBeUndefined()
  })

  test('an upload that an earlier version began goes on', async () => {
    const store = await open()
    const parts = createPartFiles(store)
    // Written, but not acknowledged beyond the tenth byte.
    await store.put('parts/id', text('0123456789abc'))
    await parts.write('id', 10, text('ABCDE'))

    expect(await readAll((await parts.open('id', 15))?.())).toBe('0123456789ABCDE')

    await parts.remove('id')
    expect(await allOf(store.list('parts/'))).toEqual([])
  })

  test('a gap is not taken for a whole file', async () => {
    const parts = createPartFiles(await open())
    await parts.write('id', 0, text('0123'))
    await parts.write('id', 6, text('6789'))

    expect(await parts.open('id', 10)).toBeUndefined()
  })

  test('uploads with old parts are listed once each', async () => {
    const store = await open()
    const parts = createPartFiles(store)
    for (const [id, offset] of [
      ['one', 0],
      ['one', 4],
      ['two', 0],
    ] as const) {
      await parts.write(id, offset, text('0123'))
    }

    expect(await allOf(parts.listOld(new Date(Date.now() + 60_000)))).toEqual(['one', 'two'])
    expect(await allOf(parts.listOld(new Date(Date.now() - 60_000)))).toEqual([])
  })
})
