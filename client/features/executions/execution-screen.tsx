import './executions.css'
import { Button } from '@mui/joy'
import { skipToken } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, Share2, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { ExecutionDetail } from '#shared/executions.ts'
import { AnswerForm } from './answer-form.tsx'
import { ExecutionBody } from './execution-body.tsx'
import { ExecutionState } from './execution-state.tsx'
import type { ExecutionPaths } from './executions-screen.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { isOpen, useActions } from './use-actions.ts'
import { useValues } from './use-values.ts'

type Props = { id: string; paths: ExecutionPaths }

export function ExecutionScreen({ id, paths }: Props) {
  const { executions: texts } = useTexts()
  // A wait may be answered elsewhere: by a visitor, over REST, or by its deadline.
  const query = trpc.executions.detail.useQuery(
    { id },
    { refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? WAITING_MS : false) },
  )
  useLive(id, query.data?.state === 'running')
  return (
    <>
      <Link
        className="inline-row gap-6 min-height-24 margin-bottom-8 text-13 text-secondary no-underline underlined-on-hover"
        to={paths.list}
      >
        <ArrowLeft size={14} aria-hidden="true" />
        {texts.detail.back}
      </Link>
      <AsyncView query={query} errorTitle={texts.detail.failed}>
        {(execution) => (
          <>
            <Head execution={execution} paths={paths} />
            <Waits execution={execution} paths={paths} />
            <OwnBody execution={execution} paths={paths} />
          </>
        )}
      </AsyncView>
    </>
  )
}

function OwnBody({ execution, paths }: { execution: ExecutionDetail; paths: ExecutionPaths }) {
  const actions = useActions()
  const navigate = useNavigate()
  async function runAgain(key: string) {
    const id = await actions.runAgain(execution.id, key)
    if (id !== undefined) {
      navigate(paths.execution(id))
    }
  }
  const onRunAgain = isOpen(execution.state) ? undefined : (key: string) => void runAgain(key)
  return <ExecutionBody key={execution.id} execution={execution} onRunAgain={onRunAgain} />
}

const WAITING_MS = 3_000
const REFRESH_MS = 400

/** Reads the execution again while its events arrive, at most every 400 ms. */
function useLive(id: string, isRunning: boolean) {
  const utils = trpc.useUtils()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void utils.executions.invalidate()
    }, REFRESH_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  trpc.runs.watch.useSubscription(isRunning ? { runId: id } : skipToken, {
    onData: ({ data }) => data.event.type !== 'token' && data.event.type !== 'thinking' && refresh(),
    onComplete: refresh,
  })
}

function Head({ execution, paths }: { execution: ExecutionDetail; paths: ExecutionPaths }) {
  const { executions: texts } = useTexts()
  const { detail } = texts
  const { duration, moment } = useValues()
  const navigate = useNavigate()
  const actions = useActions()
  const [isSharing, setSharing] = useState(false)
  const { state, wait, flowName, startedDate, sessionId, durationMs, waitedMs, recoveries } = execution
  const sentences = [
    detail.started(moment(startedDate), sessionId),
    durationMs !== null && detail.ran(duration(Math.max(0, durationMs - waitedMs))),
    waitedMs > 0 && detail.waited(duration(waitedMs)),
    recoveries > 0 && detail.recovered(recoveries),
  ]
  async function remove() {
    if (await actions.remove(execution)) {
      navigate(paths.list, { replace: true })
    }
  }
  return (
    <header className="execution-head flex wraps gap-12 items-flex-end spread margin-bottom-20">
      <div>
        <h1 className="row wraps gap-12 semibold breaks-anywhere">
          {flowName}
          <ExecutionState state={state === 'waiting' && wait?.kind === 'uncertain' ? 'uncertain' : state} />
        </h1>
        <p className="margin-4-0-0 text-tertiary breaks-anywhere">{sentences.filter(Boolean).join(' ')}</p>
      </div>
      <div className="execution-actions row wraps gap-8">
        {isOpen(state) && (
          <Button
            variant="outlined"
            color="danger"
            startDecorator={<Square size={14} />}
            onClick={() => void actions.stop(execution)}
          >
            {texts.stop}
          </Button>
        )}
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Share2 size={16} />}
          aria-haspopup="dialog"
          onClick={() => setSharing(true)}
        >
          {execution.isPublic ? detail.shared : detail.share}
        </Button>
        <Button
          component={Link}
          to={paths.canvas(execution.flowId)}
          variant="outlined"
          color="neutral"
          startDecorator={<ExternalLink size={16} />}
        >
          {detail.canvas}
        </Button>
        <RowMenu
          label={texts.menu(flowName)}
          actions={[{ label: texts.remove, run: () => void remove(), danger: true }]}
        />
      </div>
      {isSharing && (
        <ShareDialog execution={execution} path={paths.shared} onClose={() => setSharing(false)} />
      )}
    </header>
  )
}

function Waits({ execution, paths }: { execution: ExecutionDetail; paths: ExecutionPaths }) {
  const { id, state, waits } = execution
  return state === 'waiting'
    ? waits.map((wait) => (
        <div key={wait.id} className="surface outlined round-md margin-bottom-16">
          <AnswerForm runId={id} wait={wait} childPath={paths.execution} />
        </div>
      ))
    : null
}
