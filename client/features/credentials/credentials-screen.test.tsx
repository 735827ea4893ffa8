import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

type Options = Pick<Parameters<typeof renderApp>[1], 'around' | 'language'>
type Key = { name: string; credentialName: string; plainDataObj: object }

const openAI = (name: string): Key => ({
  name,
  credentialName: 'openAIApi',
  plainDataObj: { openAIApiKey: 'sk-secret', basePath: 'https://models.example.com/v1' },
})

async function openScreen(keys: Key[], { as = 'ada', ...options }: Options & { as?: 'ada' | 'root' } = {}) {
  // The sandbox has platform keys, which would appear in every user's list.
  const { app, signUp, store } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const people = { root, ada: await signUp('ada') }
  const platform = (await root.call('GET', '/credentials')).json<{ id: string }[]>()
  for (const { id } of platform) {
    await root.call('DELETE', `/credentials/${id}`)
  }
  const session = people[as]
  const ids: string[] = []
  for (const key of keys) {
    ids.push((await session.call('POST', '/credentials', key)).json<{ id: string }>().id)
  }
  const makeFlow = (name: string, id: string | undefined) =>
    session.call('POST', '/chatflows', {
      name,
      type: 'CHATFLOW',
      flowData: aDemoFlow({ FLOWISE_CREDENTIAL_ID: id }),
    })
  const open = async (more: Options = {}) => {
    const view = await renderApp('/app/credentials', { app, session, ...options, ...more })
    // The first test of a file waits for the screen to load.
    await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 })
    return view
  }
  const list = async () =>
    (await session.call('GET', '/credentials')).json<{ name: string; shared: boolean }[]>()
  return { open, ids, makeFlow, list, store, ...people }
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

test('a first key is created: gallery, form with issues, and no secret in any response', async () => {
  const { open, list } = await openScreen([])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Add credential' }))
  await user.type(await screen.findByRole('searchbox', { name: /^Search \d+ services$/ }), 'anthropic')
  await user.click(await screen.findByRole('button', { name: /Anthropic API/ }))
  const form = await screen.findByRole('dialog', { name: 'Add Anthropic API' })
  expect(within(form).queryByText('Shared')).toBeNull()
  await user.click(within(form).getByRole('button', { name: 'Add credential' }))
  expect((await within(form).findByRole('alert')).textContent).toBe('Anthropic API Key is required')

  await user.type(within(form).getByLabelText(/Anthropic API Key/), 'sk-ant')
  await user.click(within(form).getByRole('button', { name: 'Add credential' }))

  expect(await screen.findByText('Anthropic API added.')).toBeDefined()
  expect(await list()).toMatchObject([{ name: 'Anthropic API', shared: false }])
})

