import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { placeNode } from '#shared/nodes.ts'
import { card, openCanvas, saveState } from '../testing/open-canvas.tsx'

test('a file is held until it is stored and then referenced by name, also in the undo steps, without becoming a change', async () => {
  const definition = catalogue.get('pdfFile')
  const data = definition && placeNode(describeNode(definition), 'pdfFile_0')
  const node = { id: 'pdfFile_0', type: 'customNode', position: { x: 0, y: 0 }, data }
  const { user, draft } = await openCanvas({ flowData: JSON.stringify({ nodes: [node], edges: [] }) })
  const loader = within(await card('pdfFile_0'))
  const hold = () => loader.queryByRole('link', { name: /^Download/ })
  const valueThere = async () => JSON.parse((await draft()).flowData).nodes[0].data.inputs.pdfFile

  await user.upload(
    loader.getByLabelText('PDF File', { selector: 'input' }),
    new File(['hello'], 'returns.pdf', { type: 'application/pdf' }),
  )
  await loader.findByText('returns.pdf')
  await waitFor(async () => expect(await valueThere()).toBe('FILE-STORAGE::["returns.pdf"]'))
  await waitFor(() => expect(hold()).toBeNull())
  expect(loader.getByText('returns.pdf')).toBeTruthy()
  await waitFor(() => expect(saveState()).toBe('saved'))
  const { revision } = await draft()

  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(loader.queryByText('returns.pdf')).toBeNull())
  await user.click(screen.getByRole('button', { name: /^Redo/ }))
  await loader.findByText('returns.pdf')
  expect(hold()).toBeNull()
  // Undone and redone before it was sent, so the server already has it.
  expect(saveState()).toBe('saved')
  expect((await draft()).revision).toBe(revision)
})
