import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { formatPercent } from '../figures.ts'
import type { Offer } from './estimate.ts'

export function TopUpNote({ offer }: { offer: Offer }) {
  const { usage } = useTexts()
  const { public: texts } = usage
  const [language] = useLanguage()
  const { minimumTopUp, maximumTopUp, exchangeFeePercent, vatPercent } = offer
  return (
    <section className="top-up-note" aria-labelledby="top-up">
      <h2 id="top-up">{texts.topUp}</h2>
      <dl className="grid gap-4">
        <ReceiptLine strong label={texts.minimum} value={formatMoney(minimumTopUp, language)} />
        <ReceiptLine label={texts.maximum} value={formatMoney(maximumTopUp, language)} />
        <ReceiptLine label={texts.feeLine} value={formatPercent(exchangeFeePercent, language)} />
        <ReceiptLine label={texts.vatLine} value={formatPercent(vatPercent, language)} />
      </dl>
      <p className="text-secondary">{texts.vatNote(formatPercent(vatPercent, language))}</p>
      <p className="text-secondary">{texts.ownKey}</p>
    </section>
  )
}
