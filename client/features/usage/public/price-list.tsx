import { Input } from '@mui/joy'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { foldText } from '#client/components/fold-text.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ListPrice } from '#shared/usage.ts'
import { formatListPrice, providerName } from '../figures.ts'
import { NoRows } from '../tables/no-rows.tsx'

export function PriceList({ prices }: { prices: ListPrice[] }) {
  const { usage } = useTexts()
  const { public: texts } = usage
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const columns = useColumns()
  const rows = prices.filter(({ provider, model }) =>
    foldText(`${provider} ${model}`).includes(foldText(query)),
  )
  return (
    <section aria-labelledby="price-list">
      <div className="page-bar row wraps spread gap-12 margin-bottom-16">
        <div>
          <h2 id="price-list">{texts.prices}</h2>
          <p className="grows text-tertiary">{texts.perMillion}</p>
        </div>
        <Input
          type="search"
          aria-label={texts.find}
          placeholder={texts.find}
          startDecorator={<Search size={16} />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      <div className="usage-box surface outlined round-md">
        {rows.length === 0 ? (
          <NoRows>{texts.noMatch(query)}</NoRows>
        ) : (
          <DataTable
            label={texts.prices}
            columns={columns}
            rows={rows}
            keyOf={({ provider, model }) => `${provider}/${model}`}
            sortedBy="provider"
            language={language}
            phone={({ provider, model, inputUsdPerMillion, outputUsdPerMillion }) => (
              <>
                <dl>
                  <ReceiptLine
                    label={<span className="code monospace breaks-anywhere">{model}</span>}
                    value={`${formatListPrice(inputUsdPerMillion, language)} / ${formatListPrice(outputUsdPerMillion, language)}`}
                  />
                </dl>
                <small>{providerName(provider)}</small>
              </>
            )}
          />
        )}
      </div>
    </section>
  )
}

function useColumns(): Column<ListPrice>[] {
  const { usage } = useTexts()
  const { public: texts, columns } = usage
  const [language] = useLanguage()
  const price = (id: string, head: string, text: (row: ListPrice) => string): Column<ListPrice> => ({
    id,
    head,
    isNumber: true,
    width: 128,
    cell: (row) => formatListPrice(text(row), language),
    sort: (row) => Number(text(row)),
  })
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
      width: 140,
      cell: ({ provider }) => providerName(provider),
      sort: ({ provider, model }) => `${provider} ${model}`,
    },
    price('input', texts.input, ({ inputUsdPerMillion }) => inputUsdPerMillion),
    price('cached', texts.cached, ({ cacheReadUsdPerMillion }) => cacheReadUsdPerMillion),
    price('output', texts.output, ({ outputUsdPerMillion }) => outputUsdPerMillion),
    {
      id: 'context',
      head: texts.context,
      isNumber: true,
      width: 120,
      cell: ({ contextTokens }) => (contextTokens === 0 ? '–' : formatNumber(contextTokens, language)),
      sort: ({ contextTokens }) => contextTokens,
    },
  ]
}
