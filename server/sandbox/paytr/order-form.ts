import { isIP } from 'node:net'
import { parseJson } from '#shared/json.ts'
import { isSame, type Merchant, sign } from './signature.ts'

/** Form fields by name. The last of repeated fields counts, as in PHP. */
export type Form = Readonly<Record<string, string>>

/** PayTR's message for a rejected first step. */
export class Rejection extends Error {}

/** The validated order of step one. Amounts in kuruş. */
export type Order = {
  oid: string
  email: string
  amount: number
  items: readonly { name: string; price: string; count: number }[]
  /** Maximum number of instalments; 1 without instalments. */
  maxInstalments: number
  currency: string
  isTest: boolean
  okUrl: string
  failUrl: string
  timeoutMinutes: number
  language: 'tr' | 'en'
  isDark: boolean
}

type Check = (value: string) => boolean
const upTo =
  (length: number): Check =>
  (value) =>
    value.length > 0 && [...value].length <= length
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value)
const isUrl: Check = (value) => upTo(400)(value) && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value)

const required: Readonly<Record<string, Check>> = {
  merchant_id: upTo(20),
  // A real shop must send the customer's public address, but sandbox users may be on a private one.
  user_ip: (value) => value.length <= 39 && isIP(value) > 0,
  merchant_oid: (value) => /^[A-Za-z0-9]{1,64}$/.test(value),
  email: (value) => upTo(100)(value) && /^[^\s@]+@[^\s@]+$/.test(value),
  payment_amount: (value) => /^[1-9]\d{0,12}$/.test(value),
  user_basket: (value) => readBasket(value) !== undefined,
  no_installment: oneOf('0', '1'),
  max_installment: (value) => /^(0|[2-9]|1[0-2])$/.test(value),
  user_name: upTo(60),
  user_address: upTo(400),
  user_phone: upTo(20),
  merchant_ok_url: isUrl,
  merchant_fail_url: isUrl,
}
const optional: Readonly<Record<string, Check>> = {
  // Other currencies need PayTR's approval, which this shop lacks.
  currency: oneOf('TL', 'TRY'),
  test_mode: oneOf('0', '1'),
  timeout_limit: (value) => /^[1-9]\d{0,3}$/.test(value),
  debug_on: oneOf('0', '1'),
  lang: oneOf('tr', 'en'),
  iframe_v2: oneOf('0', '1'),
  iframe_v2_dark: oneOf('0', '1'),
}

const signed = [
  'merchant_id',
  'user_ip',
  'merchant_oid',
  'email',
  'payment_amount',
  'user_basket',
  'no_installment',
  'max_installment',
  'currency',
  'test_mode',
]

const DEFAULT_TIMEOUT_MINUTES = 30
const MAX_INSTALMENTS = 12

/** Throws a Rejection that names the field, as PayTR does while debug_on is 1. */
export function readOrder(form: Form, merchant: Merchant): Order {
  const field = (name: string) => form[name] ?? ''
  checkFields(field)
  checkSignature(field, merchant)
  return {
    oid: field('merchant_oid'),
    email: field('email'),
    amount: Number(field('payment_amount')),
    items: readBasket(field('user_basket')) ?? [],
    maxInstalments: field('no_installment') === '1' ? 1 : Number(field('max_installment')) || MAX_INSTALMENTS,
    currency: 'TL',
    isTest: field('test_mode') === '1',
    okUrl: field('merchant_ok_url'),
    failUrl: field('merchant_fail_url'),
    timeoutMinutes: Number(field('timeout_limit')) || DEFAULT_TIMEOUT_MINUTES,
    language: field('lang') === 'en' ? 'en' : 'tr',
    isDark: field('iframe_v2_dark') === '1',
  }
}

type Field = (name: string) => string

function checkFields(field: Field) {
  for (const [name, isRight] of Object.entries(required)) {
    if (!isRight(field(name))) {
      throw new Rejection(`Zorunlu alan degeri gecersiz veya gonderilmedi: ${name}`)
    }
  }
  for (const [name, isRight] of Object.entries(optional)) {
    if (field(name) !== '' && !isRight(field(name))) {
      throw new Rejection(`Gecersiz deger: ${name}`)
    }
  }
}

function checkSignature(field: Field, merchant: Merchant) {
  if (field('merchant_id') !== merchant.merchantId) {
    throw new Rejection('Gecersiz istek veya magaza aktif degil')
  }
  const expected = sign(merchant, [...signed.map(field), merchant.merchantSalt])
  if (!isSame(field('paytr_token'), expected)) {
    throw new Rejection('paytr_token gonderilmedi veya gecersiz')
  }
}

/** Parses base64 of `[["name", "12.34", 1], …]`. Undefined for anything else. */
function readBasket(text: string): Order['items'] | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    return undefined
  }
  const rows = parseJson(Buffer.from(text, 'base64').toString('utf8'))
  if (!Array.isArray(rows) || rows.length === 0) {
    return undefined
  }
  const items = rows.map(readItem)
  return items.every((item) => item !== undefined) ? items : undefined
}

function readItem(row: unknown) {
  const [name, price, count] = Array.isArray(row) ? row : []
  const isRight =
    typeof name === 'string' && /^\d+(\.\d{1,2})?$/.test(String(price)) && /^[1-9]\d*$/.test(String(count))
  return isRight ? { name, price: String(price), count: Number(count) } : undefined
}
