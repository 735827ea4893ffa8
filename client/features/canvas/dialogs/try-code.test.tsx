import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { writeOver } from '../testing/write-into.ts'

async function openCode(hasRun = true) {
  const flowData = JSON.stringify(
    buildFlow([
      {
        name: 'customFunction',
        inputs: {
          functionInputVariables: '{"name":"{{question}}","fixed":"seven"}',
          javascriptFunction: 'return [$name, $fixed, $flow.input]',
        },
      },
    ]),
  )
  const canvas = await openCanvas({ flowData })
  const node = await card('customFunction_0')
  fireEvent.click(node)
  fireEvent.keyDown(node, { key: 'i' })
  const panel = within(await screen.findByRole('complementary', { name: 'Side panel' }))
  // What the last run was asked is what the code is tried with.
  await canvas.user.click(panel.getByRole('tab', { name: 'Chat' }))
  if (hasRun) {
    act(() => canvas.chat()?.onRunEvent({ type: 'run_started', at: 0, question: 'Where is it?' }))
  }
  await canvas.user.click(panel.getByRole('tab', { name: 'Inspector' }))
  await canvas.user.click(await panel.findByRole('button', { name: 'Test…' }))
  const room = await screen.findByRole('dialog')
  const tried = within(await within(room).findByRole('region', { name: 'Try the function' }))
  return { ...canvas, room, tried }
}

test('a function runs with what its node hands over, filled with the last run, and says what it returns', async () => {
  const { user, tried } = await openCode()
  const values = ['$name', '$fixed', '$flow.input'].map(
    (name) => (tried.getByRole('textbox', { name }) as HTMLInputElement).value,
  )
  expect(values).toEqual(['Where is it?', 'seven', 'Where is it?'])

  await user.clear(tried.getByRole('textbox', { name: '$fixed' }))
  await user.type(tried.getByRole('textbox', { name: '$fixed' }), 'eight{Enter}')

  expect(await tried.findByText(/"eight"/)).toBeTruthy()
  expect(JSON.parse(tried.getByText(/"eight"/).textContent)).toEqual([
    'Where is it?',
    'eight',
    'Where is it?',
  ])
  // Enter has tried the code and applied nothing.
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('before any run, what the node hands over is an empty text, and what it does not is unknown to the code', async () => {
  const { user, room, tried } = await openCode(false)
  await writeOver('JavaScript Function', 'return [$name, typeof $flow.state, typeof $other]', room)
  await tried.findByRole('textbox', { name: '$other' })

  await user.click(tried.getByRole('button', { name: 'Run' }))

  await tried.findByText(/"undefined"/)
  expect(JSON.parse(tried.getByText(/"undefined"/).textContent)).toEqual(['', 'object', 'undefined'])
})

test('a fault is said with its line; one that never ends can be stopped', async () => {
  const { user, room, tried } = await openCode()
  await writeOver('JavaScript Function', 'const a = 1\nreturn nowhere', room)
  await user.click(tried.getByRole('button', { name: 'Run' }))
  expect(await tried.findByText("Line 2: ReferenceError: 'nowhere' is not defined")).toBeTruthy()

  await writeOver('JavaScript Function', 'while (true) {}', room)
  await user.click(tried.getByRole('button', { name: 'Run' }))
  await user.click(await tried.findByRole('button', { name: 'Stop' }))
  expect(await tried.findByRole('button', { name: 'Run' })).toBeTruthy()
  expect(tried.getByRole('status').textContent).toBe('')
})
