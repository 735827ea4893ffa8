import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { card, openCanvas } from '../testing/open-canvas.tsx'
import { readFlow } from '../testing/read-flow.ts'

test('a key created on the canvas is tested first, in the credential form, and selected when it is saved', async () => {
  const { user, stored, ada } = await openCanvas({ flowData: readFlow('conversation') })
  await user.click(within(await card('chatOpenAI_0')).getByRole('combobox', { name: 'Credential' }))
  await user.click(await screen.findByText('Create new…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New credential: OpenAI API' }))

  await user.click(dialog.getByRole('button', { name: 'Test connection' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('OpenAI API Key is required')
  await user.type(dialog.getByLabelText(/OpenAI API Key/), 'sk-secret')
  await user.type(dialog.getByLabelText(/Base URL/), 'http://10.0.0.1/v1')
  await user.click(dialog.getByRole('button', { name: 'Test connection' }))
  expect(await dialog.findByText(/^Refused: /)).toBeDefined()

  const name = dialog.getByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'Shop key')
  await user.click(dialog.getByRole('button', { name: 'Add credential' }))

  expect(await screen.findByText('Shop key saved and selected.')).toBeDefined()
  const made = (await ada.call('GET', '/credentials')).json<{ id: string; name: string }[]>()
  const { id } = made.find((each) => each.name === 'Shop key') ?? {}
  await waitFor(async () => expect((await stored()).nodes[0].data.credential).toBe(id), { timeout: 20_000 })
})
