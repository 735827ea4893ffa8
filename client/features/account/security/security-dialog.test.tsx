import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { Session } from '#shared/auth.ts'
import { SecurityDialog } from './security-dialog.tsx'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

async function openSecurity() {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const ada = await signUp('ada')
  const login = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'user-agent': firefox },
    payload: { username: 'ada', password: passwordOf('ada') },
  })
  const other = { authorization: `Bearer ${login.json<Session>().token}` }
  const isOtherOpen = async () =>
    (await app.inject({ url: '/api/v1/auth/me', headers: other })).statusCode === 200
  const onClose = vi.fn()
  const { user } = await renderScreen(<SecurityDialog onClose={onClose} />, { app, session: ada })
  return { app, root, ada, user, onClose, isOtherOpen }
}

test('a wrong current password is reported at its field, a correct one creates a new session', async () => {
  const { user, ada, onClose, isOtherOpen } = await openSecurity()
  const current = await screen.findByLabelText('Current password')
  await user.type(current, 'not this one')
  await user.type(screen.getByLabelText('New password'), 'tulips on a grey roof')

  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('This is not your current password.')).toBeDefined()

  await user.clear(current)
  await user.type(current, passwordOf('ada'))
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Your password has been changed.')).toBeDefined()
  expect(onClose).toHaveBeenCalled()
  await waitFor(() => expect(localStorage.getItem('token')).not.toBe(ada.token))
  expect(await isOtherOpen()).toBe(false)
})

test('devices are listed with the current one marked, and another one is signed out', async () => {
  const { user, ada, isOtherOpen } = await openSecurity()
  await user.click(screen.getByRole('tab', { name: 'Devices' }))
  const here = (await screen.findByText('This device')).closest('li')
  expect(here && within(here).queryByRole('button')).toBeNull()

  await user.click(screen.getByRole('button', { name: /^Sign out Firefox/ }))

  expect(await screen.findByText('You are signed in on this device only.')).toBeDefined()
  expect(await isOtherOpen()).toBe(false)
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)
})

test('signing out everywhere asks for confirmation and excludes the current device', async () => {
  const { user, ada, isOtherOpen } = await openSecurity()
  await user.click(screen.getByRole('tab', { name: 'Devices' }))

  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere else?' })
  expect(await isOtherOpen()).toBe(true)
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }))

  expect(await screen.findByText('All other devices were signed out.')).toBeDefined()
  expect(await isOtherOpen()).toBe(false)
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)
})

test('users see admin actions on their own account and none on other accounts', async () => {
  const { user, root, ada } = await openSecurity()
  await root.call('POST', '/auth/impersonate', { userId: ada.user.id, reason: 'Ticket 12' })

  await user.click(screen.getByRole('tab', { name: 'Account activity' }))

  const list = await screen.findByRole('list', { name: 'Activity' })
  const entry = within(list).getByText('Started viewing as user').closest('li')
  expect(entry?.textContent).toContain('by root, viewing as ada')
  expect(entry?.textContent).toContain('Ticket 12')
  expect(
    within(list)
      .getAllByRole('listitem')
      .every(({ textContent }) => textContent.includes('ada')),
  ).toBe(true)
})
