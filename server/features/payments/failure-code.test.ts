import { expect, test } from 'vitest'
import { readFailureCode } from './failure-code.ts'

test.each([
  ['0: Kart bankasi islemi onaylamadi.', 'declined'],
  ['0: Yetersiz bakiye.', 'insufficient_funds'],
  ['0', 'declined'],
  ['2: 3D Secure dogrulama kodu hatali girildi.', 'wrong_code'],
  ['6: Musteri odeme yapmaktan vazgecti ve odeme sayfasindan ayrildi.', 'abandoned'],
  ['11: Fraud uyarisi', 'fraud_warning'],
  ['99: Teknik entegrasyon hatasi', 'integration'],
  ['42: Something new', null],
  ['The payment failed.', null],
  [null, null],
])('%j maps to %j', (failure, code) => {
  expect(readFailureCode(failure)).toBe(code)
})
