import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Tool } from '#shared/tools.ts'

const aTool = {
  name: 'get_order',
  description: 'Finds an order by number',
  color: '#123456',
  schema: JSON.stringify([
    { id: 0, property: 'id', description: 'its number', type: 'string', required: true },
    { id: 1, property: 'verbose', description: '', type: 'boolean', required: false },
  ]),
  func: "console.log('looking for', $id)\nreturn $verbose ? { id: $id } : 'order ' + $id",
}

type Options = Partial<Pick<Parameters<typeof renderApp>[1], 'around' | 'language'>>

async function openScreen(tools: object[], options: Options = {}) {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const ids: string[] = []
  for (const tool of tools) {
    ids.push((await root.call('POST', '/tools', tool)).json().id)
  }
  const open = async () => {
    const view = await renderApp('/app/tools', { app, session: root, ...options })
    await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 })
    return view
  }
  const list = async () => (await root.call('GET', '/tools')).json<Tool[]>()
  return { open, list, root, ids }
}

const openEditor = () => screen.findByRole('dialog', { name: /Edit tool|Create a tool/ }, { timeout: 5_000 })

test('a tool is created from scratch and tested: name, rows, pasted JSON, code', async () => {
  const { open, list } = await openScreen([])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'Create a tool' }))
  const editor = within(await openEditor())
  const save = editor.getByRole('button', { name: 'Create tool' })
  await user.type(editor.getByLabelText(/^Name/), 'Get Order')
  expect(save).toHaveProperty('disabled', true)
  expect(editor.getByText('A name and a description are needed to save.')).toBeDefined()
  await user.type(editor.getByLabelText(/^Description(?! of)/), 'Finds an order')
  await user.click(save)
  expect(
    await editor.findByText('Use lower case letters, digits and _, not starting with a digit'),
  ).toBeDefined()
  await user.clear(editor.getByLabelText(/^Name/))
  await user.type(editor.getByLabelText(/^Name/), 'get_order')

  await user.click(editor.getByRole('button', { name: 'Add row' }))
  expect(document.activeElement).toBe(editor.getByRole('textbox', { name: 'Property 1' }))
  await user.keyboard('1d')
  await user.click(save)
  expect(await editor.findByText('Use letters, digits and _, not starting with a digit')).toBeDefined()
  await user.clear(editor.getByRole('textbox', { name: 'Property 1' }))
  await user.type(editor.getByRole('textbox', { name: 'Property 1' }), 'id')
  await user.click(editor.getByRole('checkbox', { name: 'Property 1 is required' }))

  await user.click(editor.getByRole('button', { name: 'Paste JSON' }))
  const paste = within(await screen.findByRole('dialog', { name: 'Paste JSON' }))
  await user.click(paste.getByLabelText('JSON'))
  await user.paste('{"verbose"')
  await user.click(paste.getByRole('button', { name: 'Add rows' }))
  expect(await paste.findByText(/Invalid JSON/)).toBeDefined()
  await user.click(paste.getByLabelText('JSON'))
  await user.paste(': true}')
  await user.click(paste.getByRole('button', { name: 'Add rows' }))
  expect(await editor.findByDisplayValue('verbose')).toBeDefined()

  await user.click(editor.getByRole('button', { name: 'See example' }))
  await user.click(save)
  expect(await screen.findByRole('button', { name: 'get_order' })).toBeDefined()
  const [saved] = await list()
  expect(saved).toMatchObject({ name: 'get_order', func: expect.stringContaining('$order_id') })
  expect(JSON.parse(saved?.schema ?? '')).toMatchObject([
    { property: 'id', type: 'string', required: true },
    { property: 'verbose', type: 'boolean', required: false },
  ])
})

