import { type ReactNode, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { RunEvent } from '#shared/runs.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'

const MAX_RUNS = 20
const QUESTION_LENGTH = 40

type Props = {
  children: ReactNode
  /** Receives the events of a past run whose values are to be tried. */
  onPastRun?: ((events: readonly RunEvent[]) => void) | undefined
  /** The output a run would take. Undefined without values to try. */
  result?: { label: string; output: string } | undefined
}

/** *Try it*: values typed or copied from a past run, and the output they select. */
export function ConditionTry({ children, onPastRun, result }: Props) {
  const { canvasFields } = useTexts()
  return (
    <section className="condition-try line-above" aria-label={canvasFields.tryIt}>
      <header className="row wraps spread gap-8">
        <h3>{canvasFields.tryIt}</h3>
        {onPastRun && <PastRuns onChosen={onPastRun} />}
      </header>
      {children}
      <p role="status">
        {result && (
          <>
            {result.label}{' '}
            <span className="condition-way semibold round-4 backdrop-success text-success-soft">
              {result.output}
            </span>
          </>
        )}
      </p>
    </section>
  )
}

/** Renders nothing while the flow has no runs. */
function PastRuns({ onChosen }: { onChosen: (events: readonly RunEvent[]) => void }) {
  const { canvasFields } = useTexts()
  const { moment } = useFigures()
  const toasts = useToasts()
  const errorText = useErrorText()
  const { client } = trpc.useUtils()
  const [chosen, setChosen] = useState('')
  const flowId = useCanvas(({ saved }) => saved?.id)
  const list = trpc.runs.list.useQuery(
    { flowId: flowId ?? '', limit: MAX_RUNS },
    { enabled: flowId !== undefined, staleTime: 0 },
  )
  const runs = list.data?.runs ?? []
  if (runs.length === 0) {
    return null
  }

  async function choose(runId: string) {
    setChosen(runId)
    if (runId === '') {
      return
    }
    try {
      const { events } = await client.runs.trace.query({ runId })
      onChosen(events.map(({ event }) => event))
    } catch (error) {
      setChosen('')
      toasts.error(errorText(error))
    }
  }

  return (
    <select
      className="input-box past-runs text-primary surface outlined-strong at-most-full shrinks pad-0-8 body-13"
      aria-label={canvasFields.pastRuns}
      value={chosen}
      onChange={({ target }) => void choose(target.value)}
    >
      <option value="">{canvasFields.ownValues}</option>
      {runs.map(({ id, question, startedDate }) => (
        <option key={id} value={id}>
          {canvasFields.valuesOfRun(moment(startedDate), question.slice(0, QUESTION_LENGTH))}
        </option>
      ))}
    </select>
  )
}
