import { formatMoney } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { UsageSummary } from '#shared/usage.ts'

/** Under this four decimals say too little. */
const CHEAP_DOLLARS = 0.001

/** The balance in answers of the flow that spoke last. */
export function WhatThisBuys({ flow }: { flow: NonNullable<UsageSummary['lastFlow']> }) {
  const { wallet: texts } = useTexts()
  const [language] = useLanguage()
  const about = numberFormat(language, { maximumSignificantDigits: 3 })
  const parts = texts.buys(
    about.format(flow.answersLeft),
    flow.name,
    formatMoney(flow.costPerAnswer, language, flow.costPerAnswer < CHEAP_DOLLARS ? 6 : 4),
  )
  return (
    <section className="wallet-note wallet-buys">
      <h3>{texts.buysTitle}</h3>
      <p>
        {parts.map((part, index) => {
          const Part = index % 2 === 1 ? 'strong' : 'span'
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no identity besides their place
          return <Part key={index}>{part}</Part>
        })}
      </p>
    </section>
  )
}
