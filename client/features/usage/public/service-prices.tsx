import { type Column, DataTable } from '#client/components/data-table.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { ListPrice } from '#shared/usage.ts'
import { formatUnitPrice, providerName } from '../figures.ts'
import { PricePair } from '../tables/price-cell.tsx'

export function ServicePrices({ prices }: { prices: ListPrice[] }) {
  const { usage } = useTexts()
  const { public: texts } = usage
  const [language] = useLanguage()
  const columns = useColumns()
  return (
    <section aria-labelledby="service-prices">
      <div className="page-bar row wraps spread gap-12 margin-bottom-16">
        <div>
          <h2 id="service-prices">{texts.services}</h2>
          <p className="grows text-tertiary">{texts.servicesText}</p>
        </div>
      </div>
      <div className="usage-box surface outlined round-md">
        <DataTable
          label={texts.services}
          columns={columns}
          rows={prices}
          keyOf={({ provider, model }) => `${provider}/${model}`}
          sortedBy="provider"
          language={language}
          phone={(price) => (
            <>
              <dl>
                <ReceiptLine label={providerName(price.provider)} value={<PricePair price={price} />} />
              </dl>
              <small className="code monospace breaks-anywhere">{price.model}</small>
            </>
          )}
        />
      </div>
    </section>
  )
}

function useColumns(): Column<ListPrice>[] {
  const { usage } = useTexts()
  const { public: texts, columns, units } = usage
  const [language] = useLanguage()
  return [
    {
      id: 'provider',
      head: columns.provider,
      cell: ({ provider }) => providerName(provider),
      sort: ({ provider, model }) => `${provider} ${model}`,
    },
    {
      id: 'model',
      head: texts.service,
      cell: ({ model }) => <span className="code monospace breaks-anywhere">{model}</span>,
      sort: ({ model }) => model,
    },
    {
      id: 'price',
      head: texts.price,
      isNumber: true,
      width: 128,
      cell: ({ inputUsdPerMillion, unit }) => formatUnitPrice(inputUsdPerMillion, unit, language),
    },
    {
      id: 'unit',
      head: texts.unit,
      width: 200,
      cell: ({ unit }) => units.per[unit],
      sort: ({ unit }) => units.per[unit],
    },
  ]
}
