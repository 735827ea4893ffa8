import { expect, test } from 'vitest'
import type { Store } from '#server/db/store.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'
import { emptySources } from './empty-sources.ts'
import { storeChunks, storeSources } from './stores.table.ts'

const lines = Array.from({ length: 300 }, (_, line) => `Room ${line} of the museum opens at ten.`).join('\n')

async function openLongStore() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const { id } = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json<{ id: string }>()
  const loader = {
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Rooms', loaderConfig: { text: lines } },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 60, chunkOverlap: 0 },
  }
  const saved = (await root.call('POST', '/document-store/loader/save', loader)).json<StoreLoader>()
  await root.call('POST', `/document-store/loader/process/${saved.id}`, { ...loader, id: saved.id })
  const get = async () => (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  const countChunks = () => world.store.db.$count(storeChunks)
  return { ...world, root, id, sourceId: saved.id, get, countChunks }
}

/** The process ends after this number of transactions. */
function endingAfter(store: Store, transactions: number): Store {
  let left = transactions
  const transaction: Store['transaction'] = (...args) => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('The process has ended.')) : store.transaction(...args)
  }
  return { ...store, transaction }
}

test('a removal that is interrupted shows no chunk, says what to do, and can be repeated', async () => {
  const { store, root, id, sourceId, get, countChunks } = await openLongStore()
  expect(await get()).toMatchObject({ totalChunks: 300 })

  await expect(emptySources(endingAfter(store, 2), { sourceId })).rejects.toThrow('ended')

  expect(await countChunks()).toBeGreaterThan(0)
  expect(await countChunks()).toBeLessThan(300)
  const { loaders, totalChunks } = await get()
  expect(totalChunks).toBe(0)
  expect(loaders).toMatchObject([{ error: 'Removing was interrupted. Remove it again.' }])
  await root.call('DELETE', `/document-store/loader/${id}/${sourceId}`)
  expect((await get()).loaders).toEqual([])
  expect(await countChunks()).toBe(0)
})

test('an interrupted source can be read again instead', async () => {
  const { store, root, id, sourceId, get, countChunks } = await openLongStore()
  await expect(emptySources(endingAfter(store, 2), { storeId: id })).rejects.toThrow('ended')

  await root.call('POST', `/document-store/loader/process/${sourceId}`, { storeId: id, id: sourceId })

  expect(await get()).toMatchObject({ totalChunks: 300 })
  expect(await countChunks()).toBe(300)
})

test('a store goes with all its chunks', async () => {
  const { root, store, id, countChunks } = await openLongStore()

  await root.call('DELETE', `/document-store/store/${id}`)

  expect(await countChunks()).toBe(0)
  expect(await store.db.$count(storeSources)).toBe(0)
})
