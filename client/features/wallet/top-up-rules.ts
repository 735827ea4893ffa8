import type { FormErrors } from '#client/components/use-form.ts'
import type { Texts } from '#client/texts/texts.tsx'
import { topUpAmount } from '#shared/payments.ts'
import { phoneDigits } from '#shared/phone.ts'

export type Bounds = { minimumAmount: number; maximumAmount: number }
/** Defaults of the product spec until a preview returns the real bounds. */
export const fallbackBounds: Bounds = { minimumAmount: 50, maximumAmount: 1_000_000 }

export type BillingValues = {
  address: string
  customerName: string
  companyName: string
  companyVatNo: string
  companyAddress: string
  companyPhone: string
  companyEmail: string
}
const ADDRESS_SHORTEST = 5
const required = ['customerName', 'companyName', 'companyAddress', 'companyPhone', 'companyEmail'] as const

export const isAddress = (address: string) => address.trim().length >= ADDRESS_SHORTEST

/** Checks the format of an amount, regardless of the bounds. */
export function isTopUpAmount(amount: string | undefined): amount is string {
  return topUpAmount.safeParse(amount).success
}

type Sentences = Texts['wallet']['topUp']

/** Returns the first rule the amount violates, with the wording of the product spec. */
export function checkAmount(
  amount: string | undefined,
  { minimumAmount, maximumAmount }: Bounds,
  texts: Sentences,
  format: (dollars: number) => string,
): string | undefined {
  if (!isTopUpAmount(amount)) {
    return texts.invalidAmount
  }
  if (Number(amount) < minimumAmount) {
    return texts.minimum(format(minimumAmount))
  }
  return Number(amount) > maximumAmount ? texts.maximum(format(maximumAmount)) : undefined
}

export function checkBilling(
  values: BillingValues,
  texts: Sentences,
): { errors: FormErrors; words?: string } {
  if (!isAddress(values.address)) {
    return { errors: { address: [texts.addressShort] } }
  }
  const isEmpty = (name: (typeof required)[number]) =>
    name === 'companyPhone' ? phoneDigits(values[name]) === '' : values[name].trim() === ''
  const empty = required.filter(isEmpty)
  return empty.length === 0
    ? { errors: {} }
    : { errors: Object.fromEntries(empty.map((name) => [name, [texts.missing]])), words: texts.allRequired }
}
