import type { Column } from '#client/components/data-table.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { formatBillingDate, formatBillingMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Payment } from '#shared/payments.ts'
import { PaymentStatus } from './payment-status.tsx'

export function usePaymentColumns<Row extends Payment>(): Column<Row>[] {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { columns } = usage
  return [
    {
      id: 'date',
      head: columns.date,
      width: 116,
      cell: ({ createdDate }) => (
        <time dateTime={createdDate} title={formatBillingMoment(createdDate, language)}>
          {formatBillingDate(createdDate, language, { day: 'numeric', month: 'short', year: 'numeric' })}
        </time>
      ),
    },
    {
      id: 'reference',
      head: columns.reference,
      cell: ({ reference }) => <span className="code monospace breaks-anywhere">{reference}</span>,
    },
    {
      id: 'usd',
      head: columns.usd,
      width: 112,
      isNumber: true,
      cell: ({ quote }) => <strong>{formatMoney(quote.usdAmount, language)}</strong>,
    },
    {
      id: 'lira',
      head: columns.lira,
      width: 128,
      isNumber: true,
      cell: ({ quote }) => formatLira(quote.totalTryAmount, language),
    },
    {
      id: 'rate',
      head: columns.rate,
      width: 100,
      isNumber: true,
      cell: ({ quote }) => formatLira(quote.exchangeRate, language, 4),
    },
    {
      id: 'vat',
      head: columns.vat,
      width: 112,
      isNumber: true,
      cell: ({ quote }) => formatLira(quote.vatAmount, language),
    },
    {
      id: 'status',
      head: columns.status,
      width: 176,
      cell: (payment) => <PaymentStatus payment={payment} />,
    },
  ]
}
