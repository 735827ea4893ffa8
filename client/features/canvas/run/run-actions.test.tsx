import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

const runAgain = (at: Element) => fireEvent.keyDown(at, { key: 'Enter', ctrlKey: true })

test('Ctrl+Enter repeats the last question in the chat, once per press; the focus stays on the card', async () => {
  const { chat } = await openCanvas({ flowData: aDemoFlow() })
  const model = await card('flowtillDemoModel_0')
  model.focus()

  runAgain(model)
  await screen.findByText('The chat')
  expect(chat()?.order).toEqual({ id: 1 })
  expect(document.activeElement).toBe(model)

  // Enter on a port draws a wire; Ctrl and Enter must not.
  const port = screen.getByTestId(/^port-flowtillDemoModel_0-output/)
  port.focus()
  runAgain(port)
  await waitFor(() => expect(chat()?.order).toEqual({ id: 2 }))
  expect(port.getAttribute('aria-pressed')).toBe('false')
})

test('a flow that cannot run opens the chat with the reason, and sends nothing', async () => {
  const { chat } = await openCanvas({ flowData: aDemoFlow() })
  const model = await card('flowtillDemoModel_0')
  model.focus()
  fireEvent.keyDown(model, { key: 'Enter' })
  fireEvent.keyDown(model, { key: 'Delete' })
  await waitFor(() => expect(screen.queryByTestId('node-flowtillDemoModel_0')).toBeNull())

  runAgain(screen.getByRole('application'))

  await screen.findByText('The chat')
  expect(chat()?.order).toBeUndefined()
  expect(chat()?.disabledReason).toMatch(/issue/)
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Chat' }))
})
