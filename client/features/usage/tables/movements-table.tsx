import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Equal, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatChange, formatMoney } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatBillingDate, formatBillingMoment } from '#client/components/relative-time.tsx'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Movement } from '#shared/wallet.ts'
import { formatDay } from '../figures.ts'
import { MoreButton } from './more-button.tsx'
import { NoRows } from './no-rows.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { UsageEntries } from './usage-entries.tsx'

export function MovementsTable() {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const query = trpc.wallet.movements.useInfiniteQuery(
    { limit: 25 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  const [openId, setOpenId] = useState<string>()
  const toggle = (id: string) => setOpenId(id === openId ? undefined : id)
  const columns = useColumns(openId, toggle)

  return (
    <AsyncView query={query} errorTitle={usage.movements.failed} skeleton={<TableSkeleton />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        return rows.length === 0 ? (
          <NoRows>
            {usage.empty.movements}. {usage.empty.movementsText}
          </NoRows>
        ) : (
          <>
            <DataTable
              label={usage.tabs.movements}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              language={language}
              minWidth={920}
              details={(row) =>
                row.id === openId && isFolded(row) && <UsageEntries day={row.day} flowId={row.flowId} />
              }
              phone={(row) => <PhoneLine row={row} isOpen={row.id === openId} onToggle={toggle} />}
            />
            <MoreButton query={query} />
          </>
        )
      }}
    </AsyncView>
  )
}

type Folded = Movement & { day: string; flowId: string }
const isFolded = (row: Movement): row is Folded =>
  row.kind === 'usage' && row.day !== null && row.flowId !== null

function useColumns(openId: string | undefined, toggle: (id: string) => void): Column<Movement>[] {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { columns } = usage
  return [
    {
      id: 'date',
      head: columns.date,
      width: 120,
      cell: (row) => (
        <time dateTime={row.date} title={formatBillingMoment(row.date, language)}>
          {dayOf(row, language)}
        </time>
      ),
    },
    { id: 'kind', head: columns.kind, width: 140, cell: (row) => <Kind row={row} /> },
    {
      id: 'reference',
      head: columns.reference,
      cell: (row) => <Reference row={row} isOpen={row.id === openId} onToggle={toggle} />,
    },
    { id: 'by', head: columns.by, width: '15%', cell: ({ by }) => usage.movements.by[by] ?? by },
    { id: 'amount', head: columns.amount, width: 120, isNumber: true, cell: (row) => <Amount row={row} /> },
    {
      id: 'balance',
      head: columns.balanceAfter,
      width: 140,
      isNumber: true,
      cell: ({ balanceAfter }) => formatMoney(balanceAfter, language),
    },
  ]
}

function PhoneLine({ row, isOpen, onToggle }: ReferenceProps) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  return (
    <>
      <dl>
        <ReceiptLine label={<Kind row={row} />} value={<Amount row={row} />} />
      </dl>
      <small className="phone-note grid gap-2 items-left">
        <Reference row={row} isOpen={isOpen} onToggle={onToggle} />
        <span>
          {dayOf(row, language)} · {usage.columns.balanceAfter} {formatMoney(row.balanceAfter, language)}
        </span>
      </small>
    </>
  )
}

const icons: Partial<Record<Movement['kind'], ReactNode>> = {
  usage: <ArrowDown size={12} />,
  topup: <ArrowUp size={12} />,
  promotion: <ArrowUp size={12} />,
  reversal: <RotateCcw size={12} />,
  refund: <RotateCcw size={12} />,
}

function Kind({ row: { kind } }: { row: Movement }) {
  const { usage } = useTexts()
  return (
    <span className="movement-kind inline-row gap-8" data-kind={kind}>
      {icons[kind] ?? <Equal size={12} />}
      {usage.movements.kinds[kind]}
    </span>
  )
}

function Amount({ row: { amount, reversedBy } }: { row: Movement }) {
  const [language] = useLanguage()
  return (
    <strong
      className="ledger-amount"
      data-in={amount > 0 || undefined}
      data-reversed={reversedBy !== null || undefined}
    >
      {formatChange(amount, language)}
    </strong>
  )
}

type ReferenceProps = { row: Movement; isOpen: boolean; onToggle: (id: string) => void }

function Reference({ row, isOpen, onToggle }: ReferenceProps) {
  const { usage } = useTexts()
  const { movements } = usage
  if (isFolded(row)) {
    const text = movements.usage(row.reference, row.answers)
    return (
      <button
        type="button"
        className="fold-button inline-row gap-4 inherits-font no-background borderless round-sm pressable inherits-color text-left min-height-28 filled-on-hover"
        aria-expanded={isOpen}
        title={movements.openEntries(row.reference)}
        onClick={() => onToggle(row.id)}
      >
        {isOpen ? <ChevronDown className="rigid" size={14} /> : <ChevronRight className="rigid" size={14} />}
        {text}
      </button>
    )
  }
  return (
    <>
      {row.reference}
      {row.reversedBy !== null && (
        <span className="mark text-12 line-18 text-secondary backdrop-level1 round-xs">
          {movements.reversed}
        </span>
      )}
    </>
  )
}

function dayOf({ day, date }: Movement, language: Language) {
  return day
    ? formatDay(day, language)
    : formatBillingDate(date, language, { day: 'numeric', month: 'short' })
}
