import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'

const dots = () => document.querySelector('.canvas-dots')
const map = () => document.querySelector('.mini-map')

test('preferences apply immediately, and changes by buttons and keys are persisted', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  const model = await card('flowtillDemoModel_0')
  await waitFor(() => expect([dots() !== null, map() !== null]).toEqual([true, true]))

  await user.click(screen.getByRole('button', { name: 'Flow actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Canvas preferences' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Canvas preferences' }))
  await user.click(dialog.getByRole('switch', { name: 'Show the grid' }))
  expect(dots()).toBeNull()
  await user.click(dialog.getByRole('switch', { name: 'Alignment guides' }))
  await user.click(dialog.getByRole('radio', { name: 'Move the canvas' }))
  expect(dialog.getByText(/^Ctrl or Cmd with the wheel, or a pinch, zooms/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Show the grid' }).getAttribute('aria-pressed')).toBe('false')

  model.focus()
  fireEvent.keyDown(model, { key: 'm' })
  fireEvent.click(screen.getByRole('button', { name: 'Snap to the grid' }))
  expect(map()).toBeNull()
  expect(JSON.parse(localStorage.getItem('canvas.preferences') ?? '')).toEqual({
    wheel: 'pan',
    snapping: true,
    grid: false,
    minimap: false,
    magnet: false,
  })

  cleanup()
  await openCanvas({ flowData: aDemoFlow() })
  await card('flowtillDemoModel_0')
  expect([dots(), map()]).toEqual([null, null])
  expect(screen.getByRole('button', { name: 'Snap to the grid' }).getAttribute('aria-pressed')).toBe('true')
  // Another tab of this browser shows the minimap again.
  const stored = JSON.parse(localStorage.getItem('canvas.preferences') ?? '')
  localStorage.setItem('canvas.preferences', JSON.stringify({ ...stored, minimap: true }))
  fireEvent(window, new Event('storage'))
  await waitFor(() => expect(map()).toBeTruthy())
})

test('single-key shortcuts are one link away', async () => {
  const { user } = await openCanvas({ flowData: aDemoFlow() })
  await card('flowtillDemoModel_0')
  await user.click(screen.getByRole('button', { name: 'Flow actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Canvas preferences' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Canvas preferences' }))
  expect(dialog.getByText('Single keys are on.')).toBeTruthy()

  await user.click(dialog.getByRole('button', { name: 'Change…' }))

  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Canvas preferences' })).toBeNull()
})
