import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { findTotpStep, newTotpSecret, totpUri } from './totp.ts'

// RFC 6238, appendix B: the last six digits of the SHA-1 column.
const rfcSecret = Secret.fromUTF8('12345678901234567890').base32
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const

test.each(vectors)('the RFC 6238 vector at %i s matches', (seconds, code) => {
  expect(findTotpStep(rfcSecret, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30))
})

test('one step before and after is accepted, two are not', () => {
  const at = (seconds: number) => findTotpStep(rfcSecret, '005924', new Date(seconds * 1_000))

  expect([at(1_234_567_890 - 30), at(1_234_567_890 + 30)]).toEqual([41_152_263, 41_152_263])
  expect([at(1_234_567_890 - 60), at(1_234_567_890 + 60)]).toEqual([undefined, undefined])
})

test('a new secret has 160 bits, and its URI names product and account', () => {
  const secret = newTotpSecret()
  const uri = new URL(totpUri(secret, 'ada@example.com'))

  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Flowtill:ada@example.com')
  expect(uri.searchParams.get('secret')).toBe(secret)
  expect(new TOTP({ secret: Secret.fromBase32(secret) }).generate()).toMatch(/^\d{6}$/)
})
