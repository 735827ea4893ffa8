import { describe, expect, test } from 'vitest'
import { oid, openShop, resigned, salted } from './testing/open-shop.ts'

describe('after the payment', () => {
  test('the status query returns amounts with a comma, and 004 for an unpaid order', async () => {
    const { getToken, shop, post } = await openShop()
    const query = {
      merchant_id: '123456',
      merchant_oid: oid,
      paytr_token: 'TrTRpWWQUxsUi6wywvXMhNEbSuEGQi9Ip0tcMWxYt1U=',
    }
    await getToken(resigned({ payment_amount: '1080' }))

    const open = await post('/odeme/durum-sorgu', query)
    await shop.control({ settle: { oid, as: 'success' } })
    const paid = await post('/odeme/durum-sorgu', query)

    expect(open).toMatchObject({ status: 'error', err_no: '004' })
    expect(paid).toMatchObject({
      status: 'success',
      payment_amount: '10,8',
      payment_total: '10,8',
      currency: 'TL',
      odeme_tipi: 'KART',
      returns: [],
    })
    expect(await post('/odeme/durum-sorgu', { ...query, merchant_oid: 'OTHER' })).toMatchObject({
      status: 'error',
      err_no: '001',
    })
  })

  test('a refund never returns more than was paid, and is included in the status query', async () => {
    const { getToken, shop, post } = await openShop()
    const refund = (return_amount: string, reference_no = 'R1') =>
      post('/odeme/iade', {
        merchant_id: '123456',
        merchant_oid: oid,
        return_amount,
        reference_no,
        paytr_token: salted('123456', oid, return_amount),
      })
    await getToken()

    expect(await refund('10.25')).toMatchObject({ status: 'failed' })
    await shop.control({ settle: { oid, as: 'success' } })

    expect(salted('123456', oid, '10.25')).toBe('11Lm55A7vZSKtztmvFu7QigXTiLy9n8JAg0UX5SFQbc=')
    expect(await refund('10.25')).toEqual({
      status: 'success',
      is_test: '1',
      merchant_oid: oid,
      return_amount: '10.25',
      reference_no: 'R1',
    })
    expect(await refund('493.67', 'R2')).toMatchObject({ status: 'error', err_no: '006' })
    expect(await refund('493.66', 'R2')).toMatchObject({ status: 'success' })
    expect(await refund('0.00')).toMatchObject({ status: 'error', err_no: '002' })
    expect(await refund('1,00')).toMatchObject({ status: 'error', err_no: '002' })
    expect(
      await post('/odeme/iade', {
        merchant_id: '123456',
        merchant_oid: oid,
        return_amount: '1.00',
        paytr_token: 'x',
      }),
    ).toMatchObject({ err_no: '001' })

    const status = await post('/odeme/durum-sorgu', {
      merchant_id: '123456',
      merchant_oid: oid,
      paytr_token: salted('123456', oid),
    })
    expect(status.returns).toMatchObject([
      { return_amount: '10.25', reference_no: 'R1' },
      { return_amount: '493.66', reference_no: 'R2' },
    ])
  })

  test('the report lists sales and refunds of at most three days', async () => {
    const { getToken, shop, post } = await openShop({ now: () => new Date('2026-01-02T21:30:00Z') })
    const report = (start_date: string, end_date: string) =>
      post('/rapor/islem-dokumu', {
        merchant_id: '123456',
        start_date,
        end_date,
        paytr_token: salted('123456', start_date, end_date),
      })
    await getToken()
    const empty = await report('2026-01-01 00:00:00', '2026-01-03 23:59:59')
    await shop.control({ settle: { oid, as: 'success' } })
    await post('/odeme/iade', {
      merchant_id: '123456',
      merchant_oid: oid,
      return_amount: '10.25',
      paytr_token: salted('123456', oid, '10.25'),
    })

    expect(salted('123456', '2026-01-01 00:00:00', '2026-01-03 23:59:59')).toBe(
      'fcdevvtmSAjL04kUf+adWif5lMu7J+FRXHpiFvGACZc=',
    )
    expect(empty).toMatchObject({ status: 'failed' })
    const full = await report('2026-01-01 00:00:00', '2026-01-03 23:59:59')
    expect(full).toMatchObject({
      status: 'success',
      0: {
        islem_tipi: 'S',
        siparis_no: oid,
        islem_tutari: '503.91',
        islem_tarihi: '2026-01-03 00:30:00',
        kesinti_tutari: '12.04',
        net_tutar: '491.87',
      },
      1: { islem_tipi: 'I', siparis_no: oid, islem_tutari: '10.25' },
    })
    expect(await report('2026-01-02 00:00:00', '2026-01-02 23:59:59')).toMatchObject({ status: 'failed' })
    expect(await report('2026-01-01 00:00:00', '2026-01-09 00:00:00')).toMatchObject({
      status: 'error',
      err_no: '002',
    })
  })
})
