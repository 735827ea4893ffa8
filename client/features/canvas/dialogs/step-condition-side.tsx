import { GitBranch, Info } from 'lucide-react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Graph } from '../graph/flow-graph.ts'
import { valuesOfRun } from '../graph/run-values.ts'
import { isQuestion, type StepRow, shortVariable, targetOf, variablesOf } from '../graph/step-condition.ts'
import { ConnectTo } from '../inspector/inspector.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { ConditionTry } from './condition-try.tsx'

type Props = {
  graph: Graph
  node: string
  label: string
  rows: readonly StepRow[]
  names: readonly string[]
  /** Number of stored rows; the output of everything else follows them. */
  stored: number
  deciding: number | undefined | null
}

export function StepConditionSide({ graph, node, label, rows, names, stored, deciding }: Props) {
  const { agent, canvasFields } = useTexts()
  const words = agent.condition
  const outputs = [
    ...rows.map(({ was, key }, place) => ({
      key: was === undefined ? `new${key}` : String(was),
      name: names[place] || canvasFields.unnamed,
      was,
      isDeciding: deciding === place,
    })),
    { key: 'else', name: words.else, was: stored, isDeciding: deciding === undefined },
  ].map((output) => {
    const target = output.was === undefined ? undefined : targetOf(graph, node, output.was)
    return { ...output, target: target && (graph.nodes.get(target)?.data.label || target) }
  })
  const loose = outputs.filter(({ target }) => target === undefined)

  return (
    <>
      <h3>{words.onTheCard}</h3>
      <div className="step-condition-card surface outlined round-md margin-bottom-20" aria-hidden="true">
        <header className="row gap-8 line-18 breaks-anywhere">
          <GitBranch size={16} />
          <strong>{label}</strong>
        </header>
        {outputs.map(({ key, name, isDeciding }) => (
          <p
            className="line-above at-end row gap-8 line-18 breaks-anywhere text-right"
            key={key}
            data-deciding={isDeciding || undefined}
          >
            {name}
            <KindGlyph kind="agent" size={12} silent />
          </p>
        ))}
      </div>
      <h3>{words.leads}</h3>
      <dl className="step-leads" aria-live="polite">
        {outputs.map(({ key, name, was, target }) => (
          <div className="flex spread gap-12 text-13 line-18" key={key}>
            <dt className="shrinks breaks-anywhere text-secondary">{name}</dt>
            <dd className="medium text-right" data-loose={target === undefined || undefined}>
              {target ??
                (was === undefined ? (
                  words.nowhere
                ) : (
                  <ConnectTo label={name} end={{ node, handle: `${node}-output-${was}`, side: 'out' }} />
                ))}
            </dd>
          </div>
        ))}
      </dl>
      {loose.map(({ key, name }) => (
        <p
          key={key}
          className="step-loose flex gap-10 text-13 line-18 text-secondary backdrop-level1 round-6"
          role="note"
        >
          <Info size={16} aria-hidden="true" />
          {words.leadsNowhere(name)}
        </p>
      ))}
    </>
  )
}

type TryProps = {
  rows: readonly StepRow[]
  names: readonly string[]
  values: Readonly<Record<string, string>>
  deciding: number | undefined | null
  onChange: (values: Record<string, string>) => void
}

/** Tries the conditions. Starts with the question of the last run. */
export function TryStepCondition({ rows, names, values, deciding, onChange }: TryProps) {
  const { agent } = useTexts()
  const words = agent.condition
  const requested = useCanvas(({ reported }) => reported.question)
  const variables = variablesOf(rows)
  const known = variables.find(isQuestion)
  return (
    <ConditionTry
      onPastRun={
        variables.length > 0
          ? (events) => onChange({ ...values, ...valuesOfRun(events, variables) })
          : undefined
      }
      result={
        deciding === null
          ? undefined
          : {
              label: words.goesTo,
              output: deciding === undefined ? words.else : names[deciding] || words.columns.output,
            }
      }
    >
      {variables.length === 0 && (
        <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">{words.noVariables}</p>
      )}
      <div className="condition-try-values grid gap-12">
        {variables.map((variable) => (
          <label className="grid gap-4 shrinks text-12 line-16 text-secondary breaks-anywhere" key={variable}>
            {shortVariable(variable)}
            <input
              className="input-box text-primary surface outlined-strong at-most-full shrinks pad-0-8 body-13 full-width"
              aria-label={words.valueOf(shortVariable(variable))}
              value={values[variable] ?? ''}
              onChange={({ target }) => onChange({ ...values, [variable]: target.value })}
            />
          </label>
        ))}
      </div>
      {known !== undefined && requested && (
        <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0">{words.lastQuestion}</p>
      )}
    </ConditionTry>
  )
}
