import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { SharedExecution } from '#shared/executions.ts'
import type { ShownVisit } from './group-visits.ts'
import { Timeline } from './timeline.tsx'
import { useValues } from './use-values.ts'
import { VisitPanel } from './visit-panel.tsx'

type Shown = Pick<SharedExecution, 'state' | 'answer' | 'error' | 'question' | 'pauses' | 'initialState'> & {
  visits: readonly ShownVisit[]
  costMicro?: number
}

type Props = { execution: Shown; onRunAgain?: ((key: string) => void) | undefined }

/** Question, steps and outcome, on the page of the owner and on the shared one. */
export function ExecutionBody({ execution, onRunAgain }: Props) {
  const { detail } = useTexts().executions
  const { cost } = useValues()
  const { state, visits, pauses, question, answer, error, initialState, costMicro } = execution
  const [chosen, setChosen] = useState<string>()
  const failed = visits.find(({ state }) => state === 'failed')
  const shown = visits.find(({ key }) => key === chosen) ?? failed ?? visits.at(-1)
  return (
    <div className="execution-body grid gap-16 items-start">
      <div className="grid gap-16 shrinks">
        {question && <Text title={detail.question} text={question} />}
        <section className="surface outlined round-md" aria-label={detail.steps}>
          <div
            className="timeline-head grid gap-8 items-center min-height-36 text-12 text-tertiary line-below"
            aria-hidden="true"
          >
            <span>{detail.step}</span>
            <span>{detail.duration}</span>
            <span>{costMicro === undefined ? '' : detail.cost}</span>
          </div>
          <Timeline
            isEnded={state !== 'running'}
            visits={visits}
            pauses={pauses}
            chosen={shown?.key}
            onChoose={setChosen}
          />
          <div className="timeline-foot flex spread text-13 line-above">
            <span>{detail.total(visits.length)}</span>
            {costMicro !== undefined && <strong className="monospace">{cost(costMicro)}</strong>}
          </div>
        </section>
        {error && <Text title={detail.error} text={error} isError />}
        {answer && <Text title={detail.answer} text={answer} />}
      </div>
      <aside className="execution-side surface outlined round-md sticky scrolls">
        <VisitPanel visit={shown} visits={visits} {...{ initialState, onRunAgain }} />
      </aside>
    </div>
  )
}

function Text({ title, text, isError = false }: { title: string; text: string; isError?: boolean }) {
  return (
    <section
      className="execution-text surface outlined round-md"
      aria-label={title}
      data-error={isError || undefined}
    >
      <h2 className="margin-0-0-4 text-13 semibold text-secondary">{title}</h2>
      <p className="pre-wrap breaks-anywhere">{text}</p>
    </section>
  )
}
