import type { Form } from './order-form.ts'
import type { Payment, Payments } from './payments.ts'
import { isSame, type Merchant, sign } from './signature.ts'
import { maskCard } from './test-cards.ts'

type Deps = { merchant: Merchant; payments: Payments; now: () => Date }

const ISTANBUL_OFFSET_MS = 3 * 60 * 60_000
const MAX_REPORT_MS = 3 * 24 * 60 * 60_000
/** PayTR's commission on a payment, in ten-thousandths. */
const CUT_E4 = 239

export function createAccount({ merchant, payments, now }: Deps) {
  function isSigned(form: Form, names: readonly string[]) {
    const parts = ['merchant_id', ...names].map((name) => form[name] ?? '')
    const expected = sign(merchant, [...parts, merchant.merchantSalt])
    return form.merchant_id === merchant.merchantId && isSame(form.paytr_token ?? '', expected)
  }

  function reportStatus(form: Form) {
    if (!isSigned(form, ['merchant_oid'])) {
      return reject('001', 'paytr_token gonderilmedi veya gecersiz')
    }
    const payment = payments.find(form.merchant_oid ?? '')
    if (payment?.state !== 'paid') {
      return reject('004', 'merchant_oid ile basarili odeme bulunamadi')
    }
    const { order, total, card, instalments, endedDate, returns } = payment
    return {
      status: 'success',
      payment_amount: withComma(order.amount),
      payment_total: withComma(total),
      payment_date: istanbulTime(endedDate ?? now()),
      currency: order.currency,
      net_tutar: withPoint(total - cutOf(total)),
      kesinti_tutari: withPoint(cutOf(total)),
      taksit: instalments === 1 ? '0' : String(instalments),
      kart_marka: card?.brand ?? '',
      masked_pan: maskCard(card?.number ?? ''),
      odeme_tipi: 'KART',
      test_mode: order.isTest ? '1' : '0',
      returns: returns.map(({ amount, reference, date }) => ({
        return_amount: withPoint(amount),
        return_date: istanbulTime(date),
        reference_no: reference,
      })),
    }
  }

  function refund(form: Form) {
    const { merchant_oid: oid = '', return_amount: text = '', reference_no: reference = '' } = form
    if (!isSigned(form, ['merchant_oid', 'return_amount'])) {
      return reject('001', 'paytr_token gonderilmedi veya gecersiz')
    }
    const amount = readAmount(text)
    if (amount === undefined || !/^[A-Za-z0-9]{0,64}$/.test(reference)) {
      return reject('002', 'return_amount veya reference_no gecersiz')
    }
    const payment = payments.find(oid)
    if (payment?.state !== 'paid') {
      return { status: 'failed', err_no: '005', err_msg: 'Basarili odeme bulunamadi' }
    }
    if (returnedOf(payment) + amount > payment.total) {
      return reject('006', 'Toplam iade tutari odeme tutarindan fazla olamaz')
    }
    payment.returns.push({ amount, reference, date: now() })
    return {
      status: 'success',
      is_test: payment.order.isTest ? '1' : '0',
      merchant_oid: oid,
      return_amount: text,
      ...(reference && { reference_no: reference }),
    }
  }

  /** Rows have numeric keys beside `status`, as PHP encodes a list that also has named keys. */
  function report(form: Form) {
    if (!isSigned(form, ['start_date', 'end_date'])) {
      return reject('001', 'paytr_token gonderilmedi veya gecersiz')
    }
    const [start, end] = [form.start_date, form.end_date].map(readIstanbulTime)
    if (start === undefined || end === undefined || end < start || end - start > MAX_REPORT_MS) {
      return reject('002', 'Tarih araligi en fazla 3 gun olabilir')
    }
    const rows = payments
      .all()
      .flatMap(rowsOf)
      .filter(({ time }) => time >= start && time <= end)
      .map(({ row }) => row)
    return rows.length > 0
      ? { status: 'success', ...rows }
      : { status: 'failed', err_msg: 'Belirtilen tarihlerde islem bulunamadi' }
  }

  return { reportStatus, refund, report }
}

function reject(number: string, message: string) {
  return { status: 'error', err_no: number, err_msg: message }
}

function rowsOf(payment: Payment) {
  const { order, total, card, instalments, endedDate, returns, state } = payment
  if (state !== 'paid' || !endedDate) {
    return []
  }
  const common = {
    siparis_no: order.oid,
    para_birimi: order.currency,
    taksit: instalments === 1 ? '0' : String(instalments),
    kart_marka: card?.brand ?? '',
    kart_no: maskCard(card?.number ?? ''),
    odeme_tipi: 'KART',
  }
  const rowOf = (kind: 'S' | 'I', amount: number, date: Date) => ({
    time: date.getTime(),
    row: {
      ...common,
      islem_tipi: kind,
      islem_tarihi: istanbulTime(date),
      islem_tutari: withPoint(kind === 'S' ? order.amount : amount),
      odeme_tutari: withPoint(amount),
      kesinti_tutari: withPoint(kind === 'S' ? cutOf(amount) : 0),
      kesinti_orani: kind === 'S' ? withPoint(CUT_E4) : '0.00',
      net_tutar: withPoint(kind === 'S' ? amount - cutOf(amount) : amount),
    },
  })
  return [rowOf('S', total, endedDate), ...returns.map(({ amount, date }) => rowOf('I', amount, date))]
}

function returnedOf({ returns }: Payment) {
  return returns.reduce((sum, { amount }) => sum + amount, 0)
}

function cutOf(amount: number) {
  return Number((BigInt(amount) * BigInt(CUT_E4) + 5_000n) / 10_000n)
}

/** `1080` kuruş as `10.80`. */
export function withPoint(amount: number): string {
  const text = String(amount).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/** The format of the status query: `10,8`, `10`, `10,05`. */
function withComma(amount: number) {
  return withPoint(amount)
    .replace(/(\.\d)0$/, '$1')
    .replace(/\.0$/, '')
    .replace('.', ',')
}

/** Parses lira with a decimal point into kuruş. Undefined for anything else and for an empty text. */
function readAmount(text: string) {
  const [, lira = '', kurus = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const amount = Number(lira) * 100 + Number(kurus.padEnd(2, '0'))
  return amount > 0 ? amount : undefined
}

function istanbulTime(date: Date) {
  return new Date(date.getTime() + ISTANBUL_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

function readIstanbulTime(text = '') {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`)
    : Number.NaN
  return Number.isNaN(time) ? undefined : time - ISTANBUL_OFFSET_MS
}
