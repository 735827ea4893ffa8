import { expect, test } from 'vitest'
import { checkEmail, emailSchema } from './email.ts'

test.each(['', 'a@b.co', 'deniz.ak+till@ornek.com.tr'])('%j is accepted', (email) => {
  expect(checkEmail(email)).toBeUndefined()
})

test.each([
  ['a@b', 'Please enter a valid email address'],
  ['a b@c.de', 'Please enter a valid email address'],
  [`${'a'.repeat(250)}@b.co`, 'Email address is too long (max 254 characters)'],
  [`${'a'.repeat(65)}@b.co`, 'Email username part is too long (max 64 characters)'],
  ['a..b@c.de', 'Email cannot contain consecutive dots'],
  ['.a@c.de', 'Email username cannot start or end with a dot'],
  ['a.@c.de', 'Email username cannot start or end with a dot'],
])('%s is rejected: %s', (email, message) => {
  expect(checkEmail(email)).toBe(message)
})

test('a required address cannot be empty', () => {
  expect(emailSchema.safeParse(' ').success).toBe(false)
})
