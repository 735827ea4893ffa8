import { useTexts } from '#client/texts/texts.tsx'
import {
  type EvaluatedVersion,
  type Evaluation,
  type EvaluationResult,
  PASS_LINE,
} from '#shared/evaluations.ts'
import { Interval } from './interval.tsx'
import type { RankedRow } from './rank-rows.ts'
import { useFigures } from './use-figures.ts'
import { VersionTags } from './version-tags.tsx'

type Props = {
  run: Evaluation
  rows: readonly RankedRow[]
  opened: number
  onOpen: (row: number) => void
}

/** Scores of every row and version. Columns carry mean, cost, time and the interval of the difference. */
export function RunMatrix({ run, rows, opened, onOpen }: Props) {
  const { evaluations: texts } = useTexts()
  const { total } = useFigures()
  const [base] = run.versions
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="evaluation-matrix" aria-label={texts.runName(run.number)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td>
              <b>{texts.meanOf(run.rowCount)}</b>
              {base && run.versions.length > 1 && <p>{texts.meanHelp(texts.nameOfVersion(base))}</p>}
            </td>
            {run.versions.map((version, place) => (
              <th key={version.id} scope="col">
                <ColumnHead version={version} isBase={place === 0 && run.versions.length > 1} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.number} aria-current={place === opened ? 'true' : undefined}>
              <th scope="row">
                <span className="evaluation-number">{row.number}</span>
                <button type="button" className="evaluation-open" onClick={() => onOpen(row.number)}>
                  {row.input}
                </button>
                {row.mustPass && <span className="evaluation-must">{texts.must}</span>}
              </th>
              {row.results.map((result, column) => (
                <td key={run.versions[column]?.id}>
                  <Cell result={result} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{texts.sortedBy(rows.length, run.rowCount)}</td>
            {run.versions.map(({ id, totalMicro, done }) => (
              <td key={id}>
                <b>{total(totalMicro)}</b> {texts.forAnswers(done)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function ColumnHead({ version, isBase }: { version: EvaluatedVersion; isBase: boolean }) {
  const { evaluations: texts } = useTexts()
  const { score, cost, seconds } = useFigures()
  const { mean, costMicro, medianMs, difference, modelName } = version
  return (
    <>
      <VersionTags version={version} />
      <span className="evaluation-model">{modelName}</span>
      <span className="evaluation-mean">
        <span>{mean === null ? '–' : score(mean)}</span>
        <span className="evaluation-figure">
          {cost(costMicro)} · {texts.seconds(seconds(medianMs))}
        </span>
      </span>
      {isBase && <span className="evaluation-note">{texts.base}</span>}
      {difference && <Interval difference={difference} version={texts.nameOfVersion(version)} />}
    </>
  )
}

function Cell({ result }: { result: EvaluationResult | undefined }) {
  const { evaluations: texts } = useTexts()
  const { score, cost, seconds } = useFigures()
  if (!result?.isDone) {
    return <span className="evaluation-pending">{texts.pending}</span>
  }
  const value = result.score ?? 0
  return (
    <span className="evaluation-cell" data-low={value < PASS_LINE}>
      <b>{score(value)}</b>
      <span className="evaluation-track" aria-hidden="true">
        <i style={{ width: `${value * 100}%` }} />
      </span>
      <span className="evaluation-figure">
        {cost(result.costMicro)} {texts.seconds(seconds(result.latencyMs))}
      </span>
    </span>
  )
}
