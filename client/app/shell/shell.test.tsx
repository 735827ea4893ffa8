import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp, renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { SideMenu } from './side-menu.tsx'

async function openShell(who: 'admin' | 'user' = 'user') {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const session = who === 'admin' ? root : await signUp('ada')
  const view = await renderApp('/app/credentials', { app, session })
  // The first test of the file also fetches the screens.
  await screen.findByRole('heading', { name: 'Credentials' }, { timeout: 20_000 })
  return { app, session, ...view }
}

test('has landmarks and a skip link, and marks the current page', async () => {
  await openShell()

  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main')
  expect(screen.getByRole('main').id).toBe('main')
  const menu = screen.getByRole('navigation', { name: 'Main menu' })
  expect(within(menu).getByRole('link', { name: 'Credentials' }).getAttribute('aria-current')).toBe('page')
  expect(within(menu).getByRole('link', { name: 'ChatFlows' }).getAttribute('aria-current')).toBeNull()
})

test('shows that the sandbox is on', async () => {
  await openShell()

  expect(await screen.findByText('Payments and models on this server are simulated.')).toBeDefined()
})

test('a new screen receives the focus', async () => {
  const { user } = await openShell()

  await user.click(screen.getByRole('link', { name: 'ChatFlows' }))

  await screen.findByRole('heading', { name: 'ChatFlows' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('the menu collapses by button and by key, and the state is stored', async () => {
  const { user } = await openShell()

  await user.click(screen.getByRole('button', { name: 'Toggle menu' }))
  expect(localStorage.getItem('menuFolded')).toBe('true')
  expect(screen.getByRole('link', { name: 'ChatFlows' }).textContent).toBe('')

  await user.keyboard('[[')
  expect(localStorage.getItem('menuFolded')).toBe('false')
})

test('g followed by a letter opens a screen', async () => {
  const { user } = await openShell()

  await user.keyboard('gu')

  await expect.poll(address).toBe('/app/usage-billing')
})

test('dark mode is switched and stored', async () => {
  const { user } = await openShell()
  const dark = screen.getByRole('switch', { name: 'Dark mode' })

  await user.click(dark)

  expect(dark.getAttribute('aria-checked')).toBe('true')
  expect(localStorage.getItem('isDarkMode')).toBe('true')
  expect(document.documentElement.getAttribute('data-joy-color-scheme')).toBe('dark')
})

test('the profile menu lists the specified entries in order', async () => {
  const { user } = await openShell('admin')

  await user.click(screen.getByRole('button', { name: 'Profile' }))

  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Details',
    'Export',
    'Import',
    'User Management',
    'About Flowtill',
    'Logout',
    'Security',
    'LanguageTürkçe',
    'Appearance',
    'Keyboard shortcuts',
    'Documentation',
    'Privacy Policy',
    'Terms & Conditions',
    'Data Security',
  ])
  expect(screen.getByRole('menuitem', { name: 'Privacy Policy' })).toMatchObject({ target: '_blank' })
})

test('user management and the admin view are for admins', async () => {
  const { user } = await openShell()

  await user.click(screen.getByRole('button', { name: 'Profile' }))

  await screen.findAllByRole('menuitem')
  expect(screen.queryByText('User Management')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Admin view' })).toBeNull()
})

test('signing out ends the session here and on the server', async () => {
  const { user, session } = await openShell()
  await user.click(screen.getByRole('button', { name: 'Profile' }))

  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined()
  expect(localStorage.getItem('token')).toBeNull()
  expect((await session.call('GET', '/auth/me')).statusCode).toBe(401)
})

test('the language changes immediately and is stored', async () => {
  const { user } = await openShell()
  await user.click(screen.getByRole('button', { name: 'Profile' }))

  await user.click(await screen.findByRole('menuitem', { name: /Language/ }))

  expect(await screen.findByRole('heading', { name: 'Kimlik bilgileri' })).toBeDefined()
  expect(document.documentElement.lang).toBe('tr')
  expect(localStorage.getItem('language')).toBe('tr')
})

test('a dialog opened from the profile menu returns the focus to its button', async () => {
  const { user } = await openShell()
  await user.click(screen.getByRole('button', { name: 'Profile' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  await screen.findByText('Account Status')

  await user.click(screen.getByRole('button', { name: 'Close Profile' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Profile' }))
})

test('About shows the current version', async () => {
  const { user } = await openShell()
  await user.click(screen.getByRole('button', { name: 'Profile' }))

  await user.click(await screen.findByRole('menuitem', { name: 'About Flowtill' }))

  const dialog = await screen.findByRole('dialog', { name: 'Flowtill Version' })
  expect(await within(dialog).findByText(/^\d+\.\d+\.\d+$/)).toBeDefined()
})

test('an item of an unknown type is shown as an error', async () => {
  const { app } = await createTestApp()

  await renderScreen(<SideMenu isFolded={false} groups={[{ id: 'odd', items: [{ type: 'carousel' }] }]} />, {
    app,
  })

  expect(screen.getByText('Menu Items Error')).toBeDefined()
})
