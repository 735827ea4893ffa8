import { Button } from '@mui/joy'
import { Pin, PinOff, Repeat, StepForward } from 'lucide-react'
import { Fragment, useState } from 'react'
import { SegmentedControl } from '#client/components/segmented-control.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import { pinnedOf } from '../graph/pins.ts'
import { CopyButton, RunLink, useNodeRun, useRunActions } from '../run/run.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { type Reported, reportLoss } from './report-node.ts'
import { RunChanges } from './run-changes.tsx'
import './last-run.css'

export function LastRun({ node }: { node: string }) {
  const { canvasRun } = useTexts()
  const [shown, setShown] = useState<'rendered' | 'raw' | 'changes'>('rendered')
  const events = useNodeRun(node)
  const run = useCanvas(({ shownRun }) => shownRun)
  const isPinned = useCanvas(({ graph }) => pinnedOf(graph.nodes.get(node)) !== undefined)
  return (
    <div className="last-run stack gap-16">
      <div className="last-run-head row wraps spread gap-8">
        <SegmentedControl
          label={canvasRun.shownAs}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'rendered', label: canvasRun.rendered },
            { value: 'raw', label: canvasRun.raw },
            { value: 'changes', label: canvasRun.changes },
          ]}
        />
        {run && <RunLink runId={run.id} />}
      </div>
      <Actions node={node} />
      {isPinned && (
        <p className="last-run-pin flex gap-8 text-13 round-6 pad-8-12 backdrop-warning text-warning-soft">
          <Pin size={14} aria-hidden="true" />
          {canvasRun.pinnedHint}
        </p>
      )}
      {events === undefined && <p className="panel-empty text-tertiary">{canvasRun.noRunOfNode}</p>}
      {events?.length === 0 && <p className="panel-empty text-tertiary">{canvasRun.notInRun}</p>}
      {run &&
        events &&
        events.length > 0 &&
        (shown === 'changes' ? (
          <RunChanges node={node} run={run} events={events} />
        ) : (
          <Parts reported={reportLoss(events, canvasRun)} isRaw={shown === 'raw'} />
        ))}
    </div>
  )
}

function Parts({ reported, isRaw }: { reported: Reported; isRaw: boolean }) {
  const { canvasRun } = useTexts()
  const sentence = useSentence()
  return (
    <>
      {reported.error && (
        <section>
          <h4 className="row spread text-secondary">{canvasRun.error}</h4>
          <div
            className="last-run-error breaks-anywhere round-6 pad-8-12 backdrop-danger text-danger-soft"
            role="note"
          >
            {sentence(reported.error.message)}
            {reported.error.hint && <p className="text-13">{reported.error.hint}</p>}
          </div>
        </section>
      )}
      {reported.retries > 0 && (
        <p className="last-run-retries text-13 text-secondary">{canvasRun.retried(reported.retries)}</p>
      )}
      {reported.parts.map(({ key, title, value }) => (
        <LastRunValue key={key} title={title} value={value} isRaw={isRaw} />
      ))}
    </>
  )
}

function Actions({ node }: { node: string }) {
  const { canvasRun } = useTexts()
  const actions = useRunActions(node)
  const { isPinned, runTo, runFrom, pin, unpin, pinIssue, runIssue } = actions
  return (
    <div className="last-run-actions flex wraps gap-8">
      {actions.runsInParts && (
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={<StepForward size={14} />}
          disabled={runIssue !== undefined}
          title={runIssue}
          onClick={runTo}
        >
          {canvasRun.runToHere}
        </Button>
      )}
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        startDecorator={<Repeat size={14} />}
        disabled={runIssue !== undefined}
        title={runIssue}
        onClick={runFrom}
      >
        {canvasRun.runFromHere}
      </Button>
      <Button
        size="sm"
        variant={isPinned ? 'soft' : 'outlined'}
        color={isPinned ? 'warning' : 'neutral'}
        startDecorator={isPinned ? <PinOff size={14} /> : <Pin size={14} />}
        disabled={!isPinned && pinIssue !== undefined}
        title={isPinned ? undefined : pinIssue}
        onClick={isPinned ? unpin : pin}
      >
        {isPinned ? canvasRun.unpin : canvasRun.pin}
      </Button>
    </div>
  )
}

type Props = { title: string; value: unknown; isRaw: boolean }

/** One value of a run, formatted or raw. */
export function LastRunValue({ title, value, isRaw }: Props) {
  const { canvasRun } = useTexts()
  const raw = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div className="last-run-part">
      <h4 className="row spread text-secondary">
        {title}
        <CopyButton text={raw} label={canvasRun.copy} />
      </h4>
      <section
        className="last-run-value scrolls text-13 pre-wrap breaks-anywhere backdrop-level1 round-6 flush pad-8-12"
        data-raw={isRaw || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled with the arrow keys
        tabIndex={0}
        aria-label={title}
      >
        {isRaw ? raw : <Rendered value={value} empty={canvasRun.empty} />}
      </section>
    </div>
  )
}

/** Deeper values are shown as JSON. */
const MAX_DEPTH = 2

type RenderedProps = { value: unknown; empty: string; depth?: number }

function Rendered({ value, empty, depth = 0 }: RenderedProps) {
  if (value === '' || value === null || value === undefined) {
    return <i>{empty}</i>
  }
  if (typeof value !== 'object') {
    return String(value)
  }
  if (depth >= MAX_DEPTH) {
    return <code>{JSON.stringify(value, null, 1)}</code>
  }
  const entries = Object.entries(value).filter(([, each]) => each !== '' && each !== null)
  if (entries.length === 0) {
    return <i>{empty}</i>
  }
  return (
    <dl className="grid">
      {entries.map(([name, each]) => (
        <Fragment key={name}>
          <dt className="text-tertiary">{Array.isArray(value) ? String(Number(name) + 1) : name}</dt>
          <dd>
            <Rendered value={each} empty={empty} depth={depth + 1} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
