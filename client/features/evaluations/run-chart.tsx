import { useTexts } from '#client/texts/texts.tsx'
import { type Evaluation, PASS_LINE } from '#shared/evaluations.ts'
import type { RankedRow } from './rank-rows.ts'
import { useFigures } from './use-figures.ts'
import { VersionTags } from './version-tags.tsx'

const HEIGHT = 160

/** The scores of each version as bars, row by row. Its twin is the table. */
export function RunChart({ run, rows }: { run: Evaluation; rows: readonly RankedRow[] }) {
  const { evaluations: texts } = useTexts()
  const { score } = useFigures()
  return (
    <figure className="evaluation-chart">
      <figcaption>{texts.chartText}</figcaption>
      {run.versions.map((version, column) => (
        <div key={version.id}>
          <span className="evaluation-chart-head">
            <VersionTags version={version} /> <b>{version.mean === null ? '–' : score(version.mean)}</b>
          </span>
          <svg
            role="img"
            aria-label={`${texts.nameOfVersion(version)}: ${texts.chart}`}
            viewBox={`0 0 ${Math.max(1, rows.length) * 10} ${HEIGHT}`}
            preserveAspectRatio="none"
            height={HEIGHT}
            width="100%"
          >
            {rows.map(({ number, results }, place) => {
              const height = Math.max(2, (results[column]?.score ?? 0) * HEIGHT)
              return (
                <rect
                  key={number}
                  data-low={(results[column]?.score ?? 0) < PASS_LINE}
                  x={place * 10 + 1}
                  y={HEIGHT - height}
                  width={8}
                  height={height}
                />
              )
            })}
            {version.mean !== null && (
              <line
                x1={0}
                x2={rows.length * 10}
                y1={HEIGHT * (1 - version.mean)}
                y2={HEIGHT * (1 - version.mean)}
              />
            )}
          </svg>
        </div>
      ))}
    </figure>
  )
}
