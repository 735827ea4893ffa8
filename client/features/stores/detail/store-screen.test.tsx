import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'

const loaded = { timeout: 15_000 }

async function openStore(texts: string[] = [], { isConfigured = false } = {}) {
  const { app, signUp } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const { id } = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json()
  for (const text of texts) {
    const body = {
      ...{ storeId: id, loaderId: 'plainText', loaderName: 'Plain Text', loaderConfig: { text } },
      ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
      splitterConfig: { separator: '\n', chunkSize: 60, chunkOverlap: 0 },
    }
    const saved = (await root.call('POST', '/document-store/loader/save', body)).json<StoreLoader>()
    await root.call('POST', `/document-store/loader/process/${saved.id}`, { ...body, id: saved.id })
  }
  if (isConfigured) {
    await root.call('POST', '/document-store/vectorstore/save', {
      ...{ storeId: id, embeddingName: 'flowtillEmbeddings', embeddingConfig: {} },
      ...{ vectorStoreName: 'flowtillIndex', vectorStoreConfig: {} },
    })
  }
  const { user } = await renderApp(`/app/document-stores/${id}`, { app, session: root })
  await screen.findByRole('heading', { level: 1, name: 'Manual' }, loaded)
  const get = async () => (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  const step = (place: number) =>
    within(
      within(screen.getByRole('list', { name: 'Steps of the store' })).getAllByRole('listitem')[
        place
      ] as HTMLElement,
    )
  return { user, get, step, root, id }
}

test('an empty store begins at its sources; dropped files are read by the loader of their type', async () => {
  const { user, get, step } = await openStore()
  expect(step(0).getByText('Next')).toBeDefined()
  expect(step(0).getByText('No sources yet')).toBeDefined()

  await user.upload(screen.getByLabelText('Choose files'), [
    new File(['The museum opens at ten.'], 'hours.txt', { type: 'text/plain' }),
    new File(['x'], 'archive.zip'),
  ])

  expect(await screen.findByText('No loader reads archive.zip. Choose one with Add source.')).toBeDefined()
  expect(await screen.findByRole('link', { name: 'hours.txt' }, loaded)).toBeDefined()
  await waitFor(async () => expect(await get()).toMatchObject({ status: 'SYNC', totalChunks: 1 }), loaded)
  expect((await get()).loaders[0]).toMatchObject({
    loaderId: 'textFile',
    splitterConfig: { chunkSize: 1_000 },
  })
  expect(await step(2).findByText('No index chosen', undefined, loaded)).toBeDefined()
})

test('an upsert shows its highest cost first, and the stepper follows it', async () => {
  const { user, step, get } = await openStore(['The museum opens at ten.'], { isConfigured: true })
  expect(step(2).getByText('1 chunk to embed')).toBeDefined()

  await user.click(screen.getByRole('button', { name: /^Upsert all/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upsert “Manual”?' }))
  expect(await dialog.findByText('Cost, at most')).toBeDefined()
  await user.click(await dialog.findByRole('button', { name: 'Upsert 1 chunk' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect(await step(2).findByText('Index is up to date', undefined, loaded)).toBeDefined()
  expect(await step(2).findByText('1 of 1 in the index', undefined, loaded)).toBeDefined()
  expect((await get()).status).toBe('UPSERTED')
})

test('a source that failed shows why, and keeps the chunks it had', async () => {
  const { user, get, root, id } = await openStore(['The museum opens at ten.'])
  const [source] = (await get()).loaders
  const broken = {
    storeId: id,
    loaderId: 'jsonFile',
    loaderConfig: { jsonFile: `data:application/json;base64,${btoa('{')},filename:a.json` },
  }
  await root.call('POST', '/document-store/loader/save', { ...broken, id: source?.id })
  await root.call('POST', `/document-store/loader/process/${source?.id}`, { storeId: id })

  await user.click(screen.getByRole('button', { name: 'Refresh all' }))

  expect(await screen.findByText('The chunks of its last reading stay.', undefined, loaded)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Change settings' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a source is kept fresh by a schedule, which is described in words', async () => {
  const { user, get } = await openStore(['The museum opens at ten.'])

  await user.click(screen.getByRole('button', { name: /^Actions for The museum/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keep fresh…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Keep “The museum/ }))
  await user.click(dialog.getByRole('combobox', { name: 'Read again' }))
  await user.click(await screen.findByRole('option', { name: 'Every day' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('every day at 03:00 UTC')).toBeDefined()
  expect((await get()).loaders[0]).toMatchObject({ schedule: '0 3 * * *', nextDate: expect.any(String) })
})
