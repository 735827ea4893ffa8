import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession } from '#client/api/session.ts'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'

/** The first account is the admin, the second a regular user. */
async function openServer() {
  const { app, signUp } = await createTestApp()
  const admin = await signUp('root')
  const ada = await signUp('ada')
  return { app, admin, ada }
}

test('signed-out visitors are redirected to sign-in, and afterwards to the requested page', async () => {
  const { app } = await openServer()
  const { user } = await renderApp('/app/credentials?x=1', { app })

  await user.type(await screen.findByLabelText('Username or email'), 'ada')
  expect(address()).toBe('/')
  await user.type(screen.getByLabelText('Password'), "ada's password")
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('heading', { name: 'Credentials', level: 1 })).toBeDefined()
  expect(address()).toBe('/app/credentials?x=1')
})

test.each([
  ['/tools?x=1', '/app/tools?x=1'],
  ['/flow-templates/7', '/app/flow-templates/7'],
])('the legacy path %s redirects to %s', async (old, now) => {
  const { app, admin } = await openServer()

  await renderApp(old, { app, session: admin })

  await screen.findByRole('navigation')
  expect(address()).toBe(now)
})

test('an admin screen tells other users which role it requires', async () => {
  const { app, ada } = await openServer()

  await renderApp('/app/tools', { app, session: ada })

  expect(await screen.findByText('Admin access required')).toBeDefined()
})

test('the agent canvas, which is outside the shell, tells it on a page with a way back', async () => {
  const { app, ada } = await openServer()

  await renderApp('/agentcanvas', { app, session: ada })

  expect(await screen.findByText('Admin access required')).toBeDefined()
  expect(screen.getByRole('main')).toBeDefined()
  expect(screen.getByRole('banner').querySelector('a')?.getAttribute('href')).toBe('/app/chatflows')
})

test.each(['/chatbot/7'])('%s has no placeholder while it is not built', async (path) => {
  const { app, admin } = await openServer()

  await renderApp(path, { app, session: admin })

  expect(await screen.findByText('Page not found')).toBeDefined()
})

test('an unreadable stored user is not an admin', async () => {
  const { app, admin } = await openServer()
  const { user } = await renderApp('/app/chatflows', { app, session: admin })
  await screen.findByRole('link', { name: 'Tools' })

  localStorage.setItem('user', '{broken')
  dispatchEvent(new Event('impersonation-change'))

  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tools' })).toBeNull())
  expect(user).toBeDefined()
})

test('a user that is not stored is fetched from the server', async () => {
  const { app, admin } = await openServer()
  localStorage.setItem('token', admin.token)

  await renderApp('/app/tools', { app })

  expect(await screen.findByRole('heading', { name: 'Tools', level: 1 })).toBeDefined()
})

test('a session ended by the server leads to sign-in and back', async () => {
  const { app, ada } = await openServer()
  await ada.call('POST', '/auth/logout')

  await renderApp('/app/chatflows', { app, session: ada })

  expect(await screen.findByText('Your session ended. Sign in to continue where you left off.')).toBeDefined()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

test('a sign-out elsewhere signs out this tab, too', async () => {
  const { app, ada } = await openServer()
  await renderApp('/app/credentials', { app, session: ada })
  await screen.findByRole('heading', { name: 'Credentials', level: 1 })

  endSession()

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  expect(localStorage.getItem('redirectUrl')).toBeNull()
})

test('an unknown path offers the available screens', async () => {
  const { app, ada } = await openServer()
  const { user } = await renderApp('/nowhere', { app, session: ada })

  await user.type(await screen.findByLabelText('Search screens'), 'cred')

  expect(screen.getByRole('link', { name: 'Credentials' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'ChatFlows' })).toBeNull()
})

test('an installation without accounts starts with registering the first one, the administrator', async () => {
  const { app } = await createTestApp()

  await renderApp('/', { app })

  expect(await screen.findByRole('heading', { name: 'Create the first account' })).toBeDefined()
  expect(screen.getByText('It becomes the administrator of this installation.')).toBeDefined()
  expect(address()).toBe('/register')
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('an installation with an account starts with sign-in and explains how to recover access', async () => {
  const { app } = await openServer()
  const { user } = await renderApp('/', { app })

  await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }))

  expect(await screen.findByText(/^Ask an administrator for a reset link/)).toBeDefined()
  const [privacy] = screen.getAllByRole('link', { name: 'Privacy Policy' })
  await waitFor(() => expect(privacy?.getAttribute('href')).toBe('/legal/privacy'))
})

test.each([
  ['/legal/privacy', 'Privacy Policy', 'PRIVACY_URL'],
  ['/legal/terms', 'Terms & Conditions', 'TERMS_URL'],
  ['/legal/data-security', 'Data Security', 'DATA_SECURITY_URL'],
])('%s is accessible without a session and names the setting for its text', async (path, title, setting) => {
  const { app } = await createTestApp()

  await renderApp(path, { app })

  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(new RegExp(`set ${setting}`))).toBeDefined()
})
