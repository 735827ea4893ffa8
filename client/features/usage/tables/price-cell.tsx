import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { PriceUnit } from '#shared/price-units.ts'
import type { ListPrice } from '#shared/usage.ts'
import { formatUnitPrice } from '../figures.ts'

type Props = { usdPerMillion: string; unit: PriceUnit; isFirst: boolean }

export function PriceCell({ usdPerMillion, unit, isFirst }: Props) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  if (unit === 'token') {
    return formatUnitPrice(usdPerMillion, unit, language)
  }
  return isFirst ? (
    <span className="unit-price inline-grid">
      {formatUnitPrice(usdPerMillion, unit, language)} <small>{usage.units.per[unit]}</small>
    </span>
  ) : (
    '–'
  )
}

export function PricePair({ price }: { price: ListPrice }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { unit } = price
  const input = formatUnitPrice(price.inputUsdPerMillion, unit, language)
  return unit === 'token'
    ? `${input} / ${formatUnitPrice(price.outputUsdPerMillion, unit, language)}`
    : `${input} ${usage.units.per[unit]}`
}
