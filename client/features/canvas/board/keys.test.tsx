import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { chooseKey, judgeKey, type KeyChoice } from './preferences.ts'

test('a key that is taken or not a single character is rejected', () => {
  const choice: KeyChoice = { isOff: false, keys: { disable: 'x' } }
  const press = (key: string, mods = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...mods })

  expect(judgeKey(choice, 'note', press('X'))).toEqual({ name: 'taken', by: 'disable' })
  expect(judgeKey(choice, 'note', press('/'))).toEqual({ name: 'taken', by: 'add' })
  expect(judgeKey(choice, 'note', press('d'))).toBeUndefined()
  expect(judgeKey(choice, 'note', press('k', { ctrlKey: true }))).toEqual({ name: 'notSingle' })
  expect([' ', 'Enter', 'F2'].map((key) => judgeKey(choice, 'note', press(key))?.name)).toEqual(
    Array.from({ length: 3 }, () => 'reserved'),
  )
  expect(chooseKey(choice, 'disable', 'd')).toEqual({ isOff: false, keys: {} })
})

test('a node is disabled and enabled by its key, by a custom key, and by none when shortcuts are off', async () => {
  const { user, stored } = await openCanvas({ flowData: aDemoFlow() })
  const model = await card('flowtillDemoModel_0')
  const isOff = () => screen.getByTestId('node-flowtillDemoModel_0').dataset.disabled !== undefined
  const press = (key: string) => {
    screen.getByTestId('node-flowtillDemoModel_0').focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
  }
  model.focus()
  fireEvent.keyDown(model, { key: 'Enter' })

  // The toolbar button does the same as the key and reflects its state.
  const power = await screen.findByRole('button', { name: 'Disable' })
  fireEvent.click(power)
  expect([isOff(), power.getAttribute('aria-pressed')]).toEqual([true, 'true'])
  fireEvent.click(power)
  expect([isOff(), power.getAttribute('aria-pressed')]).toEqual([false, 'false'])
  press('d')
  expect(isOff()).toBe(true)
  expect(within(model).getByText('Disabled')).toBeTruthy()
  expect(screen.getByTestId('checklist-count').dataset.tone).toBe('blocking')
  await user.click(screen.getByTestId('checklist-count'))
  expect(await screen.findByText(/is linked to .*, which is disabled\./)).toBeTruthy()
  await waitFor(async () => {
    const { nodes } = await stored()
    expect(JSON.stringify(nodes)).toContain('"flowtillDisabled":true')
  })
  await user.click(screen.getByRole('button', { name: 'Enable' }))
  expect(isOff()).toBe(false)
  await user.click(screen.getByRole('button', { name: /^Undo: enable/ }))
  expect(isOff()).toBe(true)

  press('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  await user.click(dialog.getByRole('button', { name: 'Change the key: Disable or enable what is selected' }))
  await user.keyboard('n')
  expect(dialog.getByRole('alert').textContent).toBe('N is used for “Add a note”. Press another key.')
  await user.keyboard('x')
  expect(dialog.getByRole('button', { name: 'Reset all keys' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
  press('d')
  expect(isOff()).toBe(true)
  press('x')
  expect(isOff()).toBe(false)

  press('?')
  await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
  press('x')
  expect(isOff()).toBe(false)
  press('Delete')
  expect(screen.queryByTestId('node-flowtillDemoModel_0')).toBeNull()
})
