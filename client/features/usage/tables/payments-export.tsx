import { trpc } from '#client/api/trpc.ts'
import { toCsv } from '#client/components/csv.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Payment } from '#shared/payments.ts'
import { ExportButton } from './export-button.tsx'

/** Exports all payments, not only the loaded pages. */
export function PaymentsExport() {
  const { usage } = useTexts()
  const { columns } = usage
  const utils = trpc.useUtils()

  async function fetchAll() {
    const payments: Payment[] = []
    let cursor: string | undefined
    do {
      const page = await utils.payment.list.fetch({ limit: 100, ...(cursor && { cursor }) })
      payments.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return payments
  }

  const makeCsv = async () =>
    toCsv(
      [
        columns.date,
        columns.reference,
        columns.usd,
        columns.lira,
        columns.rate,
        columns.vat,
        columns.status,
        `${columns.refunded} (USD)`,
      ],
      (await fetchAll()).map(({ createdDate, reference, quote, state, refundedUsd }) => [
        createdDate,
        reference,
        quote.usdAmount,
        quote.totalTryAmount,
        quote.exchangeRate,
        quote.vatAmount,
        usage.payments.states[state],
        refundedUsd,
      ]),
    )
  return <ExportButton fileName="flowtill-payments.csv" makeCsv={makeCsv} />
}
