import { expect, test } from 'vitest'
import { checkPhone, fitsCountry, formatPhone, phoneCountries } from './phone.ts'

test('the fifteen countries, in order', () => {
  expect(phoneCountries.map(({ code, country }) => `${code} ${country}`).join(', ')).toBe(
    '+90 TR, +1 US, +44 GB, +49 DE, +33 FR, +39 IT, +34 ES, +31 NL, +7 RU, +86 CN, +81 JP, +91 IN, +55 BR, +61 AU, +971 AE',
  )
})

test.each([
  ['+90', '2122453061'],
  ['+90', '(532) 123 45 67'],
  ['+1', '(212) 555-0123'],
  ['+44', '7911123456'],
  ['+49', '3012345678'],
  ['+49', '15112345678'],
  ['+33', '612345678'],
  ['+39', '3123456789'],
  ['+34', '612345678'],
  ['+31', '612345678'],
  ['+7', '9123456789'],
  ['+86', '13812345678'],
  ['+81', '9012345678'],
  ['+91', '9812345678'],
  ['+55', '11912345678'],
  ['+61', '412345678'],
  ['+971', '501234567'],
])('%s %s is accepted', (code, phone) => {
  expect(checkPhone(phone, code)).toBeUndefined()
})

test.each([
  ['+90', '0532123456', 'Turkey. Expected: 5XX XXX XX XX'],
  ['+90', '05321234567', 'Turkey. Expected: 5XX XXX XX XX'],
  ['+1', '1125550123', 'United States. Expected: (XXX) XXX-XXXX'],
  ['+1', '2121550123', 'United States. Expected: (XXX) XXX-XXXX'],
  ['+44', '791112345', 'United Kingdom. Expected: XXXX XXX XXX'],
  ['+49', '301234567', 'Germany. Expected: XXX XXXXXXX(X)'],
  ['+49', '301234567890', 'Germany. Expected: XXX XXXXXXX(X)'],
  ['+33', '012345678', 'France. Expected: X XX XX XX XX'],
  ['+39', '2123456789', 'Italy. Expected: 3XX XXX XXXX'],
  ['+34', '512345678', 'Spain. Expected: 6XX XXX XXX'],
  ['+31', '012345678', 'Netherlands. Expected: 6 XXXX XXXX'],
  ['+7', '0123456789', 'Russia. Expected: 9XX XXX XX XX'],
  ['+86', '12812345678', 'China. Expected: 1XX XXXX XXXX'],
  ['+86', '23812345678', 'China. Expected: 1XX XXXX XXXX'],
  ['+81', '6012345678', 'Japan. Expected: 90 XXXX XXXX'],
  ['+91', '5812345678', 'India. Expected: 9XXXX XXXXX'],
  ['+55', '01912345678', 'Brazil. Expected: XX 9XXXX XXXX'],
  ['+55', '1191234567', 'Brazil. Expected: XX 9XXXX XXXX'],
  ['+61', '112345678', 'Australia. Expected: 4XX XXX XXX'],
  ['+971', '101234567', 'United Arab Emirates. Expected: 5X XXX XXXX'],
])('%s %s is rejected', (code, phone, rest) => {
  expect(checkPhone(phone, code)).toBe(`Invalid format for ${rest}`)
})

test('a phone is optional', () => {
  expect(checkPhone('', '')).toBeUndefined()
  expect(checkPhone('  ', '+999')).toBeUndefined()
})

test('a number requires a country, a known one, and seven digits, in this order', () => {
  expect(checkPhone('1', '')).toBe('Please select a country code')
  expect(checkPhone('1', '+999')).toBe('Invalid country code selected')
  expect(checkPhone('(12) 34-56', '+90')).toBe('Phone number is too short')
})

test('a country without its own rule accepts 7 to 15 digits', () => {
  expect(
    ['123456', '1234567', '123456789012345', '1234567890123456'].map((each) => fitsCountry(each, {})),
  ).toEqual([false, true, true, false])
})

test.each([
  ['+90', '2122453061', '+90 (212) 245 30 61'],
  ['+1', '2125550123', '+1 (212) 555-0123'],
  ['+44', '7911123456', '+44 7911 123 456'],
  ['+49', '15112345678', '+49 151 12345678'],
  ['+33', '612345678', '+33 6 12 34 56 78'],
  ['+39', '312 345 6789', '+39 3123456789'],
  ['+90', '21224', '+90 21224'],
  ['+90', '', ''],
])('%s %s is shown as %s', (code, phone, shown) => {
  expect(formatPhone(phone, code)).toBe(shown)
})
