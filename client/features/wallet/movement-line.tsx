import type { ReactNode } from 'react'
import { formatChange } from '#client/components/format-money.ts'
import { Leader } from '#client/components/receipt.tsx'
import { formatBillingDate, formatBillingMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Movement } from '#shared/wallet.ts'
import { movementText } from './movement-text.ts'

type Props = { movement: Movement; withReason?: boolean; children?: ReactNode }

export function MovementLine({ movement, withReason = false, children }: Props) {
  const texts = useTexts()
  const [language] = useLanguage()
  const { date, amount } = movement
  const text = movementText(movement, texts, withReason)
  return (
    <li
      className="movement-line flex gap-6 shrinks text-13 line-20 text-secondary items-baseline"
      data-tone={amount > 0 ? 'good' : undefined}
    >
      <time className="rigid text-tertiary" dateTime={date} title={formatBillingMoment(date, language)}>
        {formatBillingDate(date, language, { day: '2-digit', month: 'short' })}
      </time>
      <span className="movement-text truncate shrinks" title={text}>
        {text}
      </span>
      <Leader />
      <span className="movement-amount rigid monospace text-primary tabular">
        {formatChange(amount, language)}
      </span>
      {children}
    </li>
  )
}
