import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { numberFormat } from '#client/components/intl.ts'
import { formatMoment } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { TriggerLogEntry, TriggerStatus } from '#shared/triggers.ts'

const PAGE_SIZE = 20
const REFRESH_MS = 5_000
const dots: Record<TriggerStatus, DotState> = {
  QUEUED: 'waiting',
  RUNNING: 'working',
  SUCCEEDED: 'live',
  FAILED: 'problem',
  SKIPPED: 'off',
}

/** What the schedule or the webhook has started, newest first. */
export function TriggerLog({ flowId }: { flowId: string }) {
  const { common, triggers: texts } = useTexts()
  const [language] = useLanguage()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const query = trpc.triggers.log.useQuery(
    { id: flowId, limit },
    { refetchInterval: REFRESH_MS, placeholderData: (before) => before },
  )
  const columns = useColumns()
  return (
    <section aria-label={texts.log}>
      <h3>{texts.log}</h3>
      <AsyncView query={query}>
        {({ data, total }) =>
          data.length === 0 ? (
            <p>{texts.logEmpty}</p>
          ) : (
            <>
              <DataTable
                label={texts.log}
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
                phone={(entry) => columns.map(({ id, cell }) => <div key={id}>{cell(entry)}</div>)}
                language={language}
                minWidth={480}
              />
              {total > data.length && limit < 100 && (
                <Button size="sm" variant="plain" onClick={() => setLimit(Math.min(100, limit + PAGE_SIZE))}>
                  {common.more}
                </Button>
              )}
            </>
          )
        }
      </AsyncView>
    </section>
  )
}

function useColumns(): Column<TriggerLogEntry>[] {
  const { triggers: texts } = useTexts()
  const [language] = useLanguage()
  const sentence = useSentence()
  const { columns } = texts
  const noteOf = ({ reason, error, triggerType }: TriggerLogEntry) =>
    reason ? texts.reasons[reason] : error ? sentence(error) : texts.kinds[triggerType]
  const seconds = numberFormat(language, { maximumFractionDigits: 1 })
  return [
    {
      id: 'time',
      head: columns.time,
      cell: ({ scheduledAt }) => <time dateTime={scheduledAt}>{formatMoment(scheduledAt, language)}</time>,
    },
    {
      id: 'status',
      head: columns.status,
      cell: ({ status }) => (
        <>
          <StatusDot state={dots[status]} /> {texts.statuses[status]}
        </>
      ),
    },
    { id: 'note', head: columns.note, cell: noteOf },
    {
      id: 'duration',
      head: columns.duration,
      isNumber: true,
      cell: ({ elapsedTimeMs: ms }) => (ms === null ? '' : texts.seconds(seconds.format(ms / 1_000))),
    },
  ]
}