test('a stored secret is shown as stored, and saving without an edit retains it', async () => {
  const { open, ids, ada } = await openScreen([openAI('Shop')])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Shop' }))
  expect(await screen.findByText(/^Saved \d/)).toBeDefined()
  const form = screen.getByRole('dialog', { name: 'Edit Shop' })
  expect(form.innerHTML).not.toContain('FLOWISE_BLANK')
  const name = within(form).getByLabelText(/^Name/)
  await user.clear(name)
  await user.type(name, 'Till')
  await user.click(within(form).getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Till saved.')).toBeDefined()
  const shown = (await ada.call('GET', `/credentials/${ids[0]}`)).json()
  expect(shown.plainDataObj.openAIApiKey).toContain('FLOWISE_BLANK')
})

test('a credential sealed with another key shows its empty form and the reason; saving repairs it', async () => {
  const { open, ids, ada, store } = await openScreen([openAI('Shop')])
  await store.exec("update credentials set sealed = 'of another key'")
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Shop' }))
  const reason = 'This credential was sealed with another key. Enter its values again.'
  expect(await screen.findByText(reason)).toBeDefined()
  const form = screen.getByRole('dialog', { name: 'Edit Shop' })
  expect(within(form).getByLabelText(/OpenAI API Key/)).toMatchObject({ value: '' })
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  expect((await within(form).findByRole('alert')).textContent).toBe('OpenAI API Key is required')
  await user.type(within(form).getByLabelText(/OpenAI API Key/), 'sk-new')
  await user.click(within(form).getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Shop saved.')).toBeDefined()
  const shown = await ada.call('GET', `/credentials/${ids[0]}`)
  expect([shown.statusCode, Object.keys(shown.json().plainDataObj)]).toEqual([200, ['openAIApiKey']])
})

test('the form of a service opens before the list of services has loaded', async () => {
  const { open } = await openScreen([openAI('Shop')])
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const around = async (answer: () => Promise<Response>, path: string) => {
    await (path.includes('credentials.kinds') ? held : undefined)
    return answer()
  }
  const { user } = await open({ around })

  await user.click(await screen.findByRole('button', { name: 'Shop' }))
  release()

  expect(await screen.findByRole('button', { name: 'Replace OpenAI API Key' })).toBeDefined()
})

test('replacing a secret opens an empty field, and discarding the typed value asks for confirmation', async () => {
  const { open } = await openScreen([openAI('Shop')])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Shop' }))
  await user.click(await screen.findByRole('button', { name: 'Replace OpenAI API Key' }))
  const field = screen.getByLabelText(/OpenAI API Key/)
  expect(field).toHaveProperty('value', '')
  await user.type(field, 'sk-new')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alertdialog', { name: 'Close without saving?' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Close without saving' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('deleting names the affected flows', async () => {
  const { open, ids, makeFlow, list } = await openScreen([openAI('Shop')])
  await makeFlow('Returns desk', ids[0])
  const { user } = await open()

  expect(within(await rowOf('Shop')).getByText('Shop')).toBeDefined()
  await waitFor(async () => expect(within(await rowOf('Shop')).getByText('In use')).toBeDefined())
  await user.click(screen.getByRole('button', { name: 'Actions for Shop' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Shop”?' })
  expect(within(question).getByText('Returns desk')).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Delete credential' }))

  expect(await screen.findByText('Connect a model provider')).toBeDefined()
  expect(await list()).toEqual([])
})

test('searches without diacritics, filters unused credentials, and clears', async () => {
  const { open, ids, makeFlow } = await openScreen([openAI('Müşteri'), openAI('Old index')])
  await makeFlow('Returns desk', ids[0])
  const { user } = await open()

  await user.type(await screen.findByRole('searchbox', { name: 'Name or type' }), 'musteri')
  expect(await screen.findByText('1 of 2')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: /^Unused/ }))
  expect(await screen.findByText('No match for “musteri”')).toBeDefined()
  await user.click(screen.getByText('Clear filters', { selector: 'button' }))
  expect(await screen.findByText('Old index')).toBeDefined()
})

test('a blocked address is rejected with a message, in the list and in the form', async () => {
  const key = {
    ...openAI('Inner'),
    plainDataObj: { openAIApiKey: 'x', basePath: 'http://10.0.0.1/v1' },
  }
  const { open } = await openScreen([key])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Test Inner' }))
  expect(await screen.findByText('Rejected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Inner' }))
  await user.click(await screen.findByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/^Refused: /)).toBeDefined()
})

test('an admin shares with everyone from the form and stops sharing from the menu', async () => {
  const { open, list } = await openScreen([openAI('House')], { as: 'root' })
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'House' }))
  await user.click(await screen.findByRole('switch', { name: /Share with everyone/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await list()).toMatchObject([{ shared: true }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Actions for House' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Stop sharing' }))
  await waitFor(async () => expect(await list()).toMatchObject([{ shared: false }]))
})

test('credentials shared by an admin are visible but read-only', async () => {
  const { open, root } = await openScreen([])
  await root.call('POST', '/credentials', { ...openAI('House'), shared: true })
  await open()

  const row = within(await rowOf('House'))
  expect(row.getByTitle('Shared by an admin')).toBeDefined()
  expect(row.queryAllByRole('button')).toEqual([])
})

test('a list that cannot be loaded shows an error in Turkish, and can be retried', async () => {
  let isBroken = true
  const { open } = await openScreen([openAI('Dükkân')], {
    language: 'tr',
    around: (answer, path) =>
      isBroken && path.includes('credentials.list')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : answer(),
  })
  const { user } = await open()

  expect(await screen.findByText('Kimlik bilgileri yüklenemedi')).toBeDefined()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }))
  expect(await screen.findByText('Dükkân')).toBeDefined()
})
