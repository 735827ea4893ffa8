import {
  Button,
  Checkbox,
  FormControl,
  FormHelperText,
  FormLabel,
  Input,
  LinearProgress,
  Stack,
} from '@mui/joy'
import { Check, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { PublishCheck, PublishReport } from '#shared/evaluations.ts'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { useFigures } from './use-figures.ts'

type Props = { flowId: string; paths: EvaluationPaths; onRun: () => void; onClose: () => void }

/** The publish checks of the draft. The first action opens the failing row; publishing anyway needs a reason. */
export function PublishDialog({ flowId, paths, onRun, onClose }: Props) {
  const { evaluations } = useTexts()
  const { publish: texts } = evaluations
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const flow = trpc.flows.head.useQuery({ id: flowId })
  const [reason, setReason] = useState('')
  const [isForced, setForced] = useState(false)
  const { mutate: check, ...checked } = trpc.evaluations.gate.report.useMutation()
  useEffect(() => check({ flowId }), [check, flowId])
  const publish = trpc.flows.publish.useMutation({
    onSuccess: async ({ published }) => {
      await utils.flows.invalidate()
      toasts.success(texts.done(published?.number ?? 0))
      onClose()
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  async function send(more: { reason?: string }) {
    const { revision, flowData } = await utils.flows.draft.fetch({ id: flowId })
    publish.mutate({ id: flowId, base: revision, flowData, ...more })
  }
  const report = checked.data
  const isFailed = report?.isPassed === false
  return (
    <Dialog
      title={texts.title(flow.data?.name ?? '…')}
      description={texts.text}
      size="m"
      onClose={onClose}
      footer={
        report && (
          <>
            <Button
              variant="plain"
              color="neutral"
              sx={{ mr: 'auto' }}
              onClick={() => void navigate(settingsPath(paths, flowId, report))}
            >
              {texts.settings}
            </Button>
            {isFailed && (
              <Button
                variant="outlined"
                color="danger"
                disabled={!isForced || reason.trim().length < 3}
                loading={publish.isPending}
                onClick={() => void send({ reason: reason.trim() })}
              >
                {texts.anyway}
              </Button>
            )}
            <FirstAction
              report={report}
              isPending={publish.isPending}
              onOpen={(runId, row) => void navigate(`${paths.run(flowId, runId)}?row=${row}`)}
              onRun={() => {
                onClose()
                onRun()
              }}
              onPublish={() => void send({})}
            />
          </>
        )
      }
    >
      {checked.error && <p className="evaluation-banner">{errorText(checked.error)}</p>}
      {!report && !checked.error && <LinearProgress />}
      {report && (
        <Stack sx={{ gap: 3 }}>
          <Banner report={report} />
          <ul className="evaluation-checks unlisted">
            {report.checks.map((each) => (
              <CheckLine key={each.kind} check={each} report={report} />
            ))}
            {report.run && (
              <li>
                <Info size={16} aria-hidden="true" />
                <span>
                  {texts.fromRun(report.run.number)}
                  {report.run.endedDate && (
                    <span className="evaluation-note">
                      <RelativeTime iso={report.run.endedDate} />
                    </span>
                  )}
                </span>
                <Button
                  size="sm"
                  variant="plain"
                  onClick={() => void navigate(paths.run(flowId, report.run?.id ?? ''))}
                >
                  {texts.seeRun}
                </Button>
              </li>
            )}
          </ul>
          {isFailed && (
            <>
              <Checkbox
                label={texts.although}
                checked={isForced}
                onChange={({ target }) => setForced(target.checked)}
              />
              {isForced && (
                <FormControl>
                  <FormLabel>{texts.reason}</FormLabel>
                  <Input value={reason} onChange={({ target }) => setReason(target.value)} />
                  <FormHelperText>{texts.reasonHelp}</FormHelperText>
                </FormControl>
              )}
            </>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

/** The publish checks are set beside a data set; without one, one must be made first. */
function settingsPath({ set, flow }: EvaluationPaths, flowId: string, report: PublishReport) {
  const datasetId = report.datasetId ?? report.run?.datasetId
  return datasetId ? set(flowId, datasetId, 'checks') : flow(flowId)
}

type FirstProps = {
  report: PublishReport
  isPending: boolean
  onOpen: (runId: string, row: number) => void
  onRun: () => void
  onPublish: () => void
}

/** Opens the failing row, runs what has not been run, or publishes. */
function FirstAction({ report: { isPassed, row, run }, isPending, onOpen, onRun, onPublish }: FirstProps) {
  const { evaluations } = useTexts()
  const { publish: texts } = evaluations
  if (isPassed) {
    return (
      <Button autoFocus loading={isPending} onClick={onPublish}>
        {texts.publish}
      </Button>
    )
  }
  return row && run ? (
    <Button autoFocus onClick={() => onOpen(run.id, row.number)}>
      {evaluations.openRow(row.number)}
    </Button>
  ) : (
    <Button autoFocus onClick={onRun}>
      {texts.runChecks}
    </Button>
  )
}

function Banner({ report }: { report: PublishReport }) {
  const { publish: texts } = useTexts().evaluations
  if (!report.isOn) {
    return <p className="evaluation-note">{texts.off}</p>
  }
  return report.isPassed ? (
    <p className="evaluation-note">{texts.passed}</p>
  ) : (
    <p className="evaluation-banner" role="alert">
      <b>{texts.failed}</b> {report.run ? '' : texts.missingText}
    </p>
  )
}

function CheckLine({ check, report }: { check: PublishCheck; report: PublishReport }) {
  const { evaluations } = useTexts()
  const { publish: texts } = evaluations
  const { score, signed } = useFigures()
  const { kind, isPassed } = check
  const { row, difference } = report
  const labels = {
    must: texts.kinds.must(score(report.passLine)),
    score: texts.kinds.score,
    cost: texts.kinds.cost(String(report.maxCostIncrease ?? 0)),
    speed: texts.kinds.speed(String((report.maxMedianMs ?? 0) / 1_000)),
    run: texts.kinds.run,
  }
  return (
    <li data-passed={isPassed}>
      {isPassed ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
      <span>
        <b>{labels[kind]}</b>
        {kind === 'must' && row && (
          <span className="evaluation-note">
            {texts.rowFails(
              row.number,
              row.input,
              row.before === null ? '–' : score(row.before),
              score(row.after),
            )}
          </span>
        )}
        {kind === 'score' && difference && (
          <span className="evaluation-note">
            {evaluations.verdicts[difference.verdict]}
            {difference.low !== null && difference.high !== null
              ? `: ${evaluations.between(signed(difference.mean), signed(difference.low), signed(difference.high))}`
              : ''}
          </span>
        )}
      </span>
      <span className="evaluation-figure">
        <Figures check={check} />
      </span>
    </li>
  )
}

function Figures({ check: { kind, before, after } }: { check: PublishCheck }) {
  const { evaluations: texts } = useTexts()
  const { score, cost, seconds, percent } = useFigures()
  if (after === null) {
    return null
  }
  if (kind === 'must') {
    return texts.publish.of(after, before ?? 0)
  }
  const format = { score, cost, speed: (ms: number) => texts.seconds(seconds(ms)), run: String }[kind]
  const change = kind === 'cost' && before ? `, ${percent(after / before - 1)}` : ''
  return before === null ? format(after) : `${format(before)} → ${format(after)}${change}`
}
