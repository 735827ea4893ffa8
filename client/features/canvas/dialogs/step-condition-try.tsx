import { useTexts } from '#client/texts/texts.tsx'
import { valuesOfRun } from '../graph/run-values.ts'
import { isQuestion, type StepRow, shortVariable, variablesOf } from '../graph/step-condition.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { PastRuns } from './past-runs.tsx'

type Props = {
  rows: readonly StepRow[]
  names: readonly string[]
  values: Readonly<Record<string, string>>
  deciding: number | undefined | null
  onChange: (values: Record<string, string>) => void
}

/** What the conditions decide with values somebody types. The question of the last run is filled in. */
export function StepConditionTry({ rows, names, values, deciding, onChange }: Props) {
  const { agent, canvasFields } = useTexts()
  const words = agent.condition
  const asked = useCanvas(({ told }) => told.question)
  const variables = variablesOf(rows)
  const known = variables.find(isQuestion)
  return (
    <section className="step-try" aria-label={canvasFields.tryIt}>
      <header>
        <h3>{canvasFields.tryIt}</h3>
        {variables.length > 0 && (
          <PastRuns onChosen={(events) => onChange({ ...values, ...valuesOfRun(events, variables) })} />
        )}
      </header>
      {variables.length === 0 && <p className="panel-help">{words.noVariables}</p>}
      <div className="step-try-values">
        {variables.map((variable) => (
          <label key={variable}>
            {shortVariable(variable)}
            <input
              aria-label={words.valueOf(shortVariable(variable))}
              value={values[variable] ?? ''}
              onChange={({ target }) => onChange({ ...values, [variable]: target.value })}
            />
          </label>
        ))}
      </div>
      {known !== undefined && asked && <p className="panel-help">{words.lastQuestion}</p>}
      <p role="status">
        {deciding !== null && (
          <>
            {words.goesTo}{' '}
            <span className="condition-way">
              {deciding === undefined ? words.else : names[deciding] || words.columns.output}
            </span>
          </>
        )}
      </p>
    </section>
  )
}
