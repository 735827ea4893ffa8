import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FlowFile } from '#shared/flow-file.ts'
import { summariesOf } from '../testing/a-graph.ts'
import { openCanvas } from '../testing/open-canvas.tsx'
import { stepTemplates } from '../testing/step-templates.ts'
import { newAgentFlow, stepFitsEnd } from './add-step.ts'

test('an agent canvas offers only steps; they are added by click and by dragging', async () => {
  const { user, stored } = await openCanvas({
    flowData: newAgentFlow('Start'),
    type: 'AGENTFLOW',
    hasRows: true,
  })
  await screen.findByTestId('node-startAgentflow_0')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(stepTemplates.size - 1))

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

test('a note from the palette is a note, which no step leads to', async () => {
  const { user, stored } = await openCanvas({
    flowData: newAgentFlow('Start'),
    type: 'AGENTFLOW',
    hasRows: true,
  })
  await screen.findByTestId('node-startAgentflow_0')
  const row = await screen.findByText('Sticky Note', { selector: '.palette-node strong span' })

  await user.click(row)

  await waitFor(async () => expect((await stored()).nodes).toHaveLength(2))
  const { nodes } = (await stored()) as FlowFile
  expect(nodes[1]).toMatchObject({ type: 'stickyNote', data: { name: 'stickyNoteAgentflow' } })
  expect(screen.getByTestId('node-stickyNoteAgentflow_0').className).toContain('note')
  expect(stepFitsEnd(summaryOf('stickyNoteAgentflow'), { side: 'out' })).toBe(false)
})

function summaryOf(name: string) {
  const summary = summariesOf(stepTemplates).get(name)
  if (!summary) {
    throw new Error(`no ${name}`)
  }
  return summary
}
