import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { toCsv } from '#client/components/csv.ts'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import type { flowUsageSchema } from '#shared/usage.ts'
import type { Tone } from '../chart/arrange-series.ts'
import { Swatch } from '../chart/swatch.tsx'
import { formatEach, formatTokens } from '../figures.ts'
import { daysOf } from '../range.ts'
import type { UsageView } from '../use-usage-view.ts'
import { ExportButton } from './export-button.tsx'
import { NoRows } from './no-rows.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

type Row = z.infer<typeof flowUsageSchema>[number]
type Props = { view: UsageView; toneOf: (key: string) => Tone }

export function FlowUsageTable({ view, toneOf }: Props) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const query = trpc.usage.byFlow.useQuery(view.scope)
  const decimals = moneyDecimals(...(query.data ?? []).map(({ cost }) => cost))
  const columns = useColumns(toneOf, sum(query.data ?? [], 'cost'), decimals)
  return (
    <AsyncView query={query} skeleton={<TableSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <NoRows>{usage.empty.range}</NoRows>
        ) : (
          <DataTable
            label={usage.tabs.flow}
            columns={columns}
            rows={rows}
            keyOf={({ key }) => key}
            sortedBy="cost"
            language={language}
            minWidth={1000}
            foot={footOf(rows, usage.totalOfDays(daysOf(view.range).length), language, decimals)}
            phone={(row) => (
              <>
                <dl>
                  <ReceiptLine
                    label={<FlowName row={row} tone={toneOf(row.key)} />}
                    value={formatMoney(row.cost, language, decimals)}
                  />
                </dl>
                <small>{usage.messagesEach(row.answers, formatEach(row.cost, row.answers, language))}</small>
              </>
            )}
          />
        )
      }
    </AsyncView>
  )
}

export function FlowUsageExport({ view }: { view: UsageView }) {
  const { usage } = useTexts()
  const { columns } = usage
  const { data = [] } = trpc.usage.byFlow.useQuery(view.scope)
  const head = [
    columns.flow,
    columns.messages,
    columns.calls,
    columns.tokensIn,
    columns.tokensOut,
    columns.cost,
  ]
  return (
    <ExportButton
      fileName={`flowtill-flows-${view.range.from}-${view.range.to}.csv`}
      disabled={data.length === 0}
      makeCsv={() =>
        toCsv(
          [...head.slice(0, -1), `${columns.cost} (USD)`],
          data.map((row) => [row.name, row.answers, row.calls, row.inputTokens, row.outputTokens, row.cost]),
        )
      }
    />
  )
}

function useColumns(toneOf: (key: string) => Tone, total: number, decimals: number): Column<Row>[] {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { columns } = usage
  const count = (value: number) => formatNumber(value, language)
  return [
    {
      id: 'flow',
      head: columns.flow,
      cell: (row) => <FlowName row={row} tone={toneOf(row.key)} />,
      sort: ({ name }) => name,
    },
    figure('answers', columns.messages, ({ answers }) => answers, count, 106),
    figure(
      'tokensIn',
      columns.tokensIn,
      ({ inputTokens }) => inputTokens,
      (n) => formatTokens(n, language),
      118,
    ),
    figure(
      'tokensOut',
      columns.tokensOut,
      ({ outputTokens }) => outputTokens,
      (n) => formatTokens(n, language),
      118,
    ),
    {
      ...figure('each', columns.perMessage, ({ cost, answers }) => cost / Math.max(1, answers), String, 124),
      cell: ({ cost, answers }) => formatEach(cost, answers, language),
    },
    {
      id: 'share',
      head: columns.share,
      width: 200,
      cell: ({ key, cost }) => <Share part={total === 0 ? 0 : cost / total} tone={toneOf(key)} />,
    },
    {
      ...figure('cost', columns.cost, ({ cost }) => cost, String, 112),
      cell: ({ cost }) => <strong>{formatMoney(cost, language, decimals)}</strong>,
    },
  ]
}

function figure(
  id: string,
  head: string,
  value: (row: Row) => number,
  format: (value: number) => string,
  width: number,
): Column<Row> {
  return { id, head, isNumber: true, width, sort: value, cell: (row) => format(value(row)) }
}

function FlowName({ row: { name, isDeleted }, tone }: { row: Row; tone: Tone }) {
  const { usage } = useTexts()
  return (
    <span className="flow-cell inline-row gap-8 semibold">
      <Swatch tone={tone} />
      <span>{name}</span>
      {isDeleted && <em className="text-12 text-tertiary">{usage.deletedFlow}</em>}
    </span>
  )
}

function Share({ part, tone }: { part: number; tone: Tone }) {
  const [language] = useLanguage()
  const percent = numberFormat(language, { style: 'percent' }).format(part)
  return (
    <span className="usage-share grid items-center gap-12 monospace text-12 text-right text-tertiary">
      <span className="meter block clips backdrop-level1 round-3" data-tone={tone} aria-hidden="true">
        <i className="block full-height" style={{ width: `${part * 100}%` }} />
      </span>
      {percent}
    </span>
  )
}

function footOf(rows: Row[], label: string, language: Language, decimals: number) {
  const cost = sum(rows, 'cost')
  const answers = sum(rows, 'answers')
  return [
    label,
    formatNumber(answers, language),
    formatTokens(sum(rows, 'inputTokens'), language),
    formatTokens(sum(rows, 'outputTokens'), language),
    formatEach(cost, answers, language),
    '',
    formatMoney(cost, language, decimals),
  ]
}

function sum(rows: readonly Row[], key: 'cost' | 'answers' | 'inputTokens' | 'outputTokens') {
  return rows.reduce((total, row) => total + row[key], 0)
}
