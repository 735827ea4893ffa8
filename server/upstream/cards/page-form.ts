import { isIP } from 'node:net'
import type { CardPage } from '#server/ports/cards.ts'
import { AppError } from '#shared/errors.ts'
import { writeLira } from './amounts.ts'
import { type Merchant, sign } from './signature.ts'

type Check = (value: string) => boolean
const upTo =
  (length: number): Check =>
  (value) =>
    value.length > 0 && value.length <= length

/** PayTR's own limits. An invalid field is rejected by name before the call. */
const limits: Readonly<Record<string, Check>> = {
  user_ip: (value) => value.length <= 39 && isIP(value) > 0,
  merchant_oid: (value) => /^[A-Za-z0-9]{1,64}$/.test(value),
  email: upTo(100),
  payment_amount: (value) => /^[1-9]\d{0,12}$/.test(value),
  user_name: upTo(60),
  user_address: upTo(400),
  user_phone: upTo(20),
  merchant_ok_url: upTo(400),
  merchant_fail_url: upTo(400),
  timeout_limit: (value) => /^[1-9]\d{0,3}$/.test(value),
}

const CURRENCY = 'TL'
const NO_INSTALLMENT = '1'
const MAX_INSTALLMENT = '0'

/** The signed form of get-token. Throws INVALID_INPUT for a field that PayTR would reject. */
export function writePageForm(merchant: Merchant, page: CardPage): Record<string, string> {
  const { merchantId, merchantSalt } = merchant
  const amount = String(page.kurus)
  const basket = Buffer.from(JSON.stringify([[page.item, writeLira(page.kurus), 1]])).toString('base64')
  const testMode = page.isTest ? '1' : '0'
  const signed = [merchantId, page.userAddress, page.oid, page.email, amount, basket]
  const terms = [NO_INSTALLMENT, MAX_INSTALLMENT, CURRENCY, testMode]
  const form = {
    merchant_id: merchantId,
    user_ip: page.userAddress,
    merchant_oid: page.oid,
    email: page.email,
    payment_amount: amount,
    user_basket: basket,
    no_installment: NO_INSTALLMENT,
    max_installment: MAX_INSTALLMENT,
    currency: CURRENCY,
    test_mode: testMode,
    paytr_token: sign(merchant, ...signed, ...terms, merchantSalt),
    user_name: page.name,
    user_address: page.address,
    user_phone: page.phone,
    merchant_ok_url: page.okUrl,
    merchant_fail_url: page.failUrl,
    timeout_limit: String(page.minutes),
    debug_on: '0',
    lang: page.language,
    iframe_v2: '1',
    iframe_v2_dark: page.dark ? '1' : '0',
  }
  rejectBeyondLimits(form)
  return form
}

function rejectBeyondLimits(form: Record<string, string>) {
  for (const [field, isRight] of Object.entries(limits)) {
    if (!isRight(form[field] ?? '')) {
      throw new AppError('INVALID_INPUT', `PayTR does not take this ${field}.`)
    }
  }
}
