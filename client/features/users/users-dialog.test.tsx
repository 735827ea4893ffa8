import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { UsersDialog } from './users-dialog.tsx'

afterEach(() => vi.useRealTimers())

type Around = NonNullable<Parameters<typeof renderScreen>[1]['around']>

/** Two admins, ada with $5 and baran. `asked` records the requests by procedure. */
async function openUsers({ around }: { around?: Around } = {}) {
  const { app, signUp, services } = await createTestApp()
  const root = await signUp('root')
  const ada = await signUp('ada')
  const baran = await signUp('baran')
  const second = await signUp('second')
  await root.call('PUT', `/auth/users/${second.user.id}`, { role: 'ADMIN' })
  const requested: { path: string; input: unknown }[] = []
  const { user } = await renderScreen(<UsersDialog onClose={vi.fn()} />, {
    app,
    session: root,
    around: (answer, path) => {
      requested.push({ path: path.replace(/^\/trpc\/|\?.*/g, ''), input: undefined })
      return around ? around(answer, path) : answer()
    },
  })
  await screen.findByText('ada@example.com')
  const countOf = (path: string) => requested.filter((each) => each.path === path).length
  return { app, services, user, root, ada, baran, second, requested, countOf }
}

function rowOf(username: string) {
  const row = screen.getByText(`${username}@example.com`).closest('tr')
  if (!row) {
    throw new Error(`There is no row of ${username}.`)
  }
  return within(row)
}
const namesShown = () =>
  screen.getAllByText(/@example\.com$/).map(({ textContent }) => textContent.split('@')[0])

test('the list shows all users with chips, balance and last seen, and no actions on the current user', async () => {
  await openUsers()

  expect(screen.getByText('4 accounts, 2 admins')).toBeDefined()
  expect(rowOf('root').getByText('You')).toBeDefined()
  expect(rowOf('root').getByText('Admin')).toBeDefined()
  expect(rowOf('root').queryAllByRole('button')).toEqual([])
  expect(rowOf('ada').queryByText('Admin')).toBeNull()
  expect(rowOf('ada').getByText('$5.00')).toBeDefined()
  expect(
    rowOf('ada')
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['View As', 'Edit', 'Delete'])
  expect(
    rowOf('second')
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Edit', 'Delete'])
})

test('is searched, filtered by role and sorted', async () => {
  const { user } = await openUsers()
  const search = screen.getByRole('searchbox', { name: 'Username or email' })

  await user.type(search, 'ARA')
  expect(namesShown()).toEqual(['baran'])

  await user.clear(search)
  await user.type(search, 'nobody')
  expect(screen.getByText('No match for “nobody”')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))

  await user.click(screen.getByRole('combobox', { name: 'Role' }))
  await user.click(screen.getByRole('option', { name: 'Admin' }))
  expect(namesShown()).toEqual(['root', 'second'])

  await user.click(screen.getByRole('button', { name: 'User' }))
  expect(namesShown()).toEqual(['second', 'root'])
})

test('a list that fails to load shows the server error', async () => {
  const { app, signUp } = await createTestApp()
  await signUp('root')
  const ada = await signUp('ada')

  await renderScreen(<UsersDialog onClose={vi.fn()} />, { app, session: ada })

  expect((await screen.findByRole('alert')).textContent).toContain('Only admins can do this.')
})

test('a response without data is reported as invalid', async () => {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const nothing = () => Promise.resolve(new Response(JSON.stringify({ result: { data: null } })))

  await renderScreen(<UsersDialog onClose={vi.fn()} />, {
    app,
    session: root,
    around: (answer, path) => (path.includes('users.list') ? nothing() : answer()),
  })

  expect(await screen.findByText('Invalid response from server')).toBeDefined()
})

test('editing sends only the changed fields, closes after 1.5 seconds and reloads the list', async () => {
  const { user, app, countOf } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Edit ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User: ada' }))
  expect(dialog.getByPlaceholderText('Leave blank to keep current password')).toBeDefined()
  await user.click(dialog.getByRole('combobox', { name: 'Role' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'User',
    'Moderator',
    'Admin',
  ])
  await user.keyboard('{Escape}')

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const typist = user
  await typist.clear(dialog.getByLabelText('Email'))
  await typist.type(dialog.getByLabelText('Email'), 'ada@new.example.com')
  await typist.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await dialog.findByText('ada has been updated.')).toBeDefined()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  const before = countOf('users.list')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByRole('dialog', { name: 'Edit User: ada' })).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(screen.queryByRole('dialog', { name: 'Edit User: ada' })).toBeNull()
  expect(await screen.findByText('ada@new.example.com')).toBeDefined()
  expect(countOf('users.list')).toBe(before + 1)
  const payload = { username: 'ada', password: passwordOf('ada') }
  const login = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  expect(login.json()).toMatchObject({
    user: { username: 'ada', role: 'USER', email: 'ada@new.example.com' },
  })
})

