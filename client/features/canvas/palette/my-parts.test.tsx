import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FlowFile } from '#shared/flow-file.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { readFlow } from '../testing/read-flow.ts'

const model = 'chatOpenAI_0'
const chain = 'conversationChain_0'

function grouped() {
  const file = JSON.parse(readFlow('conversation'))
  const area = { color: 'stone', collapsed: false, locked: false, members: [model, chain] }
  const frame = {
    id: 'areaFrame_0',
    type: 'areaFrame',
    position: { x: 0, y: 0 },
    width: 900,
    height: 700,
    data: { id: 'areaFrame_0', name: 'stickyNote', label: 'Answering', inputs: { note: '' }, area },
  }
  const nodes = file.nodes.map((node: { id: string; data: object }) =>
    node.id === model ? { ...node, data: { ...node.data, credential: 'secret-id' } } : node,
  )
  return JSON.stringify({ ...file, nodes: [frame, ...nodes] })
}

test('a group is saved as a part and inserted again: new ids, its own link, no credential, one undo step', async () => {
  const { user, stored } = await openCanvas({ flowData: grouped() })
  await card(model)

  expect(screen.getByLabelText('Save as part')).toBeDefined()
  fireEvent.contextMenu(screen.getByTestId('node-areaFrame_0'))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as part' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as part' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Answering')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByTitle('Insert Answering, 2 nodes'))

  await card('chatOpenAI_1')
  await waitFor(async () =>
    expect((await stored()).nodes).toHaveLength(JSON.parse(grouped()).nodes.length + 3),
  )
  const { nodes, edges } = (await stored()) as FlowFile
  const [copy, answer] = ['chatOpenAI_1', 'conversationChain_1'].map((id) => nodes.find((n) => n.id === id))
  expect(copy?.data.credential ?? '').toBe('')
  expect(answer?.data.inputs.model).toBe('{{chatOpenAI_1.data.instance}}')
  expect(answer?.data.inputs.memory ?? '').toBe('')
  expect(edges.filter(({ target }) => target === 'conversationChain_1').map(({ source }) => source)).toEqual([
    'chatOpenAI_1',
  ])
  expect(nodes.find(({ id, type }) => type === 'areaFrame' && id !== 'areaFrame_0')?.data.area).toMatchObject(
    {
      members: ['chatOpenAI_1', 'conversationChain_1'],
    },
  )
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.queryByTestId('node-chatOpenAI_1')).toBeNull())

  await user.click(screen.getByLabelText('Delete part Answering'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByTitle(/^Insert Answering/)).toBeNull())
})
