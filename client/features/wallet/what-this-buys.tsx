import { formatAverage } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { UsageSummary } from '#shared/usage.ts'

export function WhatThisBuys({ flow }: { flow: NonNullable<UsageSummary['lastFlow']> }) {
  const { wallet: texts } = useTexts()
  const [language] = useLanguage()
  const about = numberFormat(language, { maximumSignificantDigits: 3 })
  const parts = texts.buys(
    about.format(flow.answersLeft),
    flow.name,
    formatAverage(flow.costPerAnswer, language),
  )
  return (
    <section className="wallet-note wallet-buys text-13 line-18 text-primary flush backdrop-glaze">
      <h3 className="text-secondary">{texts.buysTitle}</h3>
      <p className="text-14 line-20">
        {parts.map((part, index) => {
          const Part = index % 2 === 1 ? 'strong' : 'span'
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no identity besides their place
          return <Part key={index}>{part}</Part>
        })}
      </p>
    </section>
  )
}
