import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Payment } from '#shared/payments.ts'
import type { UsagePaths } from '../usage-screen.tsx'
import { MoreButton } from './more-button.tsx'
import { NoRows } from './no-rows.tsx'
import { usePaymentColumns } from './payment-columns.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

export function PaymentsTable({ paths }: { paths: UsagePaths }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const query = trpc.payment.list.useInfiniteQuery(
    { limit: 25 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  const columns: Column<Payment>[] = [
    ...usePaymentColumns<Payment>(),
    {
      id: 'receipt',
      head: usage.columns.receipt,
      width: 96,
      cell: (payment) => <ReceiptLink payment={payment} paths={paths} />,
    },
  ]
  return (
    <AsyncView query={query} errorTitle={usage.payments.failed} skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        return rows.length === 0 ? (
          <NoRows>
            {usage.empty.payments}. {usage.empty.paymentsText}
          </NoRows>
        ) : (
          <>
            <DataTable
              label={usage.tabs.payments}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              language={language}
              minWidth={1080}
              phone={(payment) => (
                <>
                  <dl>
                    <ReceiptLine
                      label={<PaymentStatus payment={payment} />}
                      value={formatMoney(payment.quote.usdAmount, language)}
                    />
                  </dl>
                  <small className="phone-note grid gap-2 items-left">
                    <span>
                      {formatMoment(payment.createdDate, language)},{' '}
                      {usage.payments.paid(
                        formatLira(payment.quote.totalTryAmount, language),
                        formatLira(payment.quote.exchangeRate, language, 4),
                      )}
                    </span>
                    <ReceiptLink payment={payment} paths={paths} />
                  </small>
                </>
              )}
            />
            <MoreButton query={query} />
          </>
        )
      }}
    </AsyncView>
  )
}

function ReceiptLink({ payment, paths }: { payment: Payment; paths: UsagePaths }) {
  const { usage } = useTexts()
  return payment.state === 'paid' ? (
    <Link
      className="text-link"
      to={paths.receipt(payment.id)}
      aria-label={usage.payments.receiptOf(payment.reference)}
    >
      {usage.payments.receipt}
    </Link>
  ) : null
}
