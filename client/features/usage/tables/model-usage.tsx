import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { toCsv } from '#client/components/csv.ts'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import type { modelUsageSchema } from '#shared/usage.ts'
import { formatTokens, formatUnitPrice, formatUnits, providerName } from '../figures.ts'
import type { UsageView } from '../use-usage-view.ts'
import { ExportButton } from './export-button.tsx'
import { NoRows } from './no-rows.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

type Row = z.infer<typeof modelUsageSchema>[number]

export function ModelUsageTable({ view }: { view: UsageView }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const query = trpc.usage.byModel.useQuery(view.scope)
  const decimals = moneyDecimals(...(query.data ?? []).map(({ cost }) => cost))
  const columns = useColumns(decimals)
  return (
    <AsyncView query={query} skeleton={<TableSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <NoRows>{usage.empty.range}</NoRows>
        ) : (
          <DataTable
            label={usage.tabs.model}
            columns={columns}
            rows={rows}
            keyOf={({ key }) => key}
            sortedBy="cost"
            language={language}
            minWidth={960}
            phone={({ model, provider, calls, cost }) => (
              <>
                <dl>
                  <ReceiptLine
                    label={<span className="code monospace breaks-anywhere">{model}</span>}
                    value={formatMoney(cost, language, decimals)}
                  />
                </dl>
                <small>{usage.callsEach(providerName(provider), calls)}</small>
              </>
            )}
          />
        )
      }
    </AsyncView>
  )
}

export function ModelUsageExport({ view }: { view: UsageView }) {
  const { usage } = useTexts()
  const { columns } = usage
  const { data = [] } = trpc.usage.byModel.useQuery(view.scope)
  return (
    <ExportButton
      fileName={`flowtill-models-${view.range.from}-${view.range.to}.csv`}
      disabled={data.length === 0}
      makeCsv={() =>
        toCsv(
          [
            columns.model,
            columns.provider,
            columns.calls,
            columns.tokensIn,
            columns.tokensOut,
            columns.unit,
            `${columns.cost} (USD)`,
          ],
          data.map((row) => [
            row.model,
            row.provider,
            row.calls,
            row.inputTokens,
            row.outputTokens,
            row.unit,
            row.cost,
          ]),
        )
      }
    />
  )
}

function useColumns(decimals: number): Column<Row>[] {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { columns } = usage
  return [
    {
      id: 'model',
      head: columns.model,
      cell: ({ model }) => <span className="code monospace breaks-anywhere">{model}</span>,
      sort: ({ model }) => model,
    },
    {
      id: 'provider',
      head: columns.provider,
      cell: ({ provider }) => providerName(provider),
      sort: ({ provider }) => provider,
      width: '16%',
    },
    {
      id: 'calls',
      head: columns.calls,
      isNumber: true,
      width: 106,
      cell: ({ calls }) => formatNumber(calls, language),
      sort: ({ calls }) => calls,
    },
    {
      id: 'tokensIn',
      head: columns.tokensIn,
      isNumber: true,
      width: 124,
      cell: ({ inputTokens, unit }) =>
        unit === 'token'
          ? formatTokens(inputTokens, language)
          : usage.units.used[unit](formatUnits(inputTokens, unit, language)),
      sort: ({ inputTokens }) => inputTokens,
    },
    {
      id: 'tokensOut',
      head: columns.tokensOut,
      isNumber: true,
      width: 124,
      cell: ({ outputTokens, unit }) => (unit === 'token' ? formatTokens(outputTokens, language) : '–'),
      sort: ({ outputTokens }) => outputTokens,
    },
    {
      id: 'price',
      head: columns.perMillion,
      isNumber: true,
      width: 190,
      cell: ({ unit, inputUsdPerMillion: input, outputUsdPerMillion: output }) => {
        if (input === null || output === null) {
          return '–'
        }
        const [first, second] = [input, output].map((price) => formatUnitPrice(price, unit, language))
        return unit === 'token' ? `${first} / ${second}` : `${first} ${usage.units.per[unit]}`
      },
    },
    {
      id: 'cost',
      head: columns.cost,
      isNumber: true,
      width: 112,
      cell: ({ cost }) => <strong>{formatMoney(cost, language, decimals)}</strong>,
      sort: ({ cost }) => cost,
    },
  ]
}
