import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { readFlow } from '../testing/read-flow.ts'

const file = JSON.parse(readFlow('conversation'))
const flowData = JSON.stringify({
  ...file,
  nodes: file.nodes.map((node: { data: { name: string } }) =>
    node.data.name === 'chatOpenAI' ? { ...node, data: { ...node.data, credential: 'key' } } : node,
  ),
})
const usage = { ...noUsage, input: 100, output: 20 }
const model = 'chatOpenAI_0'
const chain = 'conversationChain_0'

const run: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Hello?' },
  { type: 'node_started', at: 1, nodeId: model, label: 'Our model', input: { temperature: 0.5 } },
  { type: 'node_finished', at: 2, nodeId: model },
  { type: 'node_started', at: 3, nodeId: chain, label: 'Chain' },
  {
    type: 'model_called',
    at: 10,
    nodeId: model,
    callId: 'm:1',
    provider: 'openai',
    model: 'gpt-4o-mini',
    paidBy: 'platform',
    worstCase: { input: 100 },
    request: { system: 'Be kind.', messages: [{ role: 'user', content: 'Hello?' }] },
  },
  {
    type: 'model_finished',
    at: 900,
    nodeId: model,
    callId: 'm:1',
    reply: { text: 'Good day.', usage, estimated: false },
    costMicro: 27,
  },
  { type: 'node_finished', at: 910, nodeId: chain, output: 'Good day.' },
  { type: 'run_finished', at: 911, text: 'Good day.', usage, costMicro: 27 },
]

async function openRun() {
  const canvas = await openCanvas({ flowData })
  await card(model)
  await canvas.user.click(screen.getByRole('button', { name: 'Chat' }))
  await screen.findByText('The chat')
  act(() => {
    canvas.chat()?.onRunStart('run-1')
    for (const event of run) {
      canvas.chat()?.onRunEvent(event)
    }
  })
  return canvas
}

test('the trace is a receipt, a table that sorts, and a log', async () => {
  const { user } = await openRun()

  const receipt = await screen.findByTestId('run-receipt')
  expect(within(receipt).getByText('Our model')).toBeDefined()
  expect(within(receipt).getAllByText('$0.000027')).toHaveLength(2)
  await user.click(screen.getByRole('tab', { name: 'Table' }))
  const firstRow = () => screen.getAllByRole('row')[1]?.textContent ?? ''
  expect(firstRow()).toContain('Our model')
  await user.click(screen.getByRole('button', { name: 'Sort by Node' }))
  expect(firstRow()).toContain('Chain')
  expect(screen.getByTestId('run-total').textContent).toBe('$0.000027')
  await user.click(screen.getByRole('tab', { name: 'Logs' }))
  expect(screen.getByText(/answered Good day\./)).toBeDefined()
})

test('any moment of the run is shown on the cards; hovering a row highlights its card', async () => {
  const { user } = await openRun()
  const line = screen.getByRole('button', { name: 'Our model' })

  await user.hover(line)
  expect((await card(model)).dataset.lit).toBe('')
  await user.unhover(line)
  expect((await card(model)).dataset.lit).toBeUndefined()
  screen.getByRole('slider', { name: 'Position in the run' }).focus()
  await user.click(screen.getByRole('button', { name: 'Play the run' }))
  await waitFor(async () => expect((await card(model)).dataset.run).toBe('running'))
  await user.click(screen.getByRole('button', { name: 'To the end' }))
  expect((await card(model)).dataset.run).toBe('done')
})

test('the inspector shows the request and response of a node; a pinned response is sent by the chat', async () => {
  const { user, chat } = await openRun()
  await user.click(within(await card(model)).getByRole('button', { name: /^done .*\$0\.0/ }))
  expect((await screen.findByRole('tab', { name: 'Last run' })).getAttribute('aria-selected')).toBe('true')

  expect(await screen.findAllByText('Call 1 · Request')).not.toHaveLength(0)
  expect(screen.getByText('Be kind.')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Call 1 · Response' }).textContent).toBe('Good day.')
  expect(chat()?.readPins?.()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Pin output' }))
  expect(chat()?.readPins?.()).toMatchObject({ [model]: [{ reply: { text: 'Good day.' } }] })
  await user.click(screen.getByRole('button', { name: 'Unpin output' }))
  expect(chat()?.readPins?.()).toBeUndefined()
})

test('running to a node and rerunning from one are passed to the chat', async () => {
  const { user, chat } = await openRun()
  await user.click(screen.getByRole('button', { name: 'Our model' }))
  await user.click(await screen.findByRole('tab', { name: 'Last run' }))

  await user.click(await screen.findByRole('button', { name: 'Run to here' }))
  expect(chat()?.order).toMatchObject({ id: 1, question: 'Hello?', until: model })
  await user.click(screen.getByRole('tab', { name: 'Inspector' }))
  await user.click(await screen.findByRole('tab', { name: 'Last run' }))
  await user.click(await screen.findByRole('button', { name: 'Run again from here' }))
  expect(chat()?.order).toMatchObject({ id: 2, reuse: { runId: 'run-1', from: model } })
})
