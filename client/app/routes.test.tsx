import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession } from '#client/api/session.ts'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'

/** The first account is the ADMIN; the second is anybody. */
async function openServer() {
  const { app, signUp } = await createTestApp()
  const admin = await signUp('root')
  const ada = await signUp('ada')
  return { app, admin, ada }
}

test('a stranger is sent to the door, and after signing in to where he was going', async () => {
  const { app } = await openServer()
  const { user } = await renderApp('/app/document-pools?x=1', { app })

  await user.type(await screen.findByLabelText('Username or email'), 'ada')
  expect(address()).toBe('/')
  await user.type(screen.getByLabelText('Password'), "ada's password")
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Document Pools' })).toBeDefined()
  expect(address()).toBe('/app/document-pools?x=1')
})

test.each([
  ['/tools?x=1', '/app/tools?x=1'],
  ['/document-stores/vector/7/8', '/app/document-stores/vector/7/8'],
])('the old address %s leads to %s', async (old, now) => {
  const { app, admin } = await openServer()

  await renderApp(old, { app, session: admin })

  await screen.findByRole('navigation')
  expect(address()).toBe(now)
})

test('a screen for admins tells others what they need', async () => {
  const { app, ada } = await openServer()

  await renderApp('/app/tools', { app, session: ada })

  expect(await screen.findByText('You need an admin account')).toBeDefined()
})

test('an admin sees it, and that it is not built yet', async () => {
  const { app, admin } = await openServer()

  await renderApp('/app/assistants', { app, session: admin })

  expect(await screen.findByText('It is not part of this version yet.')).toBeDefined()
  expect(document.title).toBe('Assistants · Flowtill')
})

test('a stored user that cannot be read is no admin', async () => {
  const { app, admin } = await openServer()
  const { user } = await renderApp('/app/chatflows', { app, session: admin })
  await screen.findByRole('link', { name: 'Tools' })

  localStorage.setItem('user', '{broken')
  dispatchEvent(new Event('impersonation-change'))

  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tools' })).toBeNull())
  expect(user).toBeDefined()
})

test('a user that is not stored is asked from the server', async () => {
  const { app, admin } = await openServer()
  localStorage.setItem('token', admin.token)

  await renderApp('/app/assistants', { app })

  expect(await screen.findByText('It is not part of this version yet.')).toBeDefined()
})

test('a session that the server has ended leads to the door and back', async () => {
  const { app, ada } = await openServer()
  await ada.call('POST', '/auth/logout')

  await renderApp('/app/chatflows', { app, session: ada })

  expect(await screen.findByText('You were signed out. Sign in to go on where you were.')).toBeDefined()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

test('who signs out elsewhere is out here, too', async () => {
  const { app, ada } = await openServer()
  await renderApp('/app/document-pools', { app, session: ada })
  await screen.findByRole('heading', { name: 'Document Pools' })

  endSession()

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  expect(localStorage.getItem('redirectUrl')).toBeNull()
})

test('an address of nothing offers the screens there are', async () => {
  const { app, ada } = await openServer()
  const { user } = await renderApp('/nowhere', { app, session: ada })

  await user.type(await screen.findByLabelText('Search screens'), 'pool')

  expect(screen.getByRole('link', { name: 'Document Pools' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Credentials' })).toBeNull()
})
