import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'

const loaded = { timeout: 15_000 }
const lines = ['The museum opens at ten.', 'Tickets cost five liras.', 'The café serves tea in the garden.']

async function openWorld() {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const { id } = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json()
  const get = async () => (await root.call('GET', `/document-store/store/${id}`)).json<DocumentStore>()
  const open = (name: string) => renderApp(`/app/document-stores/${id}/${name}`, { app, session: root })
  return { open, get, root, id }
}

test('a file is previewed after a pause and stored only by Process', async () => {
  const { open, get, id } = await openWorld()
  const { user } = await open('textFile')
  const preview = await screen.findByRole('button', { name: 'Preview' }, loaded)

  await user.click(preview)
  expect(await screen.findByText('Fill in TXT File first.')).toBeDefined()
  expect(screen.getByText('TXT File is required')).toBeDefined()

  await user.upload(
    screen.getByLabelText('TXT File', { selector: 'input' }),
    new File([lines.join('\n\n')], 'hours.txt', { type: 'text/plain' }),
  )
  expect(await screen.findByText('1 of 1, up to date', undefined, loaded)).toBeDefined()
  expect((await get()).loaders).toEqual([])

  await user.clear(screen.getByLabelText('Chunk Size'))
  await user.type(screen.getByLabelText('Chunk Size'), '40')
  await user.clear(screen.getByLabelText('Chunk Overlap'))
  await user.type(screen.getByLabelText('Chunk Overlap'), '0')
  expect(await screen.findByText('3 of 3, up to date', undefined, loaded)).toBeDefined()
  expect(screen.getByText('3 chunks under 100 characters')).toBeDefined()
  const chunks = within(screen.getByRole('list', { name: 'Preview' }))
  expect(chunks.getByText('Tickets cost five liras.')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Process 3 chunks' }))
  await waitFor(() => expect(address()).toBe(`/app/document-stores/${id}`), loaded)
  await waitFor(async () => expect(await get()).toMatchObject({ status: 'SYNC', totalChunks: 3 }), loaded)
})

test('short chunks are skipped on request, and the shortest length is kept', async () => {
  const { open, root, id, get } = await openWorld()
  const long = 'The garden is open all day. '.repeat(5)
  const saved = await root.call('POST', '/document-store/loader/save', {
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Hours' },
    loaderConfig: { text: [...lines, long].join('\n') },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 145, chunkOverlap: 0 },
  })
  const { user } = await open(saved.json<StoreLoader>().id)
  expect(await screen.findByText('1 chunk under 100 characters', undefined, loaded)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Skip them' }))

  expect(screen.getByLabelText('Shortest chunk')).toHaveProperty('value', '100')
  expect(await screen.findByText('1 of 1, up to date', undefined, loaded)).toBeDefined()
  expect(screen.getByText('1 chunk skipped, too short')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Process 1 chunk' }))
  await waitFor(async () => expect(await get()).toMatchObject({ status: 'SYNC', totalChunks: 1 }), loaded)
  expect((await get()).loaders).toMatchObject([{ minChunkChars: 100 }])
})

test('a stored source opens with its settings, and an error leaves the last preview', async () => {
  const { open, root, id, get } = await openWorld()
  const saved = await root.call('POST', '/document-store/loader/save', {
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Hours', loaderConfig: { text: lines.join('\n') } },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 40, chunkOverlap: 0 },
  })
  const { user } = await open(saved.json<StoreLoader>().id)

  expect(await screen.findByText('3 of 3, up to date', undefined, loaded)).toBeDefined()
  expect(screen.getByLabelText('Loader name')).toHaveProperty('value', 'Hours')
  await user.clear(screen.getByLabelText('Chunk Overlap'))
  await user.type(screen.getByLabelText('Chunk Overlap'), '90')
  expect((await screen.findAllByRole('alert', undefined, loaded)).length).toBeGreaterThan(0)
  expect(screen.getByText('Tickets cost five liras.')).toBeDefined()
  expect((await get()).loaders).toHaveLength(1)
})

test('an address without a source says so', async () => {
  const { open } = await openWorld()
  await open('nothing')

  expect(await screen.findByText('This source does not exist', undefined, loaded)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to Manual' })).toBeDefined()
})
