import { formatAverage } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { StoreEstimate } from '#shared/stores.ts'

const MICRO = 1_000_000

export function useCostText() {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  return ({ costMicro, pricePico }: Pick<StoreEstimate, 'costMicro' | 'pricePico'>) =>
    pricePico === null ? texts.estimate.ownKey : formatAverage(costMicro / MICRO, language)
}

/** What the embedding model costs per million tokens, in dollars. */
export const pricePerMillion = (pricePico: number) => pricePico / MICRO
