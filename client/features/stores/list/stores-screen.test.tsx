import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { DocumentStore } from '#shared/stores.ts'

async function openScreen(names: string[], path = '/app/document-stores') {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const ids: string[] = []
  for (const name of names) {
    ids.push(
      (await root.call('POST', '/document-store/store', { name, description: `${name} text` })).json().id,
    )
  }
  const list = async () => (await root.call('GET', '/document-store/store')).json<DocumentStore[]>()
  const open = async () => {
    const view = await renderApp(path, { app, session: root })
    await screen.findByRole('heading', { level: 1, name: 'Document Stores' }, { timeout: 15_000 })
    return view
  }
  return { open, list, root, ids, app }
}

test('the first store is added and shown as empty, with what to do next', async () => {
  const { open, list } = await openScreen([])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Add store' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a store' }))
  await user.click(dialog.getByRole('button', { name: 'Add store' }))
  expect(await dialog.findByText('Enter a name')).toBeDefined()
  await user.type(dialog.getByLabelText(/^Name/), 'Manual')
  await user.click(dialog.getByRole('button', { name: 'Add store' }))

  const card = within((await screen.findByRole('link', { name: 'Manual' })).closest('li') as HTMLElement)
  expect(card.getByText('Empty')).toBeDefined()
  expect(card.getByText('Add the first source')).toBeDefined()
  expect(await list()).toMatchObject([{ name: 'Manual', status: 'EMPTY' }])
})

test('search and filters narrow the list and stay in the address', async () => {
  const { open } = await openScreen(['Müşteri', 'Lease'], '/app/document-stores?q=musteri')
  const { user } = await open()

  expect(await screen.findByRole('link', { name: 'Müşteri' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Lease' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Used in flows/ }))
  expect(await screen.findByText('No match for “musteri”')).toBeDefined()
  expect(address()).toBe('/app/document-stores?q=musteri&filter=used')
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' }).slice(-1)
  await user.click(clear as HTMLElement)
  expect(await screen.findByRole('link', { name: 'Lease' })).toBeDefined()
})

test('a store is deleted only after its name was typed; flows that read it are named', async () => {
  const { open, list, root, ids } = await openScreen(['Manual', 'Other'])
  await root.call('POST', '/document-store/vectorstore/save', {
    ...{ storeId: ids[0], embeddingName: 'flowtillEmbeddings', embeddingConfig: {} },
    ...{ vectorStoreName: 'flowtillIndex', vectorStoreConfig: {} },
  })
  const flow = buildFlow([{ name: 'documentStoreVS', inputs: { selectedStore: ids[0] ?? '' } }])
  await root.call('POST', '/chatflows', {
    ...{ type: 'CHATFLOW', name: 'Guide', flowData: JSON.stringify(flow) },
  })
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Actions for Manual' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “Manual”?' }))
  expect(dialog.getByText('Guide')).toBeDefined()
  expect(dialog.getByText('Flowtill Hybrid Index')).toBeDefined()
  const submit = dialog.getByRole('button', { name: 'Delete store' })
  expect(submit).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(/^Type “Manual”/), 'Manual')
  await user.click(submit)

  await waitFor(async () => expect((await list()).map(({ name }) => name)).toEqual(['Other']))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Manual' })).toBeNull())
})

test('users without the admin role see why they cannot open the screen', async () => {
  const { app, signUp } = await createTestApp()
  await signUp('root')
  await renderApp('/app/document-stores', { app, session: await signUp('ada') })

  expect(await screen.findByText('Admin access required', undefined, { timeout: 15_000 })).toBeDefined()
})
