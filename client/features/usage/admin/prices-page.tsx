import { Button, IconButton, Input } from '@mui/joy'
import { History, Pencil, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { foldText } from '#client/components/fold-text.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { toShownPrice } from '#shared/price-units.ts'
import type { priceRowSchema } from '#shared/usage.ts'
import { providerName } from '../figures.ts'
import { NoRows } from '../tables/no-rows.tsx'
import { PriceCell, PricePair } from '../tables/price-cell.tsx'
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import { PageBar } from './page-bar.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { PriceHistory } from './price-history.tsx'

export type PriceRow = z.infer<typeof priceRowSchema>

export function PricesPage() {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const prices = trpc.usage.prices.useQuery()
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<PriceRow | 'new'>()
  const [past, setPast] = useState<PriceRow>()
  const columns = useColumns(setEdited, setPast)
  const isFound = ({ model, provider }: PriceRow) =>
    foldText(`${provider} ${model}`).includes(foldText(query))

  return (
    <>
      <PageBar text={usage.prices.text}>
        <Input
          type="search"
          aria-label={usage.prices.find}
          placeholder={usage.prices.find}
          startDecorator={<Search size={16} />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Button startDecorator={<Plus size={16} />} onClick={() => setEdited('new')}>
          {usage.prices.add}
        </Button>
      </PageBar>
      <div className="usage-box surface outlined round-md">
        <AsyncView query={prices} errorTitle={usage.prices.failed} skeleton={<TableSkeleton />}>
          {(all) => {
            const rows = all.filter(isFound)
            return rows.length === 0 ? (
              <NoRows>{usage.prices.noMatch(query)}</NoRows>
            ) : (
              <DataTable
                label={usage.pages.prices}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                sortedBy="provider"
                language={language}
                minWidth={1050}
                phone={(row) => <PhonePrice row={row} onEdit={setEdited} onHistory={setPast} />}
              />
            )
          }}
        </AsyncView>
      </div>
      {edited && <PriceDialog edited={edited} onClose={() => setEdited(undefined)} />}
      {past && <PriceHistory price={past} onClose={() => setPast(undefined)} />}
    </>
  )
}

type Act = (row: PriceRow) => void

function useColumns(onEdit: Act, onHistory: Act): Column<PriceRow>[] {
  const { usage } = useTexts()
  const { short } = usage.prices
  const price = (id: string, head: string, text: (row: PriceRow) => string): Column<PriceRow> => ({
    id,
    head,
    isNumber: true,
    // Wider for the services, whose description appears below the price.
    width: id === 'input' ? 150 : 118,
    cell: (row) => <PriceCell unit={row.unit} isFirst={id === 'input'} usdPerMillion={text(row)} />,
    sort: (row) => Number(toShownPrice(text(row), row.unit)),
  })
  return [
    {
      id: 'model',
      head: usage.columns.model,
      cell: ({ model }) => <span className="code monospace breaks-anywhere">{model}</span>,
      sort: ({ model }) => model,
    },
    {
      id: 'provider',
      head: usage.columns.provider,
      width: 120,
      cell: ({ provider }) => providerName(provider),
      sort: ({ provider, model }) => `${provider} ${model}`,
    },
    price('input', short.input, ({ inputUsdPerMillion }) => inputUsdPerMillion),
    price('output', short.output, ({ outputUsdPerMillion }) => outputUsdPerMillion),
    price('cacheRead', short.cacheRead, ({ cacheReadUsdPerMillion }) => cacheReadUsdPerMillion),
    price('cacheWrite', short.cacheWrite, ({ cacheWriteUsdPerMillion }) => cacheWriteUsdPerMillion),
    {
      id: 'since',
      head: usage.prices.since,
      width: 110,
      cell: ({ createdDate }) => <RelativeTime iso={createdDate} />,
    },
    {
      id: 'actions',
      head: usage.columns.actions,
      width: 100,
      cell: (row) => <PriceActions row={row} onEdit={onEdit} onHistory={onHistory} />,
    },
  ]
}

type RowProps = { row: PriceRow; onEdit: Act; onHistory: Act }

function PriceActions({ row, onEdit, onHistory }: RowProps) {
  const { usage } = useTexts()
  return (
    <span className="row-actions">
      <IconButton
        size="sm"
        variant="plain"
        color="neutral"
        aria-label={usage.prices.editOf(row.model)}
        title={usage.prices.edit}
        onClick={() => onEdit(row)}
      >
        <Pencil size={15} />
      </IconButton>
      <IconButton
        size="sm"
        variant="plain"
        color="neutral"
        aria-label={usage.prices.historyOf(row.model)}
        title={usage.prices.history}
        onClick={() => onHistory(row)}
      >
        <History size={15} />
      </IconButton>
    </span>
  )
}

function PhonePrice(props: RowProps) {
  const { provider, model } = props.row
  return (
    <>
      <dl>
        <ReceiptLine
          label={<span className="code monospace breaks-anywhere">{model}</span>}
          value={<PricePair price={props.row} />}
        />
      </dl>
      <small className="phone-note grid gap-2 items-left">
        <span>{providerName(provider)}</span>
        <PriceActions {...props} />
      </small>
    </>
  )
}
