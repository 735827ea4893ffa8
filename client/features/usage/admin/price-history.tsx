import { trpc } from '#client/api/trpc.ts'
import { useUser } from '#client/api/use-session.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { PriceCell, PricePair } from '../tables/price-cell.tsx'
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import type { PriceRow } from './prices-page.tsx'

export function PriceHistory({ price, onClose }: { price: PriceRow; onClose: () => void }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const user = useUser()
  const { provider, model } = price
  const versions = trpc.usage.priceVersions.useQuery({ provider, model })
  const { short } = usage.prices
  const figure = (id: string, head: string, text: (row: PriceRow) => string): Column<PriceRow> => ({
    id,
    head,
    isNumber: true,
    width: 134,
    cell: (row) => <PriceCell unit={row.unit} isFirst={id === 'input'} usdPerMillion={text(row)} />,
  })
  const sourceOf = ({ source }: PriceRow) => {
    if (source === 'shipped') {
      return usage.prices.shipped
    }
    return source === user?.id ? usage.prices.you : usage.prices.admin
  }
  const columns: Column<PriceRow>[] = [
    {
      id: 'since',
      head: usage.prices.since,
      width: 210,
      cell: ({ createdDate, id }) => (
        <>
          {formatMoment(createdDate, language)}
          {id === price.id && (
            <span className="mark text-12 line-18 text-secondary backdrop-level1 round-xs">
              {usage.prices.current}
            </span>
          )}
        </>
      ),
    },
    figure('input', short.input, ({ inputUsdPerMillion }) => inputUsdPerMillion),
    figure('output', short.output, ({ outputUsdPerMillion }) => outputUsdPerMillion),
    figure('cacheRead', short.cacheRead, ({ cacheReadUsdPerMillion }) => cacheReadUsdPerMillion),
    figure('cacheWrite', short.cacheWrite, ({ cacheWriteUsdPerMillion }) => cacheWriteUsdPerMillion),
    { id: 'source', head: usage.prices.source, cell: sourceOf },
  ]
  return (
    <Dialog title={usage.prices.historyOf(model)} size="l" onClose={onClose}>
      <AsyncView query={versions} errorTitle={usage.prices.failed} skeleton={<TableSkeleton />}>
        {(rows) => (
          <DataTable
            label={usage.prices.historyOf(model)}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            language={language}
            minWidth={760}
            phone={(row) => (
              <>
                <dl>
                  <ReceiptLine
                    label={formatMoment(row.createdDate, language)}
                    value={<PricePair price={row} />}
                  />
                </dl>
                <small>{sourceOf(row)}</small>
              </>
            )}
          />
        )}
      </AsyncView>
    </Dialog>
  )
}
