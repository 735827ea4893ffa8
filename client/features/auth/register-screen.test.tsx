import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { RegisterScreen } from './register-screen.tsx'

async function openRegister() {
  const { app, signUp } = await createTestApp()
  await signUp('ada')
  const { user } = await renderScreen(<RegisterScreen loginPath="/" />, { app })

  async function fillIn({ username = 'bora', email = 'bora@example.com', password = 'correct horse' }) {
    await user.type(screen.getByLabelText('Username'), username)
    await user.type(screen.getByLabelText('Email'), email)
    await user.type(screen.getByLabelText('Password'), password)
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Create account' }))
  const acceptTerms = () => user.click(screen.getByRole('checkbox'))
  return { user, fillIn, submit, acceptTerms }
}

test('creates an account and signs in', async () => {
  const { fillIn, submit, acceptTerms } = await openRegister()
  await fillIn({})
  await acceptTerms()

  await submit()

  await expect.poll(() => localStorage.getItem('token')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ username: 'bora', role: 'USER' })
})

test('requires accepting the terms', async () => {
  const { fillIn, submit } = await openRegister()
  await fillIn({})

  await submit()

  expect(await screen.findByText('Accept the terms to create an account')).toBeDefined()
  expect(localStorage.getItem('token')).toBeNull()
})

test('a taken name is reported at its field', async () => {
  const { fillIn, submit, acceptTerms } = await openRegister()
  await fillIn({ username: 'ADA' })
  await acceptTerms()

  await submit()

  const field = screen.getByLabelText('Username')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(localStorage.getItem('token')).toBeNull()
})

test('a field is validated on blur, and again while it is corrected', async () => {
  const { user } = await openRegister()

  await user.type(screen.getByLabelText('Email'), 'bora..k@example.com')
  await user.tab()
  expect(await screen.findByText('Email cannot contain consecutive dots')).toBeDefined()

  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), 'bora@example.com')
  await expect.poll(() => screen.queryByText('Email cannot contain consecutive dots')).toBeNull()
})

test('describes the password strength in one word', async () => {
  const { user } = await openRegister()

  await user.type(screen.getByLabelText('Password'), 'short')
  expect(screen.getByText('Too short')).toBeDefined()

  await user.type(screen.getByLabelText('Password'), ' but correct horse 9')
  expect(screen.getByText('Strong')).toBeDefined()
})
