import { CopyButton } from '#client/components/copy-button.tsx'
import { DataTable } from '#client/components/data-table.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'
import { useFormats } from './use-formats.ts'

type Query = SystemStatus['slowQueries'][number]
type Failure = SystemStatus['errors'][number]

export function QueriesCard({ queries }: { queries: SystemStatus['slowQueries'] }) {
  const { queries: texts, times } = useTexts().system
  const [language] = useLanguage()
  const { ms, count } = useFormats()
  const sql = (query: Query) => (
    <code className="system-sql" title={query.sql}>
      {query.sql}
    </code>
  )
  return (
    <SystemCard title={texts.title} aside={texts.text} isTable>
      {queries.length === 0 ? (
        <p className="system-none">{texts.none}</p>
      ) : (
        <DataTable
          label={texts.title}
          language={language}
          rows={queries}
          minWidth={600}
          keyOf={(query) => query.sql}
          columns={[
            { id: 'sql', head: texts.columns.sql, cell: sql, width: '45%' },
            { id: 'times', head: texts.columns.times, isNumber: true, cell: (query) => count(query.times) },
            { id: 'p50', head: texts.columns.p50, isNumber: true, cell: ({ p50Ms }) => ms(p50Ms) },
            { id: 'max', head: texts.columns.max, isNumber: true, cell: ({ maxMs }) => ms(maxMs) },
            { id: 'total', head: texts.columns.total, isNumber: true, cell: ({ totalMs }) => ms(totalMs) },
            {
              id: 'last',
              head: texts.columns.last,
              isNumber: true,
              cell: ({ lastDate }) => <RelativeTime iso={lastDate} />,
            },
          ]}
          phone={(query) => (
            <div className="system-phone-row">
              {sql(query)}
              <span>
                {times(query.times)} · {texts.columns.max} {ms(query.maxMs)} ·{' '}
                <RelativeTime iso={query.lastDate} />
              </span>
            </div>
          )}
        />
      )}
    </SystemCard>
  )
}

export function ErrorsCard({ errors }: { errors: SystemStatus['errors'] }) {
  const { errors: texts, times } = useTexts().system
  const [language] = useLanguage()
  const { count } = useFormats()
  const kind = (failure: Failure) => <strong className="breaks-anywhere">{failure.kind}</strong>
  const request = ({ requestId }: Failure) =>
    requestId === null ? (
      '–'
    ) : (
      <span className="system-request">
        <code>{requestId}</code>
        <CopyButton small label={texts.copy(requestId)} text={requestId} />
      </span>
    )
  return (
    <SystemCard title={texts.title} aside={texts.text} isTable>
      {errors.length === 0 ? (
        <p className="system-none">{texts.none}</p>
      ) : (
        <DataTable
          label={texts.title}
          language={language}
          rows={errors}
          minWidth={640}
          keyOf={(failure) => `${failure.kind} ${failure.route}`}
          columns={[
            {
              id: 'last',
              head: texts.columns.last,
              cell: ({ lastDate }) => <RelativeTime iso={lastDate} />,
              width: 110,
            },
            { id: 'kind', head: texts.columns.kind, cell: kind },
            {
              id: 'route',
              head: texts.columns.route,
              cell: ({ route }) => <span className="breaks-anywhere">{route}</span>,
            },
            {
              id: 'times',
              head: texts.columns.times,
              isNumber: true,
              cell: (failure) => count(failure.times),
              width: 70,
            },
            { id: 'request', head: texts.columns.request, cell: request, width: 220 },
          ]}
          phone={(failure) => (
            <div className="system-phone-row">
              {kind(failure)}
              <span className="breaks-anywhere">
                {failure.route} · {times(failure.times)} · <RelativeTime iso={failure.lastDate} />
              </span>
              {failure.requestId && request(failure)}
            </div>
          )}
        />
      )}
    </SystemCard>
  )
}
