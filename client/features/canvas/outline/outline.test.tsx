import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { aGraph, inputOf, link, templates } from '../testing/a-graph.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { moveReference, orderOf } from './outline-details.tsx'
import { orderNodes } from './use-show-node.ts'

const withTools = [
  ['readTool_0', 'tools'],
  ['otherTool_0', 'tools'],
  ['model_0', 'model'],
].reduce(
  (graph, [source, input]) => link(graph, String(source), 'agent_0', String(input)),
  aGraph('memory', 'readTool', 'otherTool', 'model', 'agent'),
)

test('the outline lists answering nodes first, then their inputs, and unconnected nodes last', () => {
  expect(orderNodes(withTools, templates)).toEqual([
    'agent_0',
    'readTool_0',
    'otherTool_0',
    'model_0',
    'memory_0',
  ])
})

test('moves a list item up and down, and not beyond its ends', () => {
  const down = moveReference(withTools, 'agent_0', 'tools', 'readTool_0', 1)

  expect(orderOf(down, 'agent_0', 'tools')).toEqual(['otherTool_0', 'readTool_0'])
  expect(inputOf(down, 'agent_0', 'tools')).toEqual([
    '{{otherTool_0.data.instance}}',
    '{{readTool_0.data.instance}}',
  ])
  expect(moveReference(withTools, 'agent_0', 'tools', 'readTool_0', -1)).toBe(withTools)
  expect(moveReference(withTools, 'agent_0', 'tools', 'nobody_0', 1)).toBe(withTools)
})

async function openOutline() {
  const opened = await openCanvas({ flowData: aDemoFlow() })
  await card('conversationChain_0')
  await opened.user.click(screen.getByRole('tab', { name: 'Outline' }))
  return { ...opened, outline: within(await screen.findByTestId('outline')) }
}

test('moves between nodes with the arrow keys, opens one, renames and deletes it with keys', async () => {
  const { user, outline } = await openOutline()
  const heads = () =>
    outline.getAllByRole('button', { expanded: false }).filter((each) => each.matches('.outline-head'))
  heads()[0]?.focus()

  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(heads()[1])
  const name = document.activeElement?.querySelector('strong')?.textContent ?? ''
  await user.keyboard('{F2}')
  await user.keyboard('Renamed{Enter}')
  const renamed = await outline.findByRole('button', { name: /^Renamed, / })
  expect(outline.queryByRole('button', { name: new RegExp(`^${name}, `) })).toBeNull()

  renamed.focus()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(outline.queryByRole('button', { name: /^Renamed, / })).toBeNull())
  expect(document.activeElement?.matches('.outline-head')).toBe(true)
})

test('removes a link and adds it again, without the canvas', async () => {
  const { user, outline } = await openOutline()
  await user.click(outline.getByRole('button', { name: /^Conversation Chain, / }))
  const chain = within(
    outline.getByRole('button', { name: /^Conversation Chain, / }).closest('li') as HTMLElement,
  )

  await user.click(chain.getByRole('button', { name: /Flowtill Demo/ }))
  await waitFor(() => expect(screen.getByTestId('checklist-count').dataset.tone).toBe('blocking'))
  await user.click(chain.getAllByText('Connect to…')[0] as HTMLElement)
  await user.click(await screen.findByRole('option', { name: /Flowtill Demo/ }))

  await waitFor(() => expect(screen.getByTestId('checklist-count').dataset.tone).toBe('ready'))
})

test('F6 moves between regions of the page, and back', async () => {
  const { user } = await openOutline()
  screen.getByRole('application').focus()

  await user.keyboard('{Shift>}{F6}{/Shift}')
  expect(document.activeElement?.closest('.left-dock')).not.toBeNull()
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(screen.getByRole('application'))
})
