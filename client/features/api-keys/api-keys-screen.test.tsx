import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { groupPermissions, togglePermission } from './permission-tree.ts'

async function openScreen(names: string[], as: 'root' | 'ada' = 'root') {
  const { app, signUp } = await createTestApp()
  const people = { root: await signUp('root'), ada: await signUp('ada') }
  const { root } = people
  for (const keyName of names) {
    await root.call('POST', '/apikey', { keyName, permissions: ['chatflows:view'] })
  }
  const list = async () => (await root.call('GET', '/apikey')).json<ApiKey[]>()
  const open = async () => {
    const view = await renderApp('/app/apikey', { app, session: people[as] })
    // The first test of a file waits for the screen to load.
    await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 })
    return view
  }
  const use = (key: string) =>
    app.inject({ url: '/api/v1/chatflows', headers: { authorization: `Bearer ${key}` } })
  return { open, list, use, root }
}

test('a new key has the selected permissions, is shown once, and is then listed by its last characters', async () => {
  const { open, list, use } = await openScreen([])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Create key' }))
  const form = await screen.findByRole('dialog', { name: 'Create an API key' })
  const askPermission = within(form).getByRole('checkbox', { name: 'Ask flows' })
  expect(askPermission).toHaveProperty('checked', true)
  await user.click(askPermission)
  await user.click(within(form).getByRole('button', { name: 'Create key' }))
  expect(await within(form).findByText('Enter a name')).toBeDefined()
  expect(within(form).getByText('Choose at least one permission')).toBeDefined()

  await user.type(within(form).getByLabelText(/^Key name/), 'Shop website')
  const flows = within(form).getByRole('group', { name: 'ChatFlows' })
  await user.click(within(flows).getByRole('checkbox', { name: 'Change' }))
  expect(within(flows).getByRole('checkbox', { name: 'View' })).toHaveProperty('checked', true)
  await user.click(within(form).getByRole('button', { name: 'Create key' }))

  const shown = await screen.findByRole('dialog', { name: 'Your new key' })
  const { value: key } = within(shown).getByLabelText<HTMLInputElement>('API key')
  expect((await use(key)).statusCode).toBe(200)
  await user.click(within(shown).getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Your new key' })).toBeDefined()
  await user.click(within(shown).getByRole('button', { name: 'I have saved it' }))

  expect(await screen.findByText(`ftk_…${key.slice(-4)}`)).toBeDefined()
  expect(document.body.innerHTML).not.toContain(key)
  expect((await list())[0]?.permissions.toSorted()).toEqual(['chatflows:update', 'chatflows:view'])
})

test('name and permissions of a key are changed, the key itself is not', async () => {
  const { open, list } = await openScreen(['Shop'])
  const [before] = await list()
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Shop' }))
  const name = screen.getByLabelText(/^Key name/)
  await user.clear(name)
  await user.type(name, 'Till')
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('button', { name: 'Till' })).toBeDefined()
  expect(await screen.findByText('all')).toBeDefined()
  const [after] = await list()
  expect(after).toMatchObject({ keyName: 'Till', apiKey: before?.apiKey })
  expect(after?.permissions).toContain('credentials:delete')
})

test('shows the flows bound to a key, and names them before it is deleted', async () => {
  const { open, list, root } = await openScreen(['Shop', 'Other'])
  const shop = (await list()).find(({ keyName }) => keyName === 'Shop')
  const flow = { name: 'Returns desk', type: 'CHATFLOW', flowData: aDemoFlow(), apikeyid: shop?.id }
  await root.call('POST', '/chatflows', flow)
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Shop: show the 1 flow bound to it' }))
  expect(await screen.findByText('Returns desk')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Actions for Shop' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Shop”?' })
  expect(within(question).getByText('Returns desk')).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Delete key' }))
  await waitFor(async () => expect((await list()).map(({ keyName }) => keyName)).toEqual(['Other']))
})

test('filters by name and by keys unused by any program', async () => {
  const { open, list, use, root } = await openScreen(['Old'])
  const made = (
    await root.call('POST', '/apikey', { keyName: 'Busy', permissions: ['chatflows:view'] })
  ).json<ApiKey[]>()
  await use(made.find(({ keyName }) => keyName === 'Busy')?.apiKey ?? '')
  expect((await list()).find(({ keyName }) => keyName === 'Busy')?.lastUsedDate).not.toBeNull()
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Never used 1' }))
  expect(screen.queryByRole('button', { name: 'Busy' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'busy')
  expect(await screen.findByText('No match for “busy”')).toBeDefined()
  await user.click(screen.getByText('Clear filters', { selector: 'button' }))
  expect(await screen.findByRole('button', { name: 'Busy' })).toBeDefined()
})

test('the screen is hidden from non-admins', async () => {
  const { open } = await openScreen(['Shop'], 'ada')
  await open()

  expect(await screen.findByText('Admin access required')).toBeDefined()
  expect(screen.queryByText('Shop')).toBeNull()
})

test('any permission of a group also selects view, and removing view removes them', () => {
  expect(togglePermission([], 'variables:delete').toSorted()).toEqual(['variables:delete', 'variables:view'])
  expect(togglePermission(['variables:view', 'variables:delete', 'apikeys:view'], 'variables:view')).toEqual([
    'apikeys:view',
  ])
  expect(groupPermissions().every(({ permissions }) => permissions.length > 0)).toBe(true)
})
