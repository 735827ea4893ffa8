import { DataTable } from '#client/components/data-table.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'
import { useFormats } from './use-formats.ts'

type Job = SystemStatus['jobs'][number]

export function JobsCard({ jobs }: { jobs: SystemStatus['jobs'] }) {
  const { jobs: texts } = useTexts().system
  const [language] = useLanguage()
  const { count } = useFormats()
  const nameOf = ({ kind }: Job) => texts.kinds[kind] ?? kind
  const oldest = ({ oldestDate }: Job) => (oldestDate ? <RelativeTime iso={oldestDate} /> : '–')
  const failed = ({ failed: times }: Job) => <span data-bad={times > 0 || undefined}>{count(times)}</span>
  const number = (id: 'waiting' | 'running' | 'completed' | 'retried') => ({
    ...{ id, head: texts.columns[id], isNumber: true, cell: (job: Job) => count(job[id]) },
  })
  return (
    <SystemCard title={texts.title} aside={texts.since} isTable>
      {jobs.length === 0 ? (
        <p className="system-none">{texts.none}</p>
      ) : (
        <DataTable
          label={texts.title}
          language={language}
          rows={jobs}
          minWidth={560}
          keyOf={({ kind }) => kind}
          columns={[
            { id: 'kind', head: texts.columns.kind, cell: nameOf, width: '28%' },
            number('waiting'),
            number('running'),
            { id: 'oldest', head: texts.columns.oldest, isNumber: true, cell: oldest },
            number('completed'),
            number('retried'),
            { id: 'failed', head: texts.columns.failed, isNumber: true, cell: failed },
          ]}
          phone={(job) => (
            <div className="system-phone-row">
              <strong>{nameOf(job)}</strong>
              <span>
                {(['waiting', 'running', 'completed', 'retried', 'failed'] as const)
                  .map((id) => `${texts.columns[id]} ${count(job[id])}`)
                  .join(' · ')}
              </span>
              {job.oldestDate && (
                <span>
                  {texts.columns.oldest} <RelativeTime iso={job.oldestDate} />
                </span>
              )}
            </div>
          )}
        />
      )}
    </SystemCard>
  )
}
