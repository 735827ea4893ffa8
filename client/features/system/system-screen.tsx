import './system.css'
import { Box } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { dateFormat } from '#client/components/intl.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { SystemStatus } from '#shared/system.ts'
import { BackupCard } from './backup-card.tsx'
import { ConnectionsCard } from './connections-card.tsx'
import { DiskCard } from './disk-card.tsx'
import { HealthCard, ProcessCard, VersionsCard } from './figure-cards.tsx'
import { countIssues, uptimeOf } from './health.ts'
import { JobsCard } from './jobs-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { ErrorsCard, QueriesCard } from './record-cards.tsx'

const EVERY_MS = 10_000

export function SystemScreen() {
  const { system } = useTexts()
  const status = trpc.system.status.useQuery(undefined, { refetchInterval: EVERY_MS })
  return (
    <>
      <PageHeader title={system.title} text={status.data && <Summary status={status.data} />} />
      <AsyncView query={status} errorTitle={system.couldNotLoad}>
        {(data) => (
          <Box className="system-cards grid">
            <HealthCard status={data} />
            <LedgerCard ledger={data.ledger} />
            <DiskCard disk={data.disk} />
            <JobsCard jobs={data.jobs} />
            <ProcessCard process={data.process} />
            <BackupCard backups={data.backups} health={data.health.backups} />
            <ConnectionsCard connections={data.connections} />
            <VersionsCard versions={data.versions} />
            <QueriesCard queries={data.slowQueries} />
            <ErrorsCard errors={data.errors} />
          </Box>
        )}
      </AsyncView>
    </>
  )
}

function Summary({ status }: { status: SystemStatus }) {
  const { system } = useTexts()
  const [language] = useLanguage()
  const issues = countIssues(status)
  const { days, hours, minutes } = uptimeOf(status)
  const time = dateFormat(language, { timeStyle: 'medium' }).format(new Date(status.date))
  return (
    <span className="system-summary flex wraps gap-8">
      <span className="flex gap-6">
        <StatusDot state={issues === 0 ? 'live' : 'draft'} />
        <strong data-well={issues === 0}>{issues === 0 ? system.allWell : system.toLookAt(issues)}</strong>
      </span>
      <span>{system.up(system.duration(days, hours, minutes), time)}</span>
    </span>
  )
}
