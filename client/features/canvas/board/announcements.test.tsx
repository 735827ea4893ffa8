import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

const announcement = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '')

const focused = () => document.activeElement
const canvas = () => screen.getByRole('application')

test('key actions are announced in full sentences, and the focus is never lost', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  const model = await card('flowtillDemoModel_0')
  expect(model.getAttribute('aria-label')).toBe('Flowtill Demo, Chat model')

  // Keys apply to a card focused by Tab even when it is not selected.
  await user.tab()
  model.focus()
  await user.keyboard('{Delete}')
  expect(announcement()).toContain('Deleted “Flowtill Demo”')
  await waitFor(() => expect(focused()).toBe(canvas()))
  await user.keyboard('{Control>}z{/Control}')
  expect(announcement()).toContain('Undo: delete “Flowtill Demo”')

  await user.keyboard('a')
  const quick = within(await screen.findByRole('dialog', { name: 'Add a node' }))
  await user.type(quick.getByRole('combobox'), 'zzzz')
  await waitFor(() => expect(announcement()).toContain('No node matches “zzzz”.'))
  await user.clear(quick.getByRole('combobox'))
  await user.type(quick.getByRole('combobox'), 'conversation chain')
  await quick.findByRole('option', { name: /^Conversation Chain/ })
  await user.keyboard('{Enter}')
  expect(announcement().some((text) => /^Added “Conversation Chain”, \d issues$/.test(text ?? ''))).toBe(true)
  expect(focused()).toBe(canvas())
  await user.keyboard('c')
  const targets = within(await screen.findByRole('dialog', { name: 'Connect to…' }))
  await targets.findAllByRole('option')
  await user.keyboard('{Enter}')
  expect(announcement().some((text) => /^Connected .+ to .+ of Conversation Chain/.test(text ?? ''))).toBe(
    true,
  )
  await waitFor(() => expect(focused()).toBe(canvas()))

  await user.keyboard('{Control>}a{/Control}')
  expect(announcement()).toContain('4 nodes selected')
})

test('a panel opened by a key or a button receives the focus, and Escape returns it', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  const model = await card('flowtillDemoModel_0')
  model.focus()
  await user.keyboard('{Enter}{Enter}')
  expect(focused()).toBe(screen.getByRole('tab', { name: 'Inspector' }))
  expect(screen.getByRole('group', { name: 'Flowtill Demo' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(focused()).toBe(screen.getByTestId('node-flowtillDemoModel_0'))
  expect(focused()?.getAttribute('aria-label')).toBe('Flowtill Demo, Chat model, selected')

  const counter = screen.getByTestId('checklist-count')
  await user.click(counter)
  expect(focused()).toBe(screen.getByRole('tab', { name: 'Checklist' }))
  await user.click(screen.getByRole('button', { name: 'Close the side panel' }))
  expect(focused()).toBe(counter)
  await user.click(screen.getByTestId('save-state'))
  expect(focused()).toBe(screen.getByRole('tab', { name: 'Versions' }))
})

test('linking from the outline stays in the outline', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  await card('conversationChain_0')
  await user.click(screen.getByRole('tab', { name: 'Outline' }))
  const outline = within(await screen.findByTestId('outline'))
  const head = outline.getByRole('button', { name: /^Conversation Chain, / })
  await user.click(head)
  await user.click(outline.getByRole('button', { name: 'Disconnect Flowtill Demo' }))
  await user.click(await outline.findByRole('combobox', { name: 'Connect Chat Model' }))
  await user.keyboard('{Enter}')

  await outline.findByRole('button', { name: 'Disconnect Flowtill Demo' })
  await waitFor(() => expect(screen.getByTestId('outline').contains(focused())).toBe(true))
})

test('a port is one tab stop: a button while unlinked, then the port, which announces its link and can remove it', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  const chain = await card('conversationChain_0')
  const stops = () =>
    [...chain.querySelectorAll<HTMLElement>('.anchor :is(button, [role=button])')]
      .filter(({ tabIndex }) => tabIndex === 0)
      .map((each) => each.getAttribute('aria-label') ?? each.title)
  expect(stops().filter((name) => name.includes('Chat Model'))).toEqual([
    'Chat Model, input, accepts Chat model, linked to Flowtill Demo',
  ])

  const port = within(chain).getByRole('button', { name: /^Chat Model, input/ })
  port.focus()
  await user.keyboard('{Delete}')
  expect(announcement()).toContain('Deleted 1 link')
  expect(stops().filter((name) => name.includes('Chat Model'))).toEqual(['Connect Chat Model'])
  // The card keeps its element when it is selected.
  expect(screen.getByTestId('node-conversationChain_0')).toBe(chain)

  const targets = async () => {
    const list = await screen.findByRole('dialog', { name: 'Connect to…' })
    return within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }
  within(chain).getByRole('button', { name: 'Connect Chat Model' }).focus()
  await user.keyboard('c')
  expect(await targets()).toEqual([expect.stringContaining('Flowtill Demo')])
  await user.keyboard('{Escape}')
  within(chain).getByRole('button', { name: 'Connect Chat Model' }).focus()
  await user.keyboard('{Delete}')
  expect(screen.getByTestId('node-conversationChain_0')).toBe(chain)

  // A wire started from a port with Enter can end at the button.
  const output = within(await card('flowtillDemoModel_0')).getByRole('button', {
    name: 'Chat model output of Flowtill Demo',
  })
  output.focus()
  await user.keyboard('{Enter}')
  const connect = within(chain).getByRole('button', { name: 'Connect Chat Model' })
  connect.focus()
  await user.keyboard('{Enter}')
  expect(announcement().some((text) => /^Connected Flowtill Demo to Chat Model/.test(text ?? ''))).toBe(true)
  expect(screen.queryByRole('dialog', { name: 'Add a node' })).toBeNull()
  await waitFor(() => expect(focused()).toBe(canvas()))
})
