import { formatChange, formatMoney } from '#client/components/format-money.ts'
import type { Language, Texts } from '#client/texts/texts.tsx'
import { usdToMicro } from '#shared/money.ts'
import type { Wallet } from '#shared/wallet.ts'

export const operations = ['add', 'subtract', 'set'] as const
export type Operation = (typeof operations)[number]
/** `amount` is plain decimal text, undefined for an invalid amount. */
export type Change = { operation: Operation; amount: string | undefined; reason: string }
export type ChangeIssue = { field: 'amount' | 'reason' | undefined; text: string }

const REASON_SHORTEST = 5
/** Changes above this amount require a confirmation. */
const CONFIRM_ABOVE_MICRO = 1_000_000_000

/** Returns the first rule the change violates: rules of the product spec first, then ours. */
export function checkChange(
  { operation, amount, reason }: Change,
  wallet: Wallet | undefined,
  texts: Texts['wallet']['management'],
): ChangeIssue | undefined {
  if (!wallet) {
    return { field: undefined, text: texts.noUser }
  }
  const amountMicro = toMicro(amount)
  if (!amountMicro) {
    return { field: 'amount', text: texts.invalidAmount }
  }
  if (operation === 'subtract' && amountMicro > balanceMicro(wallet)) {
    return { field: 'amount', text: texts.notEnough }
  }
  return reason.trim().length < REASON_SHORTEST ? { field: 'reason', text: texts.reasonShort } : undefined
}

/** Balance difference in micro-dollars; negative for a deduction. */
export function differenceMicro({ operation, amount }: Change, wallet: Wallet): number {
  const amountMicro = toMicro(amount) ?? 0
  return { add: amountMicro, subtract: -amountMicro, set: amountMicro - balanceMicro(wallet) }[operation]
}

export function needsSecondWord(change: Change, wallet: Wallet): boolean {
  return change.operation === 'set' || Math.abs(differenceMicro(change, wallet)) > CONFIRM_ABOVE_MICRO
}

function toMicro(amount: string | undefined): number | undefined {
  return usdToMicro.safeParse(amount).data
}

export function balanceMicro({ balance }: Wallet): number {
  return Math.round(balance * 1_000_000)
}

export function showMicro(micro: number, language: Language, isSigned = false): string {
  return (isSigned ? formatChange : formatMoney)(micro / 1_000_000, language)
}
