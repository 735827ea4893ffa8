import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { card, openCanvas } from '../testing/open-canvas.tsx'

/** A node of an unknown kind has no issues of its own that would re-render its card. */
const aStep = (id: string, type: string, parts: object = {}) => ({
  id,
  type,
  position: { x: 100, y: 100 },
  data: { id, name: id, label: id, inputs: {} },
  ...parts,
})

test('a step is disabled, and shown as such, as soon as its box is disabled', async () => {
  const nodes = [
    aStep('startAgentflow', 'agentFlow'),
    aStep('box', 'iteration', { width: 480, height: 260 }),
    aStep('oracle', 'agentFlow', { parentNode: 'box', extent: 'parent' }),
  ]
  await openCanvas({ flowData: JSON.stringify({ nodes, edges: [] }), type: 'AGENTFLOW' })
  const box = await card('box')
  const step = await card('oracle')

  box.focus()
  fireEvent.click(box)
  fireEvent.keyDown(box, { key: 'd' })

  await waitFor(() => expect(box.dataset.disabled).toBe('true'))
  expect(step.dataset.disabled).toBe('true')
})
