import type { Texts } from '#client/texts/texts.tsx'
import type { Movement } from '#shared/wallet.ts'

export function movementText(
  { kind, reference, by }: Movement,
  { wallet: { movements } }: Texts,
  withReason = false,
): string {
  const reasoned = (what: string) => (withReason && reference ? movements.withReason(what, reference) : what)
  const words: Record<Movement['kind'], () => string> = {
    usage: () => reference,
    topup: () => movements.topup,
    refund: () => movements.refund,
    promotion: () => movements.promotion,
    credit: () => reasoned(movements.adjustment(by)),
    debit: () => reasoned(movements.adjustment(by)),
    reversal: () => reasoned(movements.reversal(by)),
  }
  return words[kind]()
}
