import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { openGuarded } from '#client/testing/second-factor.ts'
import { UsersDialog } from './users-dialog.tsx'

async function openUsers() {
  const world = await openGuarded()
  await world.addTotp(world.root)
  await world.addTotp(world.ada)
  const { app, root: session } = world
  const { user } = await renderScreen(<UsersDialog onClose={() => undefined} />, { app, session })
  return { ...world, user }
}

test('an ADMIN sees which users have a second factor, and resets that of another user', async () => {
  const { user, ada } = await openUsers()
  expect((await screen.findAllByRole('img', { name: 'Second factor on' })).length).toBeGreaterThanOrEqual(2)

  const [edit] = screen.getAllByRole('button', { name: 'Edit ada' })
  await user.click(edit as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Reset second factor' }))
  const question = await screen.findByRole('alertdialog', { name: 'Reset the second factor of ada?' })
  await user.click(within(question).getByRole('button', { name: 'Reset second factor' }))

  await expect.poll(async () => (await ada.call('GET', '/auth/me')).statusCode).toBe(401)
})

test('an ADMIN requires a second factor of everyone', async () => {
  const { user, root } = await openUsers()
  await user.click(await screen.findByRole('tab', { name: 'Sign-in' }))

  await user.click(await screen.findByRole('radio', { name: 'Everyone' }))

  expect(await screen.findByText('Saved.')).toBeDefined()
  expect((await root.call('GET', '/auth/second-factor/requirement')).json()).toEqual({
    requirement: 'everyone',
  })
})
