import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

test('a double click opens a panel that starts with the prompt and the linked model, links last', async () => {
  const { user, stored } = await openCanvas({ flowData: aDemoFlow() })

  fireEvent.doubleClick(await card('conversationChain_0'))

  const panel = within(
    await screen
      .findByRole('group', { name: 'Conversation Chain' }, { timeout: 3_000 })
      .then(() => screen.getByRole('tabpanel')),
  )
  const fields = [...document.querySelectorAll('.panel-body .panel-label')].map(
    ({ textContent }) => textContent,
  )
  expect(fields[0]).toMatch(/^System Message/)
  expect(fields[1]).toMatch(/^Model Name.*set in Flowtill Demo/)
  expect(fields[2]).toMatch(/^Temperature.*set in Flowtill Demo/)
  expect(document.querySelector('.panel-body')?.lastElementChild?.className).toContain('panel-links')

  const temperature = panel.getByRole('spinbutton', { name: /Temperature/ })
  await user.clear(temperature)
  await user.type(temperature, '0.2{Enter}')
  await waitFor(
    async () =>
      expect(
        (await stored()).nodes.find(({ id }: { id: string }) => id === 'flowtillDemoModel_0').data.inputs
          .temperature,
      ).toBe(0.2),
    { timeout: 4_000 },
  )
})

test('*More settings* are collapsed, count changed fields and stay open until the canvas closes', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  const fold = async (isOpen: boolean) => {
    const panel = within(await screen.findByRole('tabpanel'))
    return panel.findByRole('button', { name: /^More settings/, expanded: isOpen })
  }
  const maxTokens = () => screen.queryByRole('spinbutton', { name: /Max Tokens/ })
  fireEvent.doubleClick(await card('flowtillDemoModel_0'))
  const button = await fold(false)
  expect(maxTokens()).toBeNull()

  button.focus()
  await user.keyboard('{Enter}')
  fireEvent.change(maxTokens() as HTMLElement, { target: { value: '7' } })
  fireEvent.blur(maxTokens() as HTMLElement)
  await waitFor(() => expect(button.textContent).toBe('More settings1 of 1 changed'))

  fireEvent.doubleClick(await card('conversationChain_0'))
  await screen.findByRole('group', { name: 'Conversation Chain' })
  fireEvent.doubleClick(await card('flowtillDemoModel_0'))
  await user.click(await fold(true))
  expect(maxTokens()).toBeNull()
})

test('*Links* shows the number of connections, collapses with a key and stays collapsed while the canvas is open', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  const openNode = async (id: string) => {
    fireEvent.doubleClick(await card(id))
    return within(await screen.findByRole('tabpanel'))
  }
  const panel = await openNode('conversationChain_0')
  const button = await panel.findByRole('button', { name: /^Links/, expanded: true })
  const list = document.getElementById(button.getAttribute('aria-controls') ?? '')
  const rows = [...(list?.querySelectorAll('li') ?? [])]
  const connected = rows.filter((row) => row.querySelector('.panel-linked'))
  expect(connected.length).toBeGreaterThan(0)
  expect(button.textContent).toBe(`Links${connected.length} of ${rows.length} connected`)

  button.focus()
  await user.keyboard('{Enter}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(list?.hidden).toBe(true)

  await (await openNode('flowtillDemoModel_0')).findByRole('button', { name: /^Links/, expanded: true })
  const again = await openNode('conversationChain_0')
  await user.click(await again.findByRole('button', { name: /^Links/, expanded: false }))
  expect(again.getAllByRole('button', { name: /^Disconnect/ }).length).toBeGreaterThan(0)
})

test('a field with an issue opens *More settings*', async () => {
  await openCanvas({ flowData: aDemoFlow({ maxTokens: '{{gone_0.data.instance}}' }) })

  fireEvent.doubleClick(await card('flowtillDemoModel_0'))

  const panel = within(await screen.findByRole('tabpanel'))
  expect(await panel.findByRole('button', { name: /^More settings/, expanded: true })).toBeDefined()
})

test('a single node is connected with one key: quick-add lists compatible nodes', async () => {
  const { user, stored } = await openCanvas({ flowData: JSON.stringify({ nodes: [], edges: [] }) })
  await user.type(
    screen.getByRole('combobox', { name: 'Search nodes, tags, models' }),
    'flowtill demo{Enter}',
  )
  const model = await card('flowtillDemoModel_0')
  model.focus()

  await user.keyboard('c')
  const quick = within(await screen.findByRole('dialog', { name: 'Add a node' }))
  await user.type(quick.getByRole('combobox'), 'conversation chain{Enter}')

  await card('conversationChain_0')
  await waitFor(async () => expect((await stored()).edges).toHaveLength(1), { timeout: 4_000 })
})
