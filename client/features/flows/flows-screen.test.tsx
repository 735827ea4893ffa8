import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import type { SavedFlow } from '#shared/flows.ts'

type Around = Parameters<typeof renderApp>[1]['around']

async function openList(names: string[], { around }: { around?: Around } = {}) {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const flows: SavedFlow[] = []
  for (const name of names) {
    const flowData = JSON.stringify({ nodes: [aNode], edges: [] })
    flows.push((await ada.call('POST', '/chatflows', { name, flowData, type: 'CHATFLOW' })).json())
  }
  const { user } = await renderApp('/app/chatflows', { app, session: ada, ...(around && { around }) })
  const list = async () => (await ada.call('GET', '/chatflows')).json<SavedFlow[]>().map(({ name }) => name)
  return { user, ada, flows, list }
}

const aNode = {
  id: 'chatOpenAI_0',
  type: 'customNode',
  position: { x: 0, y: 0 },
  data: {
    id: 'chatOpenAI_0',
    name: 'chatOpenAI',
    label: 'OpenAI',
    baseClasses: ['ChatOpenAI', 'BaseChatModel'],
    credential: 'secret-credential-id',
    inputParams: [],
    inputAnchors: [],
    inputs: { modelName: 'gpt-4o-mini' },
    outputAnchors: [],
  },
}

const links = () => screen.getAllByRole('link').filter((link) => link.dataset.flowLink)
const shown = () => links().map(({ textContent }) => textContent)

test('shows each flow with its weekly usage, and the number of flows', async () => {
  await openList(['Returns desk', 'Müşteri karşılama'])

  expect(await screen.findByText('2 flows')).toBeDefined()
  expect(shown()).toEqual(['Müşteri karşılama', 'Returns desk'])
  expect(screen.getAllByText('Cost, 7 d')).toHaveLength(2)
  expect(links()[0]?.getAttribute('href')).toMatch(/^\/canvas\/[\w-]+$/)
})

test('a search ignores diacritics, reports no results, and can be cleared', async () => {
  const { user } = await openList(['Returns desk', 'Müşteri karşılama'])
  const search = await screen.findByRole('searchbox')

  await user.type(search, 'musteri')
  expect(await screen.findByText('1 of 2 flows')).toBeDefined()
  expect(shown()).toEqual(['Müşteri karşılama'])

  await user.type(search, 'x')
  expect(await screen.findByText('No match for “musterix”')).toBeDefined()
  await user.click(screen.getByText('Clear filters'))
  expect(await screen.findByText('2 flows')).toBeDefined()
})

test('the table sorts by its column headers, and the view is stored', async () => {
  const { user } = await openList(['Zebra', 'Apple'])

  await user.click(await screen.findByRole('button', { name: 'Table' }))
  await user.click(screen.getByRole('button', { name: 'Name' }))

  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  expect(shown()).toEqual(['Apple', 'Zebra'])
  expect(localStorage.getItem('flows.view')).toBe('"table"')
})

test('renames with F2', async () => {
  const { user, list } = await openList(['Old name'])
  await screen.findByText('1 flow')
  links()[0]?.focus()

  await user.keyboard('{F2}')
  const field = await screen.findByLabelText('Name')
  await user.clear(field)
  await user.type(field, 'New name{Enter}')

  expect(await screen.findByRole('link', { name: 'New name' })).toBeDefined()
  expect(await list()).toEqual(['New name'])
})

test('a name must not be empty', async () => {
  const { user } = await openList(['Old name'])
  await screen.findByText('1 flow')
  links()[0]?.focus()
  await user.keyboard('{F2}')

  await user.clear(await screen.findByLabelText('Name'))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Enter a name')).toBeDefined()
})

test('duplicates, and offers to open the copy', async () => {
  const { user, list } = await openList(['Returns desk'])
  await user.click(await screen.findByRole('button', { name: 'Actions for Returns desk' }))

  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))

  expect(await screen.findByRole('link', { name: 'Returns desk copy' })).toBeDefined()
  expect(within(screen.getByTestId('toast')).getByRole('button', { name: 'Open' })).toBeDefined()
  expect(await list()).toHaveLength(2)
})

test('only the named flow is deleted, after confirmation', async () => {
  const { user, flows, list } = await openList(['Returns desk'])
  const stored = `${flows[0]?.id}_INTERNAL`
  localStorage.setItem(stored, '{}')
  await screen.findByText('1 flow')
  links()[0]?.focus()

  await user.keyboard('{Delete}')
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Returns desk”?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await list()).toHaveLength(1)

  links()[0]?.focus()
  await user.keyboard('{Delete}')
  await user.click(await screen.findByRole('button', { name: 'Delete flow' }))
  expect(await screen.findByText('“Returns desk” deleted.')).toBeDefined()
  expect(await list()).toEqual([])
  expect(localStorage.getItem(stored)).toBeNull()
})

