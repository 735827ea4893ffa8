import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import { card, openCanvas, saveState } from './testing/open-canvas.tsx'
import { readFlow } from './testing/read-flow.ts'

const flowData = readFlow('conversation')
const example = JSON.stringify({
  nodes: JSON.parse(flowData).nodes.map((node: { data: { name: string } }) =>
    node.data.name === 'chatOpenAI' ? { ...node, data: { ...node.data, credential: 'key' } } : node,
  ),
  edges: JSON.parse(flowData).edges,
})

describe('a run', () => {
  test('highlights the cards and shows durations and errors on them', async () => {
    const { user, chat } = await openCanvas({ flowData: example })
    await card('chatOpenAI_0')
    await user.click(screen.getByRole('button', { name: 'Chat' }))
    expect(await screen.findByText('The chat')).toBeDefined()
    const notify = chat()?.onRunEvent

    act(() => {
      notify?.({ type: 'run_started', at: 0, question: 'Hello?' })
      notify?.({ type: 'node_started', at: 5, nodeId: 'chatOpenAI_0', label: 'Our model' })
    })
    await waitFor(async () => expect((await card('chatOpenAI_0')).dataset.run).toBe('running'))
    expect((await card('conversationChain_0')).dataset.run).toBe('waiting')
    act(() => {
      notify?.({ type: 'node_finished', at: 9, nodeId: 'chatOpenAI_0' })
      notify?.({
        type: 'node_failed',
        at: 20,
        nodeId: 'conversationChain_0',
        label: 'Chain',
        message: 'No answer.\nAt x',
      })
      notify?.({
        type: 'run_failed',
        at: 20,
        message: 'No answer.',
        code: 'INTERNAL',
        usage: noUsage,
        costMicro: 0,
      })
    })

    expect(within(await card('chatOpenAI_0')).getByText('4 ms')).toBeDefined()
    expect(within(await card('conversationChain_0')).getByText('No answer.')).toBeDefined()
  })

  test('components around the canvas do not re-render for a step on it', async () => {
    const { user, chats } = await openCanvas({ flowData: example, firstQuestion: 'Hello?' })
    await screen.findByText('The chat')
    const notes = () => screen.queryAllByTestId(/^node-stickyNote/).length
    const press = async (keys: string, left: number) => {
      screen.getByRole('application').focus()
      await user.keyboard(keys)
      await waitFor(() => expect(notes()).toBe(left))
    }
    await press('n', 1)
    await press('n', 2)
    await waitFor(() => expect(saveState()).toBe('saved'))
    const before = chats.length

    await press('{Control>}z{/Control}', 1)
    await press('{Control>}{Shift>}z{/Shift}{/Control}', 2)

    expect(chats).toHaveLength(before)
  })

  test('opens the chat automatically for a given question', async () => {
    const { chat } = await openCanvas({ flowData: example, firstQuestion: 'Hello?' })

    expect(await screen.findByText('The chat')).toBeDefined()
    expect(chat()?.firstQuestion).toBe('Hello?')
  })

  test('shows the node mentioned in the chat', async () => {
    const { chat } = await openCanvas({ flowData: example, firstQuestion: 'Hello?' })
    await screen.findByText('The chat')

    act(() => chat()?.onShowNode('bufferMemory_0'))

    await waitFor(async () => expect((await card('bufferMemory_0')).dataset.selected).toBe('true'))
  })
})
