import { Button } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatMoment, RelativeTime } from '#client/components/relative-time.tsx'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { PaymentCase } from '#shared/payments.ts'
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import { CaseDetails } from './case-details.tsx'
import { CloseCaseDialog } from './close-case-dialog.tsx'
import { PageBar } from './page-bar.tsx'

/** Reconciliation cases; none is corrected automatically. */
export function CasesPage() {
  const { usage } = useTexts()
  const { cases: texts } = usage
  const [which, setWhich] = useState<'open' | 'all'>('open')
  const query = trpc.payment.cases.useQuery(which === 'open' ? { open: true } : {})
  const [closing, setClosing] = useState<PaymentCase>()
  return (
    <>
      <PageBar text={texts.text}>
        <SegmentedControl
          label={texts.which}
          value={which}
          options={[
            { value: 'open', label: texts.open },
            { value: 'all', label: texts.all },
          ]}
          onChange={setWhich}
        />
      </PageBar>
      <AsyncView query={query} errorTitle={texts.failed} skeleton={<TableSkeleton />}>
        {(cases) =>
          cases.length === 0 ? (
            <EmptyState
              dashed
              title={which === 'open' ? texts.empty : texts.emptyAll}
              text={texts.emptyText}
            />
          ) : (
            <ul className="cases grid gap-12 unpadded unlisted">
              {cases.map((each) => (
                <CaseCard key={each.id} subject={each} onClose={() => setClosing(each)} />
              ))}
            </ul>
          )
        }
      </AsyncView>
      {closing && <CloseCaseDialog subject={closing} onClose={() => setClosing(undefined)} />}
    </>
  )
}

function CaseCard({ subject, onClose }: { subject: PaymentCase; onClose: () => void }) {
  const { usage } = useTexts()
  const { cases: texts } = usage
  const [language] = useLanguage()
  const { kind, details, createdDate, closedDate, closedBy, note } = subject
  return (
    <li className="case surface outlined round-md">
      <div className="case-head row wraps">
        <StatusDot state={closedDate ? 'off' : 'problem'} />
        <strong className="semibold">{texts.kinds[kind]}</strong>
        <span className="code monospace breaks-anywhere">{subject.subject}</span>
        <RelativeTime iso={createdDate} />
        {!closedDate && (
          <Button
            size="sm"
            variant="outlined"
            color="neutral"
            aria-label={texts.closeOf(texts.kinds[kind], subject.subject)}
            onClick={onClose}
          >
            {texts.close}
          </Button>
        )}
      </div>
      <CaseDetails details={details} />
      {closedDate && (
        <p className="text-13">
          {texts.closed(closedBy ?? '', formatMoment(closedDate, language))}: {note}
        </p>
      )}
    </li>
  )
}
