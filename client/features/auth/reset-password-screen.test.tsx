import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp } from '#client/testing/render-screen.tsx'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'

async function openLink(change: (path: string) => string = (path) => path) {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const ada = await signUp('ada')
  const made = await root.call('POST', `/auth/users/${ada.user.id}/reset-link`)
  const { path } = made.json<{ path: string }>()
  const view = await renderApp(change(path), { app })
  await screen.findByRole('heading', { name: 'Choose a new password' })
  const signIn = async (password: string) =>
    (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { username: 'ada', password } }))
      .statusCode
  return { ...view, ada, signIn, path, app }
}
type User = Awaited<ReturnType<typeof openLink>>['user']

async function choose(user: User, password: string) {
  await user.type(await screen.findByLabelText('New password'), password)
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
}

test('the link sets a password once, ends every session and redirects to the sign-in page', async () => {
  const { user, ada, signIn } = await openLink()

  await choose(user, 'tulips on a grey roof')

  expect(await screen.findByRole('heading', { name: 'Your password has been changed.' })).toBeDefined()
  expect(await signIn('tulips on a grey roof')).toBe(200)
  expect(await signIn(passwordOf('ada'))).toBe(401)
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(401)
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  await expect.poll(address).toBe('/')
})

test('a token in the query string works as well', async () => {
  const { user } = await openLink((path) => path.replace('#', '?token='))

  await choose(user, 'tulips on a grey roof')

  expect(await screen.findByRole('heading', { name: 'Your password has been changed.' })).toBeDefined()
})

test('a short password is reported at its field, a used link with one generic sentence', async () => {
  const { user, app, path } = await openLink()
  await choose(user, 'short')
  expect(await screen.findByText('Use at least 8 characters')).toBeDefined()

  const payload = { token: path.split('#')[1], newPassword: 'somebody was faster' }
  await app.inject({ method: 'POST', url: '/api/v1/auth/reset-password', payload })
  await user.clear(screen.getByLabelText('New password'))
  await choose(user, 'tulips on a grey roof')

  expect(await screen.findByText('This link is no longer valid. Request a new one.')).toBeDefined()
})

test('a link without a token is reported', async () => {
  await openLink(() => '/reset-password')

  expect(screen.getByRole('alert').textContent).toContain('This link is incomplete.')
})
