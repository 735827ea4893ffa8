import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { UsersDialog } from '#client/features/users/users-dialog.tsx'
import { renderApp, renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'

afterEach(() => {
  document.title = ''
})

async function openApp() {
  const { app, signUp, services, store } = await createTestApp()
  const root = await signUp('root')
  const ada = await signUp('ada')
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const { user, unmount } = await renderApp('/app/credentials', { app, session: root })
  return { app, services, store, root, ada, reload, user, unmount }
}

async function viewAsAda(reason?: string) {
  const opened = await openApp()
  const { user, reload, app, unmount } = opened
  await user.click(await screen.findByRole('button', { name: 'Profile' }))
  await user.click(await screen.findByRole('menuitem', { name: 'User Management' }))
  await user.click(await screen.findByRole('button', { name: 'View As ada' }))
  if (reason) {
    await user.type(await screen.findByLabelText('Reason'), reason)
  }
  await user.click(
    within(await screen.findByRole('dialog', { name: 'View as ada?' })).getByRole('button', {
      name: 'View As',
    }),
  )
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  // Simulates a reload: everything is rendered again from storage.
  unmount()
  const again = await renderApp('/app/credentials', { app })
  await screen.findByRole('complementary', { name: 'Currently viewing as ada' })
  return { ...opened, user: again.user, unmount: again.unmount }
}

test('impersonation stores the admin in session storage and sends requests as the user', async () => {
  const { root, ada } = await viewAsAda('Ticket 12')

  expect(sessionStorage.getItem('impersonating')).toBe('true')
  expect(sessionStorage.getItem('adminToken')).toBe(root.token)
  expect(JSON.parse(sessionStorage.getItem('adminUser') ?? '')).toMatchObject({
    username: 'root',
    role: 'ADMIN',
  })
  expect(JSON.parse(sessionStorage.getItem('impersonatedUser') ?? '')).toMatchObject({
    id: ada.user.id,
    username: 'ada',
    email: 'ada@example.com',
  })
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'ada', role: 'USER' })
  expect(localStorage.getItem('token')).not.toBe(root.token)
  const banner = screen.getByRole('complementary', { name: 'Currently viewing as ada' })
  expect(within(banner).getByText(/^Viewing as:/).textContent).toBe('Viewing as: ada (ada@example.com)')
  expect(document.title).toMatch(/^👁 ada · /)
  expect(document.documentElement.hasAttribute('data-impersonating')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Admin view' })).toBeNull()
  expect(screen.queryByRole('link', { name: /AgentFlows/ })).toBeNull()
  const entries = await ada.call('GET', '/audit/me')
  expect(entries.body).toContain('Ticket 12')
})

test('returning restores the admin session and notifies the server', async () => {
  const { user, root, reload, app, unmount } = await viewAsAda()
  const token = localStorage.getItem('token')

  await user.click(screen.getByRole('button', { name: 'Return to Admin' }))

  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(sessionStorage.length).toBe(0)
  expect(localStorage.getItem('token')).toBe(root.token)
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'root', role: 'ADMIN' })
  const ended = await app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } })
  expect(ended.statusCode).toBe(401)

  unmount()
  await renderApp('/app/credentials', { app })
  expect(await screen.findByRole('button', { name: 'Admin view' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Return to Admin' })).toBeNull()
  expect(document.title).not.toContain('👁')
})

test('impersonation that expires or is ended elsewhere restores the admin on the next call instead of showing sign-in', async () => {
  const { user, root, reload, app } = await viewAsAda()
  const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
  await app.inject({ method: 'POST', url: '/api/v1/auth/end-impersonation', headers, payload: {} })

  await user.click(screen.getByTestId('wallet-balance'))

  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(localStorage.getItem('token')).toBe(root.token)
  expect(sessionStorage.length).toBe(0)
})

test('a tab without a stored admin also shows the banner and ends at the sign-in page', async () => {
  const { user, reload } = await viewAsAda()
  sessionStorage.clear()
  dispatchEvent(new Event('impersonation-change'))

  await user.click(await screen.findByRole('button', { name: 'Return to Admin' }))

  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(localStorage.getItem('token')).toBeNull()
})

test('signing out during impersonation leaves no stored admin', async () => {
  const { user } = await viewAsAda()

  await user.click(screen.getByRole('button', { name: 'Profile' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  expect(sessionStorage.length).toBe(0)
})

test('the dialog has its own button to end impersonation', async () => {
  const { user, app, root, reload, unmount } = await viewAsAda()
  unmount()
  await renderScreen(<UsersDialog onClose={vi.fn()} />, { app })
  expect(await screen.findByText('Currently viewing as ada')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Return to Admin' }))

  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(localStorage.getItem('token')).toBe(root.token)
})

test('the role is read again when another tab or impersonation changes it', async () => {
  await openApp()
  expect(await screen.findByRole('button', { name: 'Admin view' })).toBeDefined()
  const become = (role: string) => localStorage.setItem('user', JSON.stringify({ username: 'root', role }))

  become('USER')
  dispatchEvent(new Event('impersonation-change'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Admin view' })).toBeNull())

  become('ADMIN')
  dispatchEvent(new StorageEvent('storage', { key: 'user' }))
  expect(await screen.findByRole('button', { name: 'Admin view' })).toBeDefined()
})

test('User Management shows who is impersonated, requests no list, and links back', async () => {
  const { user, root, reload } = await viewAsAda()

  await user.click(screen.getByRole('button', { name: 'Profile' }))
  await user.click(await screen.findByRole('menuitem', { name: 'User Management' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'User Management' }))
  expect(dialog.getByText('Currently viewing as ada')).toBeDefined()
  expect(dialog.queryByRole('table')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Return to Admin' }))

  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  expect(localStorage.getItem('token')).toBe(root.token)
})