test('a test runs the code in the editor: result, log, error, and nothing is saved', async () => {
  const { open, list } = await openScreen([
    aTool,
    { ...aTool, name: 'broken', func: 'throw new Error("no")' },
  ])
  const before = await list()
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'get_order' }))
  const panel = within(within(await openEditor()).getByRole('region', { name: 'Test' }))
  await user.type(panel.getByLabelText(/^id/), '7{Enter}')
  expect(await panel.findByText('order 7')).toBeDefined()
  expect(panel.getByText('looking for 7')).toBeDefined()
  expect(panel.getByText('Returned')).toBeDefined()
  await user.click(panel.getByLabelText('verbose'))
  await user.click(panel.getByRole('button', { name: 'Run test' }))
  expect(await panel.findByText(/"id": "7"/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))

  await user.click(await screen.findByRole('button', { name: 'broken' }))
  const other = within(within(await openEditor()).getByRole('region', { name: 'Test' }))
  await user.click(other.getByRole('button', { name: 'Run test' }))
  expect(await other.findByText('Failed')).toBeDefined()
  expect(other.getByText(/no \(line 1\)/)).toBeDefined()
  expect(await list()).toEqual(before)
})

test('deleting names the flows that use it; unused ones are filtered', async () => {
  const { open, list, root, ids } = await openScreen([aTool, { ...aTool, name: 'idle' }])
  const flow = buildFlow([{ name: 'customTool', inputs: { selectedTool: ids[0] ?? '' } }])
  await root.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Returns desk',
    flowData: JSON.stringify(flow),
  })
  const { user } = await open()

  expect(await screen.findByText('1 flow')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /Unused/ }))
  expect(screen.queryByRole('button', { name: 'get_order' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /Unused/ }))
  await user.click(screen.getByRole('button', { name: 'Actions for get_order' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete “get_order”?' }))
  expect(question.getByText('Returns desk')).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Delete tool' }))
  await waitFor(async () => expect((await list()).map(({ name }) => name)).toEqual(['idle']))
})

test('a file is reviewed before it is saved; a flow file is recognized', async () => {
  const { open, list } = await openScreen([])
  const { user } = await open()
  const choose = (text: string, name: string) =>
    user.upload(screen.getByLabelText('Load JSON', { selector: 'input' }), new File([text], name))

  await choose('{"nodes":[]}', 'flow.json')
  expect(await screen.findByText('This is a file of a flow. Load it in ChatFlows.')).toBeDefined()
  const file = join(import.meta.dirname, 'testing/post_note.json')
  await choose(readFileSync(file, 'utf8'), 'post_note.json')
  const editor = within(await openEditor())
  expect(editor.getByText(/Review the code/)).toBeDefined()
  expect(editor.getByDisplayValue('message')).toBeDefined()
  expect(await list()).toEqual([])
  await user.click(editor.getByRole('button', { name: 'Create tool' }))
  expect(await screen.findByRole('button', { name: 'post_note' })).toBeDefined()
})

test('unsaved changes ask for confirmation once; a template is stored', async () => {
  const { open, list, root } = await openScreen([aTool])
  const { user } = await open()

  await user.click(await screen.findByRole('button', { name: 'get_order' }))
  const editor = within(await openEditor())
  await user.type(editor.getByLabelText(/^Description(?! of)/), ' and more')
  await user.click(editor.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(editor.getByDisplayValue('Finds an order by number and more')).toBeDefined()
  await user.click(editor.getByRole('button', { name: 'Save as template' }))
  const card = within(await screen.findByRole('dialog', { name: /template/i }))
  await user.click(card.getByRole('button', { name: /save/i }))
  await waitFor(async () =>
    expect((await root.call('GET', '/marketplaces/custom')).json()).toMatchObject([
      { name: 'get_order', type: 'Tool', func: aTool.func },
    ]),
  )
  // The confirmation dialog must close first.
  await user.click(await editor.findByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await list())[0]?.description).toBe('Finds an order by number and more'))
})

test('a list that fails to load shows an error, and loads on retry', async () => {
  let isBroken = true
  const { open } = await openScreen([aTool], {
    around: (answer, path) =>
      isBroken && path.includes('tools.list')
        ? Promise.resolve(Response.json({ error: { message: 'x', code: -32603, data: {} } }, { status: 500 }))
        : answer(),
  })
  const { user } = await open()

  expect(await screen.findByText('Could not load tools')).toBeDefined()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'get_order' })).toBeDefined()
})

test('is translated into Turkish', async () => {
  const { open } = await openScreen([aTool], { language: 'tr' })
  await open()

  expect(await screen.findByRole('heading', { name: 'Araçlar' })).toBeDefined()
})
