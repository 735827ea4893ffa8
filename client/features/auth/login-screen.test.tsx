import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { openMailServer } from '#server/testing/mail-server.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { LoginScreen } from './login-screen.tsx'

type Around = Parameters<typeof renderScreen>[1]['around']

type Options = { around?: Around; language?: 'en' | 'tr'; env?: Record<string, string> }

async function openLogin({ around, language = 'en', env }: Options = {}) {
  const { app, signUp } = await createTestApp(env && { env })
  await signUp('ada')
  const { user } = await renderScreen(<LoginScreen registerPath="/register" />, {
    app,
    language,
    ...(around && { around }),
  })

  async function signIn(username: string, password: string) {
    await user.clear(screen.getByLabelText('Username or email'))
    await user.type(screen.getByLabelText('Username or email'), username)
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), password)
    await user.keyboard('{Enter}')
  }
  return { user, signIn }
}

test('stores token and user, and never name or password', async () => {
  const { signIn } = await openLogin()

  await signIn('ada@example.com', passwordOf('ada'))

  await expect.poll(() => localStorage.getItem('token')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'ada', role: 'ADMIN' })
  expect(localStorage.getItem('username')).toBeNull()
  expect(localStorage.getItem('password')).toBeNull()
})

test('does not reveal whether name or password is wrong', async () => {
  const { signIn } = await openLogin()

  await signIn('ada', 'not her password')

  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect username or password.')
  expect(localStorage.getItem('token')).toBeNull()
})

test('missing fields are reported before a request is sent, and get the focus', async () => {
  const { user } = await openLogin()

  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByText('Enter your username or email')).toBeDefined()
  expect(screen.getByText('Enter your password')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Username or email'))
})

test('after too many attempts it shows when the next one is possible', async () => {
  const { signIn } = await openLogin()

  for (let tries = 0; tries < 6; tries += 1) {
    await signIn('ada', `wrong ${tries}`)
    await screen.findByRole('alert')
    await expect.poll(() => screen.queryByRole('button', { name: 'Signing in…' })).toBeNull()
  }

  const button = await screen.findByRole('button', { name: /^Try again in \d+:\d\d$/ })
  expect(button).toMatchObject({ disabled: true })
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Too many attempts from this network. Try again in \d+:\d\d, sign in from a device/,
  )
})

test('is disabled while it waits, and reports when the server cannot be reached', async () => {
  const gate = Promise.withResolvers<Response>()
  const { signIn } = await openLogin({
    around: (answer, path) => (path.includes('auth.login') ? gate.promise : answer()),
  })

  await signIn('ada', passwordOf('ada'))
  expect(await screen.findByRole('button', { name: 'Signing in…' })).toMatchObject({ disabled: true })
  gate.reject(new TypeError('fetch failed'))

  expect((await screen.findByRole('alert')).textContent).toContain(
    'Could not reach the server. Check your connection and try again.',
  )
  expect(screen.getByRole('button', { name: 'Sign in' })).toMatchObject({ disabled: false })
})

test('the password can be revealed', async () => {
  const { user } = await openLogin()
  const field = screen.getByLabelText('Password')

  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toMatchObject({ type: 'text' })

  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field).toMatchObject({ type: 'password' })
})

test('shows that Caps Lock is on', async () => {
  const { user } = await openLogin()

  await user.type(screen.getByLabelText('Password'), '{CapsLock}a')

  expect(await screen.findByText('Caps Lock is on')).toBeDefined()
})

test('is translated into Turkish', async () => {
  const { user } = await openLogin({ language: 'tr' })

  await user.click(screen.getByRole('button', { name: 'Giriş yap' }))

  expect(await screen.findByText('Parolanızı girin')).toBeDefined()
})

test('forgotten password: a link is sent to the named account', async () => {
  const { url, characters } = await openMailServer()
  const { user } = await openLogin({ env: { SMTP_URL: url } })
  await user.type(screen.getByLabelText('Username or email'), 'ada')
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))

  expect(((await screen.findByLabelText('Username or email')) as HTMLInputElement).value).toBe('ada')
  await user.click(await screen.findByRole('button', { name: 'Email a reset link' }))

  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined()
  await expect.poll(() => characters.map(({ to }) => to)).toEqual([['ada@example.com']])
  await user.click(screen.getByRole('button', { name: 'Back to sign-in' }))
  expect(await screen.findByLabelText('Password')).toBeDefined()
})

test('forgotten password without a mail server: names who can create a link', async () => {
  const { user } = await openLogin()
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  expect(await screen.findByText(/^Ask an administrator for a reset link/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Email a reset link' })).toBeNull()
})