test('an unchanged form sends no request; a server error stays in the dialog', async () => {
  const { user, countOf } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Edit ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User: ada' }))

  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('No changes to save.')).toBeDefined()
  expect(countOf('users.update')).toBe(0)

  await user.clear(dialog.getByLabelText('Username'))
  await user.type(dialog.getByLabelText('Username'), 'baran')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This username is taken.')).toBeDefined()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
})

test('a reset link is created, and the user can set a password with it', async () => {
  const { user, app } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Edit ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User: ada' }))

  await user.click(dialog.getByRole('button', { name: 'Make a reset link' }))

  const link = await dialog.findByLabelText<HTMLInputElement>('One-time reset link')
  const token = new URL(link.value).hash.slice(1)
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(link.value)
  const payload = { token, newPassword: 'tulips on a grey roof' }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/reset-password', payload })
  expect(answer.statusCode).toBe(200)
})

test('deleting shows the warning, requires the typed name, and closes after a message', async () => {
  const { user, ada } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Delete ada' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete ada?' }))
  expect(
    dialog.getByText('Are you sure you want to delete the user ada? This action cannot be undone.'),
  ).toBeDefined()
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete user' })
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Type ada to confirm'), 'ad{Enter}')
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await user.type(dialog.getByLabelText('Type ada to confirm'), 'a')
  await user.click(button)

  expect(await dialog.findByText('ada has been deleted.')).toBeDefined()
  expect(button.disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(screen.queryByText('ada@example.com')).toBeNull())
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(401)
})

test('a response without a token does not start impersonation', async () => {
  const empty = () => Promise.resolve(new Response(JSON.stringify({ result: { data: {} } })))
  const { user, root } = await openUsers({
    around: (answer, path) => (path.includes('users.impersonate') ? empty() : answer()),
  })
  await user.click(screen.getByRole('button', { name: 'View As ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View as ada?' }))

  await user.click(dialog.getByRole('button', { name: 'View As' }))

  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to impersonate user: Could not get authentication token',
  )
  expect(sessionStorage.length).toBe(0)
  expect(localStorage.getItem('token')).toBe(root.token)
})

test('a rejection shows the reason given by the server', async () => {
  const { user, root, ada } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'View As ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View as ada?' }))
  await root.call('PUT', `/auth/users/${ada.user.id}`, { role: 'ADMIN' })

  await user.click(dialog.getByRole('button', { name: 'View As' }))

  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to impersonate user: You cannot view as another administrator.',
  )
})

test('the activity of all users is listed, searched and filtered by kind', async () => {
  const { user } = await openUsers()

  await user.click(screen.getByRole('tab', { name: 'Activity' }))

  const list = await screen.findByRole('list', { name: 'Activity' })
  expect(within(list).getByText('Account edited').closest('li')?.textContent).toContain('by root')
  await user.type(screen.getByRole('searchbox'), 'second')
  expect(
    within(list)
      .getAllByRole('listitem')
      .every(({ textContent }) => textContent.includes('second')),
  ).toBe(true)
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(screen.getByRole('option', { name: 'Administration' }))
  await waitFor(() => {
    const entries = within(screen.getByRole('list', { name: 'Activity' })).getAllByRole('listitem')
    expect(entries.map(({ dataset }) => dataset.kind)).toEqual(['admin'])
  })
})

test('a user is added with a role and an invitation link that is shown once', async () => {
  const { user, root } = await openUsers()
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }))
  await user.type(dialog.getByLabelText(/Username/), 'ADA')
  await user.type(dialog.getByLabelText(/Email/), 'mod@example.com')
  await user.click(dialog.getByRole('button', { name: 'Add user' }))
  expect(await dialog.findByText('This username is taken.')).toBeDefined()

  await user.clear(dialog.getByLabelText(/Username/))
  await user.type(dialog.getByLabelText(/Username/), 'mod')
  await user.click(dialog.getByRole('combobox', { name: /Role/ }))
  await user.click(screen.getByRole('option', { name: 'Moderator' }))
  await user.click(dialog.getByRole('button', { name: 'Add user' }))

  const done = within(await screen.findByRole('dialog', { name: 'mod added.' }))
  expect(done.getByRole('textbox', { name: 'Invitation link' })).toHaveProperty(
    'value',
    expect.stringMatching(/\/reset-password#ftr_/),
  )
  await user.click(done.getByRole('button', { name: 'Done' }))
  expect((await screen.findByText('mod@example.com')).closest('tr')?.textContent).toContain('Moderator🛡️')
  const listed = (await root.call('GET', '/auth/users')).json<{ username: string; role: string }[]>()
  expect(listed.find(({ username }) => username === 'mod')?.role).toBe('MODERATOR')
})

test('a single user is counted in the singular, and an unknown role is shown as USER', async () => {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const unknown = (answer: () => Promise<Response>, path: string) =>
    path.includes('users.list')
      ? answer().then(async (response) => new Response((await response.text()).replace('ADMIN', 'OWNER')))
      : answer()
  await renderScreen(<UsersDialog onClose={vi.fn()} />, { app, session: root, around: unknown })

  expect(await screen.findByText('1 user')).toBeDefined()
  expect(screen.getByText('root@example.com').closest('tr')?.textContent).toContain('User👤')
})
