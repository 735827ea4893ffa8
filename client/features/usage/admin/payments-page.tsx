import { Button } from '@mui/joy'
import { useState } from 'react'
import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatLira } from '#client/components/format-lira.ts'
import { formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { anyPaymentSchema } from '#shared/payments.ts'
import { MoreButton } from '../tables/more-button.tsx'
import { NoRows } from '../tables/no-rows.tsx'
import { usePaymentColumns } from '../tables/payment-columns.tsx'
import { PaymentStatus } from '../tables/payment-status.tsx'
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import { PageBar } from './page-bar.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export type AnyPayment = z.infer<typeof anyPaymentSchema>

export function PaymentsPage() {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const [refunded, setRefunded] = useState<AnyPayment>()
  const query = trpc.payment.all.useInfiniteQuery(
    { limit: 25 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  const [date, ...others] = usePaymentColumns<AnyPayment>()
  const columns: Column<AnyPayment>[] = [
    ...(date ? [date] : []),
    { id: 'user', head: usage.columns.user, width: 110, cell: ({ username }) => username },
    ...others,
    {
      id: 'actions',
      head: usage.columns.actions,
      width: 126,
      cell: (payment) => <PaymentActions payment={payment} onRefund={setRefunded} />,
    },
  ]
  return (
    <>
      <PageBar text={usage.admin.paymentsText} />
      <div className="usage-box surface outlined round-md">
        <AsyncView query={query} errorTitle={usage.payments.failed} skeleton={<TableSkeleton />}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items)
            return rows.length === 0 ? (
              <NoRows>{usage.admin.paymentsEmpty}</NoRows>
            ) : (
              <>
                <DataTable
                  label={usage.pages.payments}
                  columns={columns}
                  rows={rows}
                  keyOf={({ id }) => id}
                  language={language}
                  minWidth={1100}
                  phone={(payment) => <PhonePayment payment={payment} onRefund={setRefunded} />}
                />
                <MoreButton query={query} />
              </>
            )
          }}
        </AsyncView>
      </div>
      {refunded && <RefundDialog payment={refunded} onClose={() => setRefunded(undefined)} />}
    </>
  )
}

type RowProps = { payment: AnyPayment; onRefund: (payment: AnyPayment) => void }

/** A paid order can be refunded; the state of any other can be checked again. */
function PaymentActions({ payment, onRefund }: RowProps) {
  const { usage } = useTexts()
  const { state, reference, refundableUsd } = payment
  if (state !== 'paid') {
    return <RecheckButton payment={payment} />
  }
  return refundableUsd > 0 ? (
    <Button
      size="sm"
      variant="outlined"
      color="neutral"
      aria-label={usage.admin.refundOf(reference)}
      onClick={() => onRefund(payment)}
    >
      {usage.admin.refund}
    </Button>
  ) : null
}

function RecheckButton({ payment: { id, reference } }: { payment: AnyPayment }) {
  const { usage } = useTexts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const recheck = trpc.payment.recheck.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.payment.invalidate(), utils.wallet.invalidate()])
      toasts.info(usage.admin.rechecked(reference))
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  return (
    <Button
      size="sm"
      variant="plain"
      color="neutral"
      aria-label={usage.admin.recheckOf(reference)}
      disabled={recheck.isPending}
      onClick={() => recheck.mutate({ orderId: id })}
    >
      {usage.admin.recheck}
    </Button>
  )
}

function PhonePayment({ payment, onRefund }: RowProps) {
  const [language] = useLanguage()
  return (
    <>
      <dl>
        <ReceiptLine label={payment.username} value={formatMoney(payment.quote.usdAmount, language)} />
      </dl>
      <small className="phone-note grid gap-2 items-left">
        <span>
          {formatMoment(payment.createdDate, language)}, {formatLira(payment.quote.totalTryAmount, language)}
        </span>
        <PaymentStatus payment={payment} />
        <PaymentActions payment={payment} onRefund={onRefund} />
      </small>
    </>
  )
}
