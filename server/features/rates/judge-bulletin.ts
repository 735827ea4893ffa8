import type { Bulletin } from '#server/ports/exchange-rates.ts'

/** Why a bulletin is held. ADMINs may accept a jump; the others are certainly wrong. */
export type Doubt = 'future' | 'crossed' | 'jump'

/** A change of more than one tenth since the previous bulletin is a jump. */
const MAX_CHANGE = 10

export function judgeBulletin(
  { rateDate, forexBuyingE4, forexSellingE4 }: Bulletin,
  { today, previousSellingE4 }: { today: string; previousSellingE4: number | undefined },
): Doubt | undefined {
  if (rateDate > today) {
    return 'future'
  }
  if (forexSellingE4 < forexBuyingE4) {
    return 'crossed'
  }
  const isJump =
    previousSellingE4 !== undefined &&
    Math.abs(forexSellingE4 - previousSellingE4) * MAX_CHANGE > previousSellingE4
  return isJump ? 'jump' : undefined
}
