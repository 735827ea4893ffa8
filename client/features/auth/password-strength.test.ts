import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['short', 0],
  ['aaaaaaaa', 1],
  ['12345678', 1],
  ['abcdefgh', 1],
  ['sunflower', 1],
  ['sunflowers', 2],
  ['Sunflower7', 3],
  ['correct horse battery', 4],
])('%s has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
