import { formatAverage, formatNumber } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { StoreEstimate } from '#shared/stores.ts'
import { pricePerMillion } from './cost.tsx'

/** Lines of the receipt of an upsert that has not begun: chunks, then tokens and their price. */
export function useEstimateLines() {
  const { stores } = useTexts()
  const [language] = useLanguage()
  const texts = stores.estimate
  const figure = (count: number) => formatNumber(count, language)
  return ({ chunks, indexed, toEmbed, tokens, model, pricePico }: StoreEstimate) => ({
    chunks: [
      { label: texts.inStore, value: figure(chunks) },
      { label: texts.skipped, value: figure(indexed) },
      { label: texts.toEmbed, value: figure(toEmbed), strong: true },
    ],
    tokens: [
      { label: texts.tokens, value: figure(tokens) },
      ...(pricePico === null
        ? []
        : [{ label: texts.perMillion(model), value: formatAverage(pricePerMillion(pricePico), language) }]),
    ],
  })
}
