import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatBillingDate } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { formatUnits } from '../figures.ts'
import { MoreButton } from './more-button.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

export function UsageEntries({ day, flowId }: { day: string; flowId: string }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { movements } = usage
  const query = trpc.wallet.usageEntries.useInfiniteQuery(
    { day, flowId, limit: 50 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  return (
    <section className="entries scrolls-y" aria-label={movements.entries}>
      <AsyncView query={query} errorTitle={movements.entriesFailed} skeleton={<TableSkeleton />}>
        {({ pages }) => (
          <>
            <dl className="grid gap-2">
              {pages
                .flatMap(({ items }) => items)
                .map(({ id, date, model, unit, inputTokens, outputTokens, cost, estimated }) => (
                  <ReceiptLine
                    key={id}
                    label={
                      <span className="usage-entry flex wraps">
                        <time className="monospace text-tertiary" dateTime={date}>
                          {formatBillingDate(date, language, { timeStyle: 'medium' })}
                        </time>
                        <span className="code monospace breaks-anywhere">{model}</span>
                        <span>
                          {unit === 'token'
                            ? movements.tokens(
                                formatNumber(inputTokens, language),
                                formatNumber(outputTokens, language),
                              )
                            : usage.units.used[unit](formatUnits(inputTokens, unit, language))}
                        </span>
                        {estimated && <em className="text-12 text-tertiary">{movements.estimated}</em>}
                      </span>
                    }
                    value={formatMoney(-cost, language)}
                  />
                ))}
            </dl>
            <MoreButton query={query} />
          </>
        )}
      </AsyncView>
    </section>
  )
}
