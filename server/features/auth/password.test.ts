import { expect, test } from 'vitest'
import { networkOf } from './attempt-limits.service.ts'
import { hashPassword, verifyPassword } from './password.ts'

test('a password matches its own hash only, and two hashes of it differ', async () => {
  const [one, two] = [await hashPassword('şifre 123'), await hashPassword('şifre 123')]

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('şifre 123', one)).toBe(true)
  expect(await verifyPassword('şifre 124', one)).toBe(false)
})

test.each(['', 'plain', '$argon2i$v=19$m=1,t=1,p=1$AA$AA'])('%j is not a hash of ours', async (stored) => {
  expect(await verifyPassword('anything', stored)).toBe(false)
})

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
