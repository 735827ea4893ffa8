import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { openGuarded } from '#client/testing/second-factor.ts'
import { passwordOf } from '#server/testing/test-app.ts'
import { LoginScreen } from './login-screen.tsx'

async function openSecondStep(language: 'en' | 'tr' = 'en') {
  const { app, ada, addTotp, codeOf, later } = await openGuarded()
  const { secret, recoveryCodes } = await addTotp(ada)
  const { user } = await renderScreen(<LoginScreen registerPath="/register" />, { app, language })
  const tr = language === 'tr'
  await user.type(screen.getByLabelText(tr ? 'Kullanıcı adı veya e-posta' : 'Username or email'), 'ada')
  await user.type(screen.getByLabelText(tr ? 'Parola' : 'Password'), passwordOf('ada'))
  await user.keyboard('{Enter}')
  return { user, later, recoveryCodes, code: () => codeOf(secret) }
}

const token = () => localStorage.getItem('token')

test('the right password leads to the code; the code signs in', async () => {
  const { user, code } = await openSecondStep()

  const field = await screen.findByLabelText('Code from your authenticator app')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(token()).toBeNull()
  await user.type(field, code())
  await user.keyboard('{Enter}')

  await expect.poll(token).toBeTruthy()
})

test('a wrong code is reported at its field, and a recovery code is accepted instead', async () => {
  const { user, recoveryCodes } = await openSecondStep()
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}')
  expect(await screen.findByText(/^This code is wrong, expired or already used/)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(screen.queryByText(/^This code is wrong/)).toBeNull()
  await user.type(screen.getByLabelText('Recovery code'), `${recoveryCodes[0]}{Enter}`)

  await expect.poll(token).toBeTruthy()
})

test('a code with letters is rejected before a request is sent', async () => {
  const { user } = await openSecondStep()

  await user.type(await screen.findByLabelText('Code from your authenticator app'), 'abc{Enter}')

  expect(await screen.findByText('Enter the 6 digits your app shows')).toBeDefined()
})

test('after five minutes sign-in starts over', async () => {
  const { user, code, later } = await openSecondStep()
  const field = await screen.findByLabelText('Code from your authenticator app')
  later(301)

  await user.type(field, `${code()}{Enter}`)
  expect(await screen.findByText('This took too long. Sign in again.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }))

  expect(await screen.findByLabelText('Username or email')).toBeDefined()
})

test('is translated into Turkish', async () => {
  const { user } = await openSecondStep('tr')

  await user.type(await screen.findByLabelText('Doğrulama uygulamanızdaki kod'), '000000{Enter}')

  expect(await screen.findByText(/^Bu kod yanlış, süresi dolmuş ya da kullanılmış/)).toBeDefined()
})
