import { Button } from '@mui/joy'
import { useState } from 'react'
import { Link } from 'react-router'
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

type Props = { flowId: string; executionPath: (id: string) => string }

/** What the schedule or the webhook has started, newest first. */
export function TriggerLog({ flowId, executionPath }: Props) {
  const { common, triggers: texts } = useTexts()
  const [language] = useLanguage()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const query = trpc.triggers.log.useQuery(
    { id: flowId, limit },
    { refetchInterval: REFRESH_MS, placeholderData: (before) => before },
  )
  const columns = useColumns(executionPath)
  return (
    <div>
      <h2>{texts.log}</h2>
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
    </div>
  )
}

function useColumns(executionPath: Props['executionPath']): Column<TriggerLogEntry>[] {
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
    {
      id: 'note',
      head: columns.note,
      cell: (entry) =>
        entry.executionId ? (
          <Link className="text-link" to={executionPath(entry.executionId)}>
            {texts.openExecution}
          </Link>
        ) : (
          noteOf(entry)
        ),
    },
    {
      id: 'duration',
      head: columns.duration,
      isNumber: true,
      cell: ({ elapsedTimeMs: ms }) => (ms === null ? '' : texts.seconds(seconds.format(ms / 1_000))),
    },
  ]
}
