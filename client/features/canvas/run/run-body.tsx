import type { ShownRun } from '../store/run.ts'
import { RunLogs } from './run-logs.tsx'
import { RunReceipt } from './run-receipt.tsx'
import { RunTable } from './run-table.tsx'
import { Scrubber } from './scrubber.tsx'
import { Timeline } from './timeline.tsx'
import { useSpans } from './use-spans.ts'

/** What is known of the run that is shown, seen in one of three ways. */
export function RunBody({ run, view }: { run: ShownRun; view: 'timeline' | 'table' | 'logs' }) {
  const spans = useSpans(run)
  return (
    <>
      <div className="run-main">
        {!run.isLive && <Scrubber durationMs={spans.durationMs} />}
        {view === 'timeline' && <Timeline spans={spans} />}
        {view === 'table' && <RunTable spans={spans} />}
        {view === 'logs' && <RunLogs events={run.events} />}
      </div>
      {view === 'timeline' && <RunReceipt run={run} spans={spans} />}
    </>
  )
}
