import { Button } from '@mui/joy'
import { Repeat } from 'lucide-react'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { VisitCall } from '#shared/executions.ts'
import { ExecutionState } from './execution-state.tsx'
import { type ShownVisit, stateAfter } from './group-visits.ts'
import { useValues } from './use-values.ts'
import { ValueBox } from './value-box.tsx'

type Props = {
  visit: ShownVisit | undefined
  visits: readonly ShownVisit[]
  initialState: Readonly<Record<string, unknown>>
  /** Runs the flow again from a step; absent where the viewer cannot. */
  onRunAgain?: ((key: string) => void) | undefined
}

export function VisitPanel({ visit, visits, initialState, onRunAgain }: Props) {
  const { executions: texts } = useTexts()
  const { detail } = texts
  if (!visit) {
    return <p className="visit-choose text-tertiary">{detail.choose}</p>
  }
  const state = stateAfter(visit, visits, initialState)
  return (
    <section className="visit-panel grid gap-14" aria-label={visit.label}>
      <VisitHead visit={visit} />
      {visit.reused && (
        <p className="visit-answer pad-8-10 text-13 breaks-anywhere round-sm">{detail.reused}</p>
      )}
      {onRunAgain && (
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          startDecorator={<Repeat size={14} />}
          aria-describedby="run-again-help"
          onClick={() => onRunAgain(visit.key)}
        >
          {visit.state === 'failed' ? detail.retry : detail.runAgain}
        </Button>
      )}
      {onRunAgain && (
        <p id="run-again-help" className="visit-help text-tertiary text-12">
          {detail.runAgainHelp}
        </p>
      )}
      {visit.error && (
        <p className="pad-8-10 text-13 breaks-anywhere round-sm text-danger-soft backdrop-danger" role="note">
          {visit.error}
        </p>
      )}
      {visit.itemErrors.map(({ item, error }) => (
        <p
          key={item}
          className="pad-8-10 text-13 breaks-anywhere round-sm text-danger-soft backdrop-danger"
          role="note"
        >
          {detail.itemFailed(item + 1, error)}
        </p>
      ))}
      <Answers visit={visit} />
      <ValueBox label={detail.input} value={visit.input} empty={detail.noInput} />
      <ValueBox label={detail.output} value={visit.output} empty={detail.noOutput} />
      {Object.keys(state).length > 0 && <ValueBox label={detail.state} value={state} />}
      {(visit.calls ?? []).length > 0 && (
        <div>
          <h3 className="margin-0-0-4 text-12 semibold text-secondary">{detail.calls}</h3>
          {(visit.calls ?? []).map((call) => (
            <Call key={call.callId} call={call} />
          ))}
        </div>
      )}
    </section>
  )
}

function VisitHead({ visit }: { visit: ShownVisit }) {
  const { executions: texts } = useTexts()
  const { detail } = texts
  const { duration, cost, count } = useValues()
  const { label, round, item, endAt, at, waitedMs, costMicro, tokens } = visit
  return (
    <header>
      <h2 className="margin-0-0-4 text-16 semibold breaks-anywhere">{label}</h2>
      <ExecutionState state={visit.state} />
      <dl className="margin-8-0-0">
        {item !== null && <ReceiptLine label={detail.item(item + 1)} value={detail.round(round)} />}
        {item === null && round > 1 && <ReceiptLine label={detail.step} value={detail.round(round)} />}
        {endAt !== null && (
          <ReceiptLine label={detail.duration} value={duration(Math.max(0, endAt - at - waitedMs))} />
        )}
        {costMicro !== undefined && (
          <ReceiptLine
            label={tokens ? detail.tokens(tokens, count(tokens)) : detail.cost}
            value={cost(costMicro)}
          />
        )}
      </dl>
    </header>
  )
}

function Answers({ visit: { answers } }: { visit: ShownVisit }) {
  const { detail } = useTexts().executions
  return answers.map(({ type, by, feedback, at }) => (
    <p key={at} className="visit-answer pad-8-10 text-13 breaks-anywhere round-sm">
      <strong>
        {detail.answered[type]}, {detail.by[by]}
      </strong>
      {feedback}
    </p>
  ))
}

function Call({ call }: { call: VisitCall }) {
  const { detail } = useTexts().executions
  const { duration, cost } = useValues()
  const { name, state, durationMs, costMicro, input, output } = call
  return (
    <details className="visit-call" data-state={state}>
      <summary className="flex wraps gap-8 spread min-height-24 text-13 pressable">
        <code>{name}</code>
        <span className="text-tertiary">
          {[
            detail.callStates[state],
            durationMs === null ? undefined : duration(durationMs),
            call.kind === 'model' ? cost(costMicro) : undefined,
          ]
            .filter((part) => part !== undefined)
            .join(', ')}
        </span>
      </summary>
      {input !== undefined && <ValueBox label={detail.request} value={input} />}
      <ValueBox label={detail.result} value={output} empty={detail.noOutput} />
    </details>
  )
}
