import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { StoreLoader } from '#shared/stores.ts'
import type { ChunksPage } from './chunk-types.ts'

const loaded = { timeout: 15_000 }

async function openChunks(count: number, search = '') {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const { id } = (await root.call('POST', '/document-store/store', { name: 'Manual' })).json()
  const text = Array.from({ length: count }, (_, place) => `Rule ${place + 1} of the museum of glass`).join(
    '\n',
  )
  const body = {
    ...{ storeId: id, loaderId: 'plainText', loaderName: 'Rules', loaderConfig: { text } },
    ...{ splitterId: 'characterTextSplitter', splitterName: 'Character' },
    splitterConfig: { separator: '\n', chunkSize: 32, chunkOverlap: 0 },
  }
  const source = (await root.call('POST', '/document-store/loader/save', body)).json<StoreLoader>()
  await root.call('POST', `/document-store/loader/process/${source.id}`, { ...body, id: source.id })
  const path = `/document-store/chunks/${id}/${source.id}`
  const get = async () => (await root.call('GET', `${path}/1`)).json<ChunksPage>()
  const edit = (chunkId: string, pageContent: string) =>
    root.call('PUT', `${path}/${chunkId}`, { pageContent, metadata: {} })
  const { user } = await renderApp(`/app/document-stores/chunks/${id}/${source.id}${search}`, {
    app,
    session: root,
  })
  await screen.findByRole('button', { name: 'Chunk 1' }, loaded)
  const panel = (number: number) => screen.findByRole('complementary', { name: `Chunk ${number}` })
  return { user, get, edit, panel }
}

test('50 chunks a page; the next page and a search show the rest', async () => {
  const { user } = await openChunks(53)
  expect(screen.getByText('showing 1–50 of 53')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('showing 51–53 of 53')).toBeDefined()

  await user.type(screen.getByRole('searchbox', { name: 'Search the text' }), 'Rule 7')
  expect(await screen.findByText('1 match', undefined, loaded)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Chunk 7' })).toBeDefined()
})

test('J and K move between chunks, Ctrl+S saves an edit, Esc asks before one is lost', async () => {
  const { user, get, panel } = await openChunks(3)
  await user.click(screen.getByRole('button', { name: 'Chunk 1' }))
  await panel(1)
  await user.keyboard('j')
  const second = within(await panel(2))
  await user.clear(second.getByLabelText('Text'))
  await user.type(second.getByLabelText('Text'), 'Rule two, as edited by hand')
  await user.keyboard('{Control>}s{/Control}')

  expect(await screen.findByText('Chunk 2 saved.')).toBeDefined()
  expect(await screen.findByText('edited')).toBeDefined()
  expect((await get()).chunks[1]).toMatchObject({ pageContent: 'Rule two, as edited by hand', revision: 2 })

  await user.type(within(await panel(2)).getByLabelText('Text'), '!')
  await user.keyboard('{Escape}')
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).getByRole('button', {
      name: 'Discard changes',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Chunk 2' })).toBeNull())
})

test('a chunk that changed elsewhere is reloaded or overwritten', async () => {
  const { user, get, edit, panel } = await openChunks(2)
  await user.click(screen.getByRole('button', { name: 'Chunk 1' }))
  const first = within(await panel(1))
  await edit((await get()).chunks[0]?.id ?? '', 'Written by a rival')
  await user.type(first.getByLabelText('Text'), ' and me')
  await user.click(first.getByRole('button', { name: 'Save' }))

  expect(await first.findByText(/^This chunk changed/)).toBeDefined()
  await user.click(first.getByRole('button', { name: 'Overwrite' }))
  await waitFor(async () =>
    expect((await get()).chunks[0]?.pageContent).toBe('Rule 1 of the museum of glass and me'),
  )
})

test('metadata must be an object; selected chunks are deleted together', async () => {
  const { user, get, panel } = await openChunks(3)
  await user.click(screen.getByRole('button', { name: 'Chunk 3' }))
  const third = within(await panel(3))
  await user.clear(third.getByLabelText('Metadata'))
  await user.type(third.getByLabelText('Metadata'), '7')
  expect(await third.findByText('Metadata must be a JSON object.')).toBeDefined()
  expect(third.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.clear(third.getByLabelText('Metadata'))

  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('checkbox', { name: 'Chunk 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Chunk 2' }))
  await user.click(screen.getByRole('button', { name: 'Delete 2 chunks' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete 2 chunks?' }))
  await user.click(question.getByRole('button', { name: 'Delete 2 chunks' }))
  await waitFor(async () => expect((await get()).chunks.map(({ chunkNo }) => chunkNo)).toEqual([3]))
})
