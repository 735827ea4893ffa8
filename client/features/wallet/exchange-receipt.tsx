import { Button, Typography } from '@mui/joy'
import { LockKeyhole } from 'lucide-react'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { Receipt, ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ExchangePreview } from '#shared/payments.ts'
import type { usePreview } from './use-preview.ts'
import { useWords } from './use-words.ts'

type Props = {
  price: ReturnType<typeof usePreview>
  /** An invalid amount needs no warning about the rate. */
  isAmountWrong: boolean
  balance: number | undefined
}

/** Price in lira, line by line; dimmed while it does not match the entered amount. */
export function ExchangeReceipt({ price, isAmountWrong, balance }: Props) {
  const texts = useTexts().wallet.topUp
  const { preview, isCurrent, isLoading, error, retry } = price
  return (
    <div className="top-up-price backdrop-body pad-24 line-left">
      <div data-stale={(preview && !isCurrent) || undefined} aria-busy={isLoading}>
        {preview ? <Price preview={preview} /> : <NoPrice />}
      </div>
      {error && !isAmountWrong && <PriceError error={error} onRetry={retry} />}
      <p className="top-up-notice flex gap-10 text-12 line-16 text-secondary">
        <LockKeyhole className="rigid" size={14} aria-hidden="true" />
        <span>{texts.notice}</span>
      </p>
      {preview && balance !== undefined && <BalanceAfter dollars={balance + preview.usdAmount} />}
    </div>
  )
}

function Price({ preview }: { preview: ExchangePreview }) {
  const texts = useTexts().wallet.topUp
  const [language] = useLanguage()
  const lira = (amount: number) => formatLira(amount, language)
  const percent = (value: number) => formatNumber(value, language)
  const day = formatDate(new Date(`${preview.rateDate}T00:00:00`), language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return (
    <Receipt
      torn
      title={texts.preview}
      aside={texts.rateOf(day)}
      lines={[
        { label: texts.youGet, value: formatMoney(preview.usdAmount, language), strong: true },
        { label: texts.rate, value: formatLira(preview.exchangeRate, language, 4) },
        { label: texts.inLira, value: lira(preview.tryAmountRaw) },
        { label: texts.fee(percent(preview.exchangeFeePercent)), value: lira(preview.feeAmount) },
        { label: texts.vat(percent(preview.vatPercent)), value: lira(preview.vatAmount) },
      ]}
      total={{ label: texts.youPay, value: lira(preview.totalTryAmount) }}
      foot={texts.source}
    />
  )
}

function NoPrice() {
  const texts = useTexts().wallet.topUp
  return <Receipt torn title={texts.preview} lines={[]} foot={texts.noPreview} />
}

function PriceError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { wallet } = useTexts()
  const words = useWords()
  return (
    <div
      className="top-up-error grid gap-8 round-sm pad-10-14 backdrop-danger items-left margin-top-12"
      role="alert"
    >
      <Typography level="body-sm">
        {wallet.topUp.previewFailed(words(error, error instanceof Error ? error.message : ''))}
      </Typography>
      <Button size="sm" variant="outlined" color="neutral" onClick={onRetry}>
        {wallet.retry}
      </Button>
    </div>
  )
}

function BalanceAfter({ dollars }: { dollars: number }) {
  const texts = useTexts().wallet.topUp
  const [language] = useLanguage()
  return (
    <dl className="top-up-after">
      <ReceiptLine label={texts.balanceAfter} value={formatMoney(dollars, language)} strong />
    </dl>
  )
}
