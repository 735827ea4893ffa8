import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'

const loaded = { timeout: 15_000 }

async function openIndex() {
  const { app, signUp } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const { id } = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json()
  const body = {
    ...{
      storeId: id,
      loaderId: 'plainText',
      loaderName: 'Rules',
      loaderConfig: { text: 'Open\nTime\nSale' },
    },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 5, chunkOverlap: 0 },
  }
  const source = (await root.call('POST', '/document-store/loader/save', body)).json<StoreLoader>()
  await root.call('POST', `/document-store/loader/process/${source.id}`, { ...body, id: source.id })
  const get = async () => (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  const { user } = await renderApp(`/app/document-stores/vector/${id}`, { app, session: root })
  await screen.findByRole('region', { name: 'Embeddings' }, loaded)
  const column = (name: string) => within(screen.getByRole('region', { name }))
  const estimate = () => within(screen.getByRole('region', { name: 'Before you upsert' }))
  return { user, get, column, estimate }
}

test('each choice unlocks the next; the upsert says its cost and what is missing', async () => {
  const { user, get, column, estimate } = await openIndex()
  expect(column('Vector store').getByText('Choose embeddings first')).toBeDefined()
  expect(estimate().getByRole('button', { name: 'Choose embeddings to upsert' })).toHaveProperty(
    'disabled',
    true,
  )

  await user.type(column('Embeddings').getByRole('searchbox'), 'flowtill')
  await user.click(column('Embeddings').getByRole('button', { name: /^Flowtill/ }))
  expect(await estimate().findByRole('button', { name: 'Choose a vector store to upsert' })).toBeDefined()
  expect(column('Record manager, optional').getByText('Choose a vector store first')).toBeDefined()
  await user.click(column('Vector store').getByRole('button', { name: /^Flowtill Hybrid Index/ }))

  await user.click(column('Vector store').getByRole('button', { name: 'Test connection' }))
  expect(await column('Vector store').findByText(/^Connected, \d+ ms/, undefined, loaded)).toBeDefined()
  await user.click(await estimate().findByRole('button', { name: 'Upsert 3 chunks' }, loaded))

  await waitFor(
    async () => expect(await get()).toMatchObject({ status: 'UPSERTED', indexedChunks: 3 }),
    loaded,
  )
  expect(await get()).toMatchObject({ embeddingConfig: { name: 'flowtillEmbeddings' } })

  await user.click(screen.getByRole('button', { name: 'History' }))
  const history = within(await screen.findByRole('dialog', { name: 'History' }))
  expect(await history.findByText('Upserted', undefined, loaded)).toBeDefined()
  await user.click(history.getByRole('button', { name: 'Details' }))
  expect(history.getAllByText('Flowtill Hybrid Index').length).toBeGreaterThan(0)
})

test('an empty history offers the first upsert, once the settings allow it', async () => {
  const { user, get, column } = await openIndex()
  const openHistory = async () => {
    await user.click(screen.getByRole('button', { name: 'History' }))
    const history = within(await screen.findByRole('dialog', { name: 'History' }))
    expect(await history.findByText('Nothing has been indexed yet', undefined, loaded)).toBeDefined()
    return history
  }
  expect((await openHistory()).queryByRole('button', { name: 'Upsert now' })).toBeNull()
  await user.keyboard('{Escape}')

  await user.click(column('Embeddings').getByRole('button', { name: /^Flowtill/ }))
  await user.click(column('Vector store').getByRole('button', { name: /^Flowtill Hybrid Index/ }))
  await user.click((await openHistory()).getByRole('button', { name: 'Upsert now' }))

  await waitFor(async () => expect(await get()).toMatchObject({ status: 'UPSERTED' }), loaded)
  expect(screen.queryByRole('dialog', { name: 'History' })).toBeNull()
})

test('settings are saved without an upsert, and Reset brings back the saved ones', async () => {
  const { user, get, column } = await openIndex()
  await user.click(column('Embeddings').getByRole('button', { name: /^Flowtill/ }))
  await user.click(column('Vector store').getByRole('button', { name: /^Flowtill Hybrid Index/ }))
  await user.click(screen.getByRole('button', { name: 'Save config' }))
  expect(await screen.findByText('Index settings saved.')).toBeDefined()
  expect(await get()).toMatchObject({ vectorStoreConfig: { name: 'flowtillIndex' }, status: 'SYNC' })

  await user.click(column('Vector store').getByRole('button', { name: 'Change' }))
  await user.click(column('Vector store').getByRole('button', { name: /^Qdrant/ }))
  await user.click(screen.getByRole('button', { name: 'Save config' }))
  expect(await screen.findByText(/^Fill in .* first\.$/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(column('Vector store').getByRole('heading', { name: 'Flowtill Hybrid Index' })).toBeDefined()
})