test('exports without secrets, under a name that import recognizes', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:flow'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = await openList(['Returns desk'])
  await user.click(await screen.findByRole('button', { name: 'Actions for Returns desk' }))

  await user.click(await screen.findByRole('menuitem', { name: 'Export JSON' }))

  await waitFor(() => expect(names).toEqual(['Returns desk Chatflow.json']))
  const text = (await files[0]?.text()) ?? ''
  expect(JSON.parse(text)).toMatchObject({ nodes: [{ id: 'chatOpenAI_0' }], edges: [] })
  expect(text).not.toContain('secret-credential-id')
})

test('a dropped file is previewed, and the requested flow is created from it', async () => {
  const { user, ada, list } = await openList(['Returns desk'])
  await screen.findByText('1 flow')
  const key = { name: 'My key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-1' } }
  const { id: keyId } = (await ada.call('POST', '/credentials', key)).json<{ id: string }>()
  const { credential: _, ...data } = aNode.data
  const strange = {
    ...aNode,
    position: { x: 400, y: 0 },
    id: 'oracleBone_0',
    data: { name: 'oracleBone', label: 'Oracle', inputs: {} },
  }
  const text = JSON.stringify({ nodes: [{ ...aNode, data }, strange], edges: [] })
  const file = new File([text], 'Desk Chatflow.json')

  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } })
  expect(await screen.findByText('2 nodes, 0 links')).toBeDefined()
  const dialog = within(screen.getByRole('dialog', { name: 'Import a flow' }))
  expect(dialog.getByText('oracleBone')).toBeDefined()
  expect(dialog.getByRole('checkbox', { name: 'Keep as placeholder' })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('checkbox', { name: 'Keep as placeholder' }))
  expect(await dialog.findByText('1 node, 0 links')).toBeDefined()
  await user.click(dialog.getByRole('checkbox', { name: 'Keep as placeholder' }))
  await user.click(await dialog.findByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: 'My key' }))
  const name = dialog.getByLabelText(/Name of the flow/)
  await user.clear(name)
  await user.type(name, 'Oracle desk')
  expect(await list()).toEqual(['Returns desk'])
  await user.click(dialog.getByRole('button', { name: 'Create flow' }))

  await waitFor(() => expect(address()).toMatch(/^\/canvas\/[\w-]+$/))
  const id = address()?.split('/').at(-1)
  const made = (await ada.call('GET', `/chatflows/${id}`)).json<SavedFlow>()
  expect(made.name).toBe('Oracle desk')
  expect(JSON.parse(made.flowData).nodes).toMatchObject([
    { data: { credential: keyId, inputs: aNode.data.inputs } },
    strange,
  ])
})

test('shows why a dropped file is not a flow', async () => {
  const { list } = await openList(['Returns desk'])
  await screen.findByText('1 flow')
  const file = new File(['{"prompts": []}'], 'notes.json')

  fireEvent.drop(document.body, { dataTransfer: { files: [file], types: ['Files'] } })

  expect((await screen.findByRole('alert')).textContent).toContain(
    'notes.json was not imported. It contains no flow: the list of nodes is missing.',
  )
  expect(await list()).toHaveLength(1)
})

test('with nothing built, a sample question creates the example and sends it', async () => {
  const { user, list } = await openList([])
  const question = await screen.findByRole('button', { name: 'Can I return a plate that arrived chipped?' })
  expect(screen.getByRole('button', { name: 'Create a flow' })).toBeDefined()

  await user.click(question)

  await waitFor(() => expect(address()).toMatch(/^\/canvas\/[\w-]+/))
  expect(await list()).toEqual(['Returns desk'])
})

test('a list that cannot be loaded shows an error, and is reloaded on demand', async () => {
  let isBroken = true
  const { user } = await openList(['Returns desk'], {
    around: (answer, path) =>
      isBroken && path.includes('flows.summaries') ? Promise.reject(new TypeError('fetch failed')) : answer(),
  })
  expect(await screen.findByText('Could not load flows')).toBeDefined()

  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('link', { name: 'Returns desk' })).toBeDefined()
})

test('a flow shows whether its draft matches the published version', async () => {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  const write = (route: string, payload: object) =>
    app.inject({ method: 'POST', url: `/trpc/${route}`, payload, headers: ada.headers })
  const flowData = JSON.stringify({ nodes: [aNode], edges: [] })
  await ada.call('POST', '/chatflows', { name: 'Live', flowData, type: 'CHATFLOW' })
  const ahead = await ada.call('POST', '/chatflows', { name: 'Ahead', type: 'CHATFLOW' })
  await write('flows.saveDraft', { id: ahead.json<SavedFlow>().id, base: 0, flowData })
  await write('flows.begin', { name: 'Begun', flowData })

  await renderApp('/app/chatflows', { app, session: ada })

  const card = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent
  expect(await card('Ahead')).toMatch(/Changed.*1 change since v1/)
  expect(await card('Begun')).toMatch(/Draft(?!.*since)/)
  expect(await card('Live')).toMatch(/Published(?!.*since)/)
})

