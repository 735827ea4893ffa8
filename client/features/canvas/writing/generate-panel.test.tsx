import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FlowFile } from '#shared/flow-file.ts'
import { readPlan } from '#shared/settle-plan.ts'
import { newAgentFlow } from '../agent/add-step.ts'
import { answerWriting } from '../testing/answer-writing.ts'
import { openCanvas } from '../testing/open-canvas.tsx'

const plan = readPlan({
  steps: [
    { id: 's', kind: 'start' },
    {
      id: 'a',
      kind: 'conditionAgent',
      label: 'Sort it',
      text: 'Which is it?',
      scenarios: ['Complaint', 'Question'],
    },
    { id: 'b', kind: 'directReply', label: 'Answer', text: 'About {{ a }}' },
    { id: 'c', kind: 'teleport', label: 'Beam it up' },
  ],
  links: [
    { from: 's', to: 'a' },
    { from: 'a', to: 'b', output: 1 },
    { from: 'b', to: 'a' },
  ],
})
const answer = { data: { ...plan, costMicro: 0 } }

async function openPanel(...answers: Parameters<typeof answerWriting>) {
  const writing = answerWriting(...answers)
  writing.letGo()
  const world = await openCanvas({
    flowData: newAgentFlow('Start'),
    type: 'AGENTFLOW',
    hasRows: true,
    around: writing.around,
  })
  await screen.findByTestId('node-startAgentflow_0')
  await world.user.click(await screen.findByRole('button', { name: 'Generate from a description…' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Side panel' }))
  const description = await panel.findByRole('textbox', { name: /What should the flow do/ })
  return { ...world, ...writing, panel, description }
}

test('a plan is previewed with its omissions, inserted beside existing nodes as one undo step, and undone', async () => {
  const { user, panel, description, stored, versions } = await openPanel(answer)
  expect(document.activeElement).toBe(panel.getByRole('tab', { name: 'Generate' }))
  await user.click(screen.getByText('HTTP', { selector: '.palette-node strong span' }))
  await screen.findByTestId('node-httpAgentflow_0')
  await user.click(panel.getByRole('tab', { name: 'Generate' }))

  await user.type(description, 'Sort what comes in')
  await user.click(panel.getByRole('button', { name: 'Generate' }))

  const found = within(await panel.findByRole('region', { name: 'A plan of 3 steps and 2 links is ready.' }))
  expect(found.getByText('Uses the existing start node.')).toBeDefined()
  const lines = found.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Sort itCondition AgentWhich is it?',
    'AnswerDirect ReplyAbout {{ Sort it }}',
    'Start → Sort it',
    'Sort itQuestion → Answer',
    'Beam it up this node type is not available here',
    'Answer → Sort it nothing can follow this node type',
  ])
  expect(found.getByText('Not charged to your wallet.')).toBeDefined()
  expect(screen.queryByTestId('node-directReplyAgentflow_0')).toBeNull()

  await user.click(found.getByRole('button', { name: 'Insert 2 steps' }))
  expect(await screen.findByTestId('node-directReplyAgentflow_0')).toBeDefined()
  expect(panel.getByText(/^2 steps inserted and selected/)).toBe(document.activeElement)
  expect(screen.getByText('Inserted 2 nodes')).toBeDefined()
  expect(screen.getByText('2 nodes selected', { selector: '.spoken' })).toBeDefined()
  await waitFor(async () => expect((await stored()).nodes).toHaveLength(4))
  const { nodes, edges } = (await stored()) as FlowFile
  expect(nodes.map(({ data: { label } }) => label)).toEqual(['Start', 'HTTP 0', 'Sort it', 'Answer'])
  expect(edges.map(({ sourceHandle, target }) => [sourceHandle, target])).toEqual([
    ['startAgentflow_0-output-startAgentflow', 'conditionAgentAgentflow_0'],
    ['conditionAgentAgentflow_0-output-1', 'directReplyAgentflow_0'],
  ])
  await waitFor(async () =>
    expect((await versions()).map(({ reason }) => reason)).toContain('before-replace'),
  )

  await user.click(screen.getByRole('button', { name: 'Undo: insert 2 nodes' }))
  await waitFor(() => expect(screen.queryByTestId('node-directReplyAgentflow_0')).toBeNull())
  expect(screen.getByTestId('node-httpAgentflow_0')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Undo: add “HTTP”' })).toBeDefined()
})

test('a model failure is reported; a plan can be discarded; a locked canvas shows why nothing is inserted', async () => {
  const sentence = 'The model did not return a plan. Try again or choose another model.'
  const { user, panel, description } = await openPanel(
    { error: { code: 'UPSTREAM_FAILED', message: sentence, statusCode: 502 } },
    answer,
  )
  await user.type(description, 'Sort it')
  await user.click(panel.getByRole('button', { name: 'Generate' }))
  expect((await panel.findByRole('alert')).textContent).toBe(sentence)

  fireEvent.click(screen.getByRole('button', { name: /^Lock/ }))
  await user.click(panel.getByRole('button', { name: 'Generate' }))
  const insert = await panel.findByRole('button', { name: 'Insert 2 steps' })
  expect(insert).toHaveProperty('disabled', true)
  expect(panel.getByText('The canvas is locked: unlock it to insert the steps.')).toBeDefined()

  await user.click(panel.getByRole('button', { name: 'Discard' }))
  expect(panel.queryByRole('button', { name: 'Insert 2 steps' })).toBeNull()
})

test('chat canvases have no such panel', async () => {
  await openCanvas({ flowData: JSON.stringify({ nodes: [], edges: [] }) })
  expect(screen.queryByRole('button', { name: 'Generate from a description…' })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Generate', hidden: true })).toBeNull()
})
