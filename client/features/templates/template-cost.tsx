import { formatMoney } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'

/** What a message usually costs, where somebody knows. */
export function TemplateCost({ micro }: { micro: number | null }) {
  const { templates: texts } = useTexts()
  const [language] = useLanguage()
  if (micro === null) {
    return null
  }
  const cost = formatMoney(micro / 1_000_000, language, micro > 0 && micro < 1_000 ? 6 : 4)
  return <span className="template-cost"> · {texts.perMessage(cost)}</span>
}
