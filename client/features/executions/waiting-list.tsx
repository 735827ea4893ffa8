import { Button } from '@mui/joy'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ListSkeleton } from '#client/components/list-frame.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { OpenWait } from '#shared/executions.ts'
import { AnswerForm } from './answer-form.tsx'
import type { ExecutionPaths } from './executions-screen.tsx'
import type { ListView } from './use-list-view.ts'
import { useValues } from './use-values.ts'
import { titleOf } from './wait-title.ts'

const REFRESH_MS = 15_000
const URGENT_MS = 3 * 60 * 60_000

type Props = { view: ListView; paths: ExecutionPaths }

const keyOf = ({ runId, wait }: OpenWait) => `${runId} ${wait.id}`

/** Runs that have stopped to ask, beside the request that is being answered. */
export function WaitingList({ view, paths }: Props) {
  const { executions: texts } = useTexts()
  const { waiting } = texts
  const query = trpc.executions.waiting.list.useQuery(undefined, { refetchInterval: REFRESH_MS })
  return (
    <AsyncView query={query} errorTitle={waiting.failed} skeleton={<ListSkeleton />}>
      {(waits) =>
        waits.length === 0 ? (
          <EmptyState
            title={waiting.emptyTitle}
            text={waiting.emptyText}
            action={
              <Button component={Link} to={paths.flows} size="sm" variant="outlined" color="neutral">
                {texts.emptyAction}
              </Button>
            }
          />
        ) : (
          <Requests waits={waits} view={view} paths={paths} />
        )
      }
    </AsyncView>
  )
}

function Requests({ waits, view, paths }: Props & { waits: readonly OpenWait[] }) {
  const { waiting } = useTexts().executions
  const isPhone = useMediaQuery(phoneScreen)
  const selected = waits.find((each) => keyOf(each) === view.waitKey)
  const chosen = selected ?? (isPhone ? undefined : waits[0])
  const choose = (each: OpenWait | undefined) => view.change({ wait: each && keyOf(each) })
  return (
    <div className="requests">
      <section className="request-list surface outlined round-md" aria-label={waiting.list}>
        <header className="flex spread text-13">
          <strong>{waiting.requests(waits.length)}</strong>
          <span className="text-tertiary">{waiting.order}</span>
        </header>
        <ul className="unpadded unlisted">
          {waits.map((each) => (
            <li key={keyOf(each)}>
              <Request open={each} isChosen={each === chosen} onChoose={() => choose(each)} />
            </li>
          ))}
        </ul>
      </section>
      {chosen && isPhone && (
        <Dialog title={chosen.flowName} size="m" onClose={() => choose(undefined)}>
          <RequestBody open={chosen} paths={paths} onDone={() => choose(undefined)} />
        </Dialog>
      )}
      {chosen && !isPhone && (
        <section key={keyOf(chosen)} className="surface outlined round-md" aria-label={chosen.flowName}>
          <RequestBody open={chosen} paths={paths} onDone={() => choose(undefined)} />
        </section>
      )}
    </div>
  )
}

type RequestProps = { open: OpenWait; isChosen: boolean; onChoose: () => void }

function Request({ open, isChosen, onChoose }: RequestProps) {
  const { executions: texts } = useTexts()
  const { flowName, openedDate, wait } = open
  return (
    <button type="button" className="request" aria-current={isChosen || undefined} onClick={onChoose}>
      <StatusDot state={wait.kind === 'uncertain' ? 'problem' : 'waiting'} />
      <strong className="truncate semibold">{titleOf(wait, texts.waiting)}</strong>
      <span className="text-secondary">
        {flowName}, <RelativeTime iso={openedDate} />
      </span>
      <Deadline deadline={wait.deadline} />
    </button>
  )
}

function Deadline({ deadline }: { deadline: string | undefined }) {
  const { waiting } = useTexts().executions
  const { duration } = useValues()
  if (deadline === undefined) {
    return <em className="text-secondary">{waiting.noDeadline}</em>
  }
  const left = Date.parse(deadline) - Date.now()
  return (
    <em className="text-secondary" data-urgent={left < URGENT_MS || undefined}>
      {left <= 0 ? waiting.due : waiting.left(duration(left))}
    </em>
  )
}

function RequestBody({ open, paths, onDone }: { open: OpenWait; paths: ExecutionPaths; onDone: () => void }) {
  const { waiting } = useTexts().executions
  const { cost } = useValues()
  const { runId, wait, nodeLabel, question, sessionId, costMicro } = open
  return (
    <>
      <AnswerForm runId={runId} wait={wait} childPath={paths.execution} onDone={onDone} />
      <footer className="request-facts grid gap-8 text-13 line-above">
        <p className="text-secondary">{waiting.node(nodeLabel)}</p>
        <dl className="margin-8-0-0">
          {question && <ReceiptLine label={waiting.question} value={question} />}
          <ReceiptLine label={waiting.session} value={sessionId} />
          <ReceiptLine label={waiting.soFar} value={cost(costMicro)} />
          <ReceiptLine label={waiting.whileWaiting} value={cost(0)} />
        </dl>
        <Link className="text-link" to={paths.execution(runId)}>
          {waiting.openRun}
        </Link>
      </footer>
    </>
  )
}