test('a description is added inline; Esc cancels it', async () => {
  const { user, ada } = await openList(['Returns desk'])
  const described = async () => (await ada.call('GET', '/chatflows')).json<SavedFlow[]>()[0]?.description

  await user.click(await screen.findByRole('button', { name: 'Add a description to Returns desk' }))
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'For later{Escape}')
  expect(await described()).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Add a description to Returns desk' }))
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Answers return questions.{Enter}')

  const shown = await screen.findByRole('button', { name: 'Edit the description of Returns desk' })
  expect(shown.textContent).toBe('Answers return questions.')
  await expect.poll(described).toBe('Answers return questions.')
  expect(address()).toBe('/app/chatflows')
})

test('state, public and tag filters apply to the list and are stored in the URL', async () => {
  const { user, ada, flows } = await openList(['Returns desk', 'Shop'])
  await ada.call('PUT', `/chatflows/${flows[0]?.id}`, { category: 'support;web', isPublic: true })
  await user.click(await screen.findByRole('button', { name: 'Draft 0' }))
  expect(address()).toBe('/app/chatflows?state=draft')
  expect(await screen.findByText('No flow fits these filters')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/app/chatflows')
})

test('a URL with filters opens the list filtered', async () => {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')
  for (const [name, category, isPublic] of [
    ['Returns desk', 'support;web', true],
    ['Shop', 'shop', true],
    ['Inner', 'support', false],
  ]) {
    await ada.call('POST', '/chatflows', { name, category, isPublic, type: 'CHATFLOW' })
  }
  const { user } = await renderApp('/app/chatflows?public=1&tag=support', { app, session: ada })

  expect(await screen.findByText('1 of 3 flows')).toBeDefined()
  expect(shown()).toEqual(['Returns desk'])
  expect(screen.getByRole('button', { name: 'Public 2' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('combobox', { name: 'Tag' }))
  await user.click(await screen.findByRole('option', { name: 'All tags' }))
  expect(await screen.findByText('2 of 3 flows')).toBeDefined()
})

test('N opens the options for a new flow, and a letter selects one', async () => {
  const { user } = await openList(['Returns desk'])
  await screen.findByText('1 flow')

  await user.keyboard('n')
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual([
    expect.stringMatching(/^Blank canvas.*B$/),
    expect.stringMatching(/^From a template.*T$/),
    expect.stringMatching(/^Import a file.*I$/),
    expect.stringMatching(/^Describe it.*G$/),
  ])

  await user.keyboard('t')
  expect(await screen.findByRole('dialog', { name: 'New flow from a template' })).toBeDefined()
})

test('*Describe it* opens a new chat flow with its description, for every user', async () => {
  const { app, signUp } = await createTestApp()
  await signUp('root')
  const ada = await signUp('ada')
  await ada.call('POST', '/chatflows', { name: 'Returns desk', type: 'CHATFLOW' })
  const { user } = await renderApp('/app/chatflows', { app, session: ada })
  await screen.findByText('1 flow')

  await user.keyboard('n')
  await screen.findByRole('menuitem', { name: /^Describe it/ })
  await user.keyboard('g')

  await waitFor(() => expect(address()).toBe('/canvas?start=describe'))
})

test('a user without the gallery can still start from a template', async () => {
  const { app, signUp } = await createTestApp()
  await signUp('root')
  const ada = await signUp('ada')
  const { user } = await renderApp('/app/chatflows', { app, session: ada })

  await user.click(await screen.findByRole('button', { name: 'use a template' }))
  const [use] = await screen.findAllByRole('button', { name: /^Use / })
  await user.click(use as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Create flow' }))

  await waitFor(() => expect(address()).toMatch(/^\/canvas\/[\w-]+$/))
})

test('the load-chatflow menu item opens a file and previews its content', async () => {
  const { user } = await openList(['Returns desk'])
  await screen.findByText('1 flow')
  const input = screen.getByLabelText('Load Chatflow', { selector: 'input' })
  expect(input.getAttribute('accept')).toBe('.json')

  await user.upload(input, new File([JSON.stringify({ nodes: [aNode], edges: [] })], 'Desk.json'))

  expect(await screen.findByRole('dialog', { name: 'Import a flow' })).toBeDefined()
  expect(await screen.findByText('1 node, 0 links')).toBeDefined()
})
