import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { Logo } from '#client/components/logo.tsx'
import { Receipt, ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Payment } from '#shared/payments.ts'
import { formatFullDay, formatPercent } from '../figures.ts'

export function ReceiptPaper({ payment }: { payment: Payment }) {
  const { usage, common } = useTexts()
  const [language] = useLanguage()
  const { receipt } = usage
  const { reference, createdDate, paidDate, isTest, refunds } = payment
  return (
    <article className="paper surface outlined round-md" aria-labelledby="receipt-title">
      <header className="row wraps spread gap-12">
        <span className="paper-brand row gap-10 semibold text-16">
          <Logo size={28} />
          {common.product}
        </span>
        <h1 className="semibold tight" id="receipt-title">
          {receipt.title}
        </h1>
      </header>
      {isTest && <p className="paper-test text-13 round-sm pad-10-14 backdrop-glaze">{receipt.test}</p>}
      <dl className="paper-facts grid halves">
        <Fact term={receipt.order} isCode>
          {reference}
        </Fact>
        <Fact term={receipt.paidOn}>{formatMoment(paidDate ?? createdDate, language)}</Fact>
        <Fact term={receipt.orderedOn}>{formatMoment(createdDate, language)}</Fact>
        <Fact term={receipt.method}>{receipt.card}</Fact>
      </dl>
      <BilledTo payment={payment} />
      <QuoteLines payment={payment} />
      {refunds.length > 0 && <Refunds payment={payment} />}
      <p className="paper-note text-12 line-16 text-tertiary">{receipt.note}</p>
    </article>
  )
}

function BilledTo({ payment: { billing } }: { payment: Payment }) {
  const { receipt } = useTexts().usage
  return (
    <section aria-labelledby="billed-to">
      <h2 id="billed-to">{receipt.billedTo}</h2>
      <dl className="paper-facts grid halves">
        <Fact term={receipt.company}>{billing.companyName}</Fact>
        <Fact term={receipt.name}>{billing.customerName}</Fact>
        <Fact term={receipt.companyAddress}>{billing.companyAddress}</Fact>
        <Fact term={receipt.address}>{billing.address}</Fact>
        <Fact term={receipt.vatNo} isCode>
          {billing.companyVatNo}
        </Fact>
        <Fact term={receipt.phone} isCode>
          {billing.companyPhone}
        </Fact>
        <Fact term={receipt.email}>{billing.companyEmail}</Fact>
      </dl>
    </section>
  )
}

function QuoteLines({ payment: { quote } }: { payment: Payment }) {
  const { receipt } = useTexts().usage
  const [language] = useLanguage()
  const lira = (amount: number) => formatLira(amount, language)
  return (
    <Receipt
      torn
      lines={[
        { label: receipt.credited, value: formatMoney(quote.usdAmount, language), strong: true },
        { label: receipt.rate, value: formatLira(quote.exchangeRate, language, 4) },
        { label: receipt.inLira, value: lira(quote.tryAmountRaw) },
        {
          label: receipt.fee(formatPercent(quote.exchangeFeePercent, language)),
          value: lira(quote.feeAmount),
        },
        { label: receipt.vat(formatPercent(quote.vatPercent, language)), value: lira(quote.vatAmount) },
      ]}
      total={{ label: receipt.total, value: lira(quote.totalTryAmount) }}
      foot={receipt.bulletin(quote.bulletinNo, formatFullDay(quote.rateDate, language))}
    />
  )
}

function Refunds({ payment }: { payment: Payment }) {
  const { receipt } = useTexts().usage
  const [language] = useLanguage()
  const { refunds, quote, refundedTry } = payment
  return (
    <section className="paper-refunds" aria-labelledby="refunds">
      <h2 id="refunds">{receipt.refunds}</h2>
      <dl className="grid gap-4">
        {refunds.map(({ id, createdDate, reason, state, tryAmount, usdAmount }) => (
          <ReceiptLine
            key={id}
            label={`${receipt.refundLine(formatMoment(createdDate, language), reason)} (${receipt.refundStates[state]})`}
            value={`${formatMoney(-usdAmount, language)} · −${formatLira(tryAmount, language)}`}
          />
        ))}
        <ReceiptLine
          strong
          label={receipt.remains}
          value={formatLira(quote.totalTryAmount - refundedTry, language)}
        />
      </dl>
    </section>
  )
}

function Fact({ term, children, isCode = false }: { term: string; children: string; isCode?: boolean }) {
  return children === '' ? null : (
    <div>
      <dt className="text-12 line-16 text-tertiary">{term}</dt>
      <dd className={isCode ? 'code monospace breaks-anywhere' : undefined}>{children}</dd>
    </div>
  )
}
