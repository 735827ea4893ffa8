import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FlowFile } from '#shared/flow-file.ts'
import { openCanvas } from '../testing/open-canvas.tsx'
import { newAgentFlow } from './add-step.ts'
import { stepTemplates } from './step-templates.ts'

test('an agent canvas offers steps and nothing else; they are put down by click and by dragging', async () => {
  const { user, stored } = await openCanvas({ flowData: newAgentFlow('Start'), type: 'AGENTFLOW' })
  await screen.findByTestId('node-startAgentflow_0')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(stepTemplates.size))

  const row = (label: string) => screen.getAllByText(label, { selector: '.palette-node strong span' })[0]
  await user.click(row('Iteration') as HTMLElement)
  expect(await screen.findByTestId('node-iterationAgentflow_0')).toBeDefined()
  const data = new DataTransfer()
  const dragged = screen
    .getAllByRole('option')
    .find(({ textContent }) => textContent?.startsWith('Direct Reply'))
  fireEvent.dragStart(dragged as HTMLElement, { dataTransfer: data })
  act(() => {
    const drop = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(drop, { clientX: 40, clientY: 40, dataTransfer: data })
    screen.getByRole('application').dispatchEvent(drop)
  })
  expect(await screen.findByTestId('node-directReplyAgentflow_0')).toBeDefined()

  await waitFor(async () => expect((await stored()).nodes).toHaveLength(3))
  const { nodes } = (await stored()) as FlowFile
  expect(nodes.map(({ type, data: { name } }) => [type, name])).toEqual([
    ['agentFlow', 'startAgentflow'],
    ['iteration', 'iterationAgentflow'],
    ['agentFlow', 'directReplyAgentflow'],
  ])
})
