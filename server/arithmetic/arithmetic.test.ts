import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from './arithmetic.ts'

test.each([
  ['6 * 7', '42'],
  ['0.1 + 0.2', '0.3'],
  ['2 + 3 * 4 ^ 2 - (1 - 5) / 8', '50.5'],
  ['-2 ^ 2', '-4'],
  ['2 ** 3 ** 2', '512'],
  ['1/3', '0.33333333333333333333'],
  ['20% of 150 + 10%', '30.1'],
  ['7 % 3', '1'],
  ['-7 % 3', '-1'],
  ['19.99 * 3 =', '59.97'],
  ['2^200', '1606938044258990275541962092341162602522202993782792835301376'],
  ['sqrt(144) + sqrt(2.25)', '13.5'],
  ['sqrt(2)', '1.4142135623731'],
  ['round(2.675, 2) + round(-2.5)', '-0.32'],
  ['max(1, 2.5, 2) * min(4, 3)', '7.5'],
  ['20!', '2432902008176640000'],
  ['10 ÷ 4 × 2 − 1', '4'],
  ['1e3 + 1.5e-2', '1000.015'],
  ['sin(pi / 2)', '1'],
  ['log(1000) + ln(e) + log(8, 2)', '7'],
])('%s evaluates to %s', (expression, result) => {
  expect(calculate(expression)).toBe(result)
})

test.each([
  ['1 / 0', 'divides by zero'],
  ['1 / (2 - 2)', 'divides by zero'],
  ['2 +', 'a number is missing'],
  ['(1 + 2', 'a bracket is not closed'],
  ['process.exit()', 'is not arithmetic'],
  ['constructor(1)', 'constructor is not known'],
  ['__proto__', 'is not arithmetic'],
  ['9 ^ 9 ^ 9 ^ 9', 'grow too long'],
  ['2 ^ 99999', 'grow too long'],
  ['1e999999', 'out of reach'],
  ['('.repeat(500), 'too deep'],
  ['9'.repeat(2_000), 'longer than'],
  ['sqrt(-1)', 'no finite result'],
  ['1 2', 'after its end'],
])('%s is rejected: %s', (expression, why) => {
  expect(() => calculate(expression)).toThrow(why)
})

test('sums and products of whole numbers are exact, however long', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), fc.bigInt(), (a, b, c) => {
      expect(calculate(`(${a}) * (${b}) + (${c})`)).toBe(String(a * b + c))
    }),
  )
})

test('dividing and multiplying by the same number returns the original value', () => {
  const some = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(some, some, (a, b) => {
      expect(calculate(`${a} / ${b} * ${b}`)).toBe(String(a))
    }),
  )
})
