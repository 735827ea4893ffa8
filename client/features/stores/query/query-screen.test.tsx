import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'

const loaded = { timeout: 15_000 }
const lines = [
  'The museum of glass opens at ten in the morning.',
  'Tickets of the museum cost five liras.',
  'The café of the museum serves tea in the garden.',
]

async function openQuery() {
  const { app, signUp } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const { id } = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json()
  const body = {
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Rules', loaderConfig: { text: lines.join('\n') } },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 60, chunkOverlap: 0 },
  }
  const source = (await root.call('POST', '/document-store/loader/save', body)).json<StoreLoader>()
  await root.call('POST', `/document-store/loader/process/${source.id}`, { ...body, id: source.id })
  await root.call('POST', '/document-store/vectorstore/insert', {
    ...{ storeId: id, embeddingName: 'flowtillEmbeddings', embeddingConfig: {} },
    ...{ vectorStoreName: 'flowtillIndex', vectorStoreConfig: { topK: 2 } },
  })
  const get = async () => (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  const { user } = await renderApp(`/app/document-stores/query/${id}`, { app, session: root })
  const box = await screen.findByRole('textbox', { name: 'Question' }, loaded)
  return { user, get, box }
}

test('a suggested question finds ranked passages; the answer becomes a test question', async () => {
  const { user, get, box } = await openQuery()
  const suggestions = await screen.findAllByRole('button', { name: /^What does it say about/ }, loaded)
  expect(suggestions).toHaveLength(3)

  await user.type(box, 'What does the café serve?{Enter}')
  const results = within(await screen.findByRole('list', { name: '2 passages' }, loaded))
  const [first] = results.getAllByRole('listitem')
  expect(first?.textContent).toContain('serves tea')
  expect(first?.textContent).toContain('matched: cafe, serve')

  await user.click(screen.getByRole('button', { name: 'Save as test question' }))
  expect(await screen.findByRole('button', { name: 'Is a test question' }, loaded)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Test questions/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Test questions' }))
  await user.click(dialog.getByRole('button', { name: 'Run test' }))
  expect(await dialog.findByText('rank 1', undefined, loaded)).toBeDefined()
  expect((await get()).tested).toMatchObject({ found: 1, total: 1 })
})

test('a higher top-k is tried at once and saved on demand', async () => {
  const { user, get, box } = await openQuery()
  const passages = screen.getByRole('textbox', { name: 'Passages, top-k' })
  await user.clear(passages)
  await user.type(passages, '3')
  await user.type(box, 'museum{Enter}')
  expect(await screen.findByRole('list', { name: '3 passages' }, loaded)).toBeDefined()
  expect((await get()).vectorStoreConfig?.config.topK).toBe(2)

  await user.click(screen.getByRole('button', { name: 'Save config' }))
  await waitFor(async () => expect((await get()).vectorStoreConfig?.config.topK).toBe(3), loaded)
})

test('a minimum score that nothing reaches offers to be lowered', async () => {
  const { user, box } = await openQuery()
  const minimum = screen.getByRole('textbox', { name: 'Minimum Score' })
  await user.clear(minimum)
  await user.type(minimum, '1')
  await user.type(box, 'When does the museum open?{Enter}')
  await user.click(await screen.findByRole('button', { name: /^Lower to 0\.\d+$/ }, loaded))
  expect(await screen.findByRole('list', { name: /passage/ }, loaded)).toBeDefined()
})

test('two settings are compared side by side, with the rank on the other side', async () => {
  const { user, box } = await openQuery()
  await user.click(screen.getByRole('button', { name: 'Compare settings' }))
  const passages = screen.getByRole('textbox', { name: 'Passages, top-k' })
  await user.clear(passages)
  await user.type(passages, '3')
  await user.type(box, 'museum{Enter}')

  expect(await screen.findByRole('list', { name: '3 passages' }, loaded)).toBeDefined()
  expect(await screen.findByRole('list', { name: '2 passages' }, loaded)).toBeDefined()
  expect(await screen.findAllByText('same rank')).toHaveLength(4)
  expect(screen.getByText('new')).toBeDefined()
})
