import { formatMoney } from '#client/components/format-money.ts'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'

export function TemplateCost({ micro }: { micro: number | null }) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  const cost = formatTypical(micro, language)
  return cost === undefined ? null : <span className="template-cost"> · {texts.perMessage(cost)}</span>
}

export function formatTypical(micro: number | null, language: Language): string | undefined {
  return micro === null ? undefined : formatMoney(micro / 1_000_000, language)
}
