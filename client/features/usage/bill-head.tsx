import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatAverage, formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { UsageSummary } from '#shared/usage.ts'
import { daysToMonthEnd } from './range.ts'

type Props = { summary: UsageSummary; onAdd: () => void }

export function BillHead({ summary, onAdd }: Props) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { head } = usage
  const capOf = (cap: number | null) => (cap === null ? head.noCap : formatMoney(cap, language))

  return (
    <section className="bill grid relative surface outlined" aria-label={head.label}>
      <Balance summary={summary} onAdd={onAdd} />
      <div className="bill-lines stack spread gap-18">
        <dl className="grid halves">
          <ReceiptLine
            strong
            label={head.spent(Number(summary.today.slice(5, 7)) - 1)}
            value={formatMoney(summary.spentThisMonth, language)}
          />
          <ReceiptLine label={head.monthlyCap} value={capOf(summary.perMonthCap)} />
          <ReceiptLine label={head.pace} value={head.aDay(formatAverage(summary.pace, language))} />
          <ReceiptLine label={head.dailyCap} value={capOf(summary.perDayCap)} />
          <ReceiptLine strong label={head.lasts} value={lastsFor(summary, head)} />
          <ReceiptLine label={head.lowAlert} value={formatMoney(summary.lowBalance, language)} />
        </dl>
        <MonthlyCap summary={summary} />
      </div>
    </section>
  )
}

function Balance({ summary, onAdd }: Props) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { balance, available, updatedDate, isLow } = summary
  const { head } = usage
  return (
    <div className="bill-balance">
      <div className="day-head flex spread gap-12 text-13 line-20 margin-bottom-6">
        <strong className="semibold">{head.balance}</strong>
        <span className="text-12 text-tertiary">
          {updatedDate ? head.updated(formatUpdated(updatedDate, language)) : 'USD'}
        </span>
      </div>
      <div className="bill-amount">{formatMoney(balance, language)}</div>
      {available < balance && (
        <p className="bill-held text-12 line-16 text-tertiary">
          {head.available(formatMoney(available, language))}
        </p>
      )}
      {isLow && <FormBanner tone="warning">{head.low}</FormBanner>}
      <Button className="bill-add" startDecorator={<Plus size={16} />} onClick={onAdd}>
        {head.add}
      </Button>
    </div>
  )
}

function MonthlyCap({ summary }: { summary: UsageSummary }) {
  const { usage } = useTexts()
  const { perMonthCap, spentThisMonth, today } = summary
  const { head } = usage
  if (perMonthCap === null) {
    return (
      <p className="bill-scale flex spread gap-12 text-12 line-16 text-tertiary margin-6-0-0">
        {head.noMonthlyCap}
      </p>
    )
  }
  const share = perMonthCap === 0 ? 1 : spentThisMonth / perMonthCap
  const percent = Math.floor(share * 100)
  return (
    <div>
      <div
        className="meter block clips backdrop-level1 round-3"
        data-near={share >= 0.9 || undefined}
        aria-hidden="true"
      >
        <i className="block full-height" style={{ width: `${Math.min(100, share * 100)}%` }} />
      </div>
      <p className="bill-scale flex spread gap-12 text-12 line-16 text-tertiary margin-6-0-0">
        <span>{head.ofCap(percent)}</span>
        <span>{head.toGo(daysToMonthEnd(today))}</span>
      </p>
    </div>
  )
}

/** One week's spending is too little data for a forecast beyond this. */
const FORESEEABLE_DAYS = 730

type HeadTexts = ReturnType<typeof useTexts>['usage']['head']

function lastsFor({ daysLeft }: UsageSummary, head: HeadTexts) {
  if (daysLeft === null) {
    return head.unknownPace
  }
  if (daysLeft > FORESEEABLE_DAYS) {
    return head.moreThanTwoYears
  }
  return daysLeft < 1 ? head.lessThanADay : head.days(Math.floor(daysLeft))
}

function formatUpdated(iso: string, language: 'en' | 'tr') {
  const date = new Date(iso)
  const isToday = date.toDateString() === new Date().toDateString()
  return formatDate(date, language, isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' })
}

export function BillSkeleton() {
  return (
    <div className="bill bill-skeleton grid relative surface outlined" aria-hidden="true">
      <div className="bill-balance">
        <i className="block backdrop-level1 round-3" style={{ width: '30%' }} />
        <i className="block backdrop-level1 round-3" style={{ width: '52%', height: 36 }} />
        <i className="block backdrop-level1 round-3" style={{ width: '44%', height: 36 }} />
      </div>
      <div className="bill-lines stack spread gap-18">
        <i className="block backdrop-level1 round-3" style={{ width: '70%' }} />
        <i className="block backdrop-level1 round-3" style={{ width: '84%' }} />
        <i className="block backdrop-level1 round-3" style={{ width: '62%' }} />
        <i className="block backdrop-level1 round-3" style={{ width: '100%', height: 6 }} />
      </div>
    </div>
  )
}
