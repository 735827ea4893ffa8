import { expect, test } from 'vitest'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { commonCount } from './common-passwords.ts'
import { weaknessOf } from './passwords.service.ts'

const ada = { username: 'lovelace', email: 'ada.byron@example.com' }

test.each([
  'password',
  'Password123!',
  'P@ssw0rd2024',
  'iloveyou',
  'qwertyuiop',
  '1q2w3e4r5t',
  '12345678',
  '987654321',
  'aaaaaaaaaa',
  'abcabcabc',
  'abcdefghij',
  'Galatasaray1905',
  'W3lcome!!',
  'letmein 123',
  'Flowtill2026',
  'lovelace',
  'Lovelace1815',
  'ada.byron!!1',
  'lovelacepassword1',
  '2024Dragon',
])('%s is rejected as easy to guess', (password) => {
  expect(weaknessOf(password, ada)).toBeTypeOf('string')
})

test.each([
  'a long enough sentence',
  'long enough',
  'correct horse battery staple',
  'tR7!kz0-Qw9m',
  // A name within a longer passphrase does not make it weak.
  "lovelace's password",
  'şifrem çok uzun bir cümle',
  'kestane kebap yemesi sevap',
])('%s is accepted', (password) => {
  expect(weaknessOf(password, ada)).toBeUndefined()
})

test('the list of common passwords has over 400 entries', () => {
  expect(commonCount).toBeGreaterThan(400)
})

test('a common password is rejected in every form that sets a password', async () => {
  const { app, signUp } = await createTestApp()
  const admin = await signUp('root')
  const user = await signUp('lovelace')
  const account = { username: 'grace', email: 'grace@example.com', password: 'password123' }
  const change = { currentPassword: passwordOf('lovelace'), newPassword: 'lovelace1' }

  const answers = [
    await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload: account }),
    await user.call('POST', '/auth/change-password', change),
    await admin.call('PUT', `/auth/users/${user.user.id}`, { password: 'lovelace1' }),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  expect(answers.map((answer) => Object.keys(answer.json().details)[0])).toEqual([
    'password',
    'newPassword',
    'password',
  ])
})
