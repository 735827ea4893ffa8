import { describe, expect, test } from 'vitest'
import { openShop, resigned } from './testing/open-shop.ts'

describe('get-token', () => {
  test('accepts the fields signed in §1.9, also beyond ASCII', async () => {
    const { getToken } = await openShop()
    const turkish = {
      user_basket: Buffer.from('[["Cüzdan yükleme 10 USD","503.91",1]]').toString('base64'),
      paytr_token: 'fHmHg5TDQUfA4PmAdKkJp8li+VTNWTSgfUyM6KBijzE=',
    }
    const other = await openShop()

    expect(await getToken()).toEqual({ status: 'success', token: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await other.getToken(turkish)).toMatchObject({ status: 'success' })
  })

  test.each([
    ['a wrong signature', { payment_amount: '1' }, 'paytr_token'],
    ['no signature', { paytr_token: '' }, 'paytr_token'],
    ['another shop', { merchant_id: '654321' }, 'magaza'],
  ])('rejects %s', async (_, change, reason) => {
    const { getToken } = await openShop()

    expect(await getToken(change)).toEqual({ status: 'failed', reason: expect.stringContaining(reason) })
  })

  test.each([
    ['user_ip', 'not an address'],
    ['user_ip', ''],
    ['merchant_oid', 'with-dash'],
    ['merchant_oid', 'a'.repeat(65)],
    ['email', `${'a'.repeat(100)}@example.com`],
    ['email', 'nobody'],
    ['payment_amount', '0'],
    ['payment_amount', '503.91'],
    ['user_basket', 'no base64!'],
    ['user_basket', Buffer.from('[]').toString('base64')],
    ['no_installment', '2'],
    ['max_installment', '1'],
    ['max_installment', '13'],
    ['currency', 'USD'],
    ['test_mode', 'yes'],
    ['user_name', 'a'.repeat(61)],
    ['user_name', ''],
    ['user_address', 'a'.repeat(401)],
    ['user_phone', '1'.repeat(21)],
    ['merchant_ok_url', `http://shop.example/${'a'.repeat(400)}`],
    ['merchant_fail_url', 'javascript:alert(1)'],
    ['lang', 'de'],
  ] as const)('names the invalid field: %s = %s', async (name, value) => {
    const { getToken } = await openShop()

    expect(await getToken(resigned({ [name]: value }))).toEqual({
      status: 'failed',
      reason: expect.stringContaining(name),
    })
  })

  test('accepts an order number once', async () => {
    const { getToken } = await openShop()
    await getToken()

    expect(await getToken()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('merchant_oid'),
    })
  })
})
