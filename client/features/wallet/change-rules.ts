import { formatChange, formatMoney } from '#client/components/format-money.ts'
import type { Language, Texts } from '#client/texts/texts.tsx'
import { usdToMicro } from '#shared/money.ts'
import type { Wallet } from '#shared/wallet.ts'

export const operations = ['add', 'subtract', 'set'] as const
export type Operation = (typeof operations)[number]
/** `amount` is plain decimal text, undefined when what was typed is no amount. */
export type Change = { operation: Operation; amount: string | undefined; reason: string }
export type ChangeIssue = { field: 'amount' | 'reason' | undefined; text: string }

const REASON_SHORTEST = 5
/** Above this a change is asked for once more. */
const ASK_TWICE_MICRO = 1_000_000_000

/** The first rule a change breaks: the specification's (§5) first, then our own. */
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

/** Whole micro-dollars: what is added to the balance, negative when taken away. */
export function differenceMicro({ operation, amount }: Change, wallet: Wallet): number {
  const amountMicro = toMicro(amount) ?? 0
  return { add: amountMicro, subtract: -amountMicro, set: amountMicro - balanceMicro(wallet) }[operation]
}

export function needsSecondWord(change: Change, wallet: Wallet): boolean {
  return change.operation === 'set' || Math.abs(differenceMicro(change, wallet)) > ASK_TWICE_MICRO
}

function toMicro(amount: string | undefined): number | undefined {
  return usdToMicro.safeParse(amount).data
}

export function balanceMicro({ balance }: Wallet): number {
  return Math.round(balance * 1_000_000)
}

/** A plus where money comes. */
export function showMicro(micro: number, language: Language, isSigned = false): string {
  return (isSigned ? formatChange : formatMoney)(micro / 1_000_000, language)
}
