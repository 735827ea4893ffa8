import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { inputOf, type RunSpans, type Span } from './spans.ts'
import { useKind, wordsOf } from './timeline.tsx'

const columns = ['node', 'state', 'start', 'duration', 'input', 'output', 'model', 'retries', 'cost'] as const
type Column = (typeof columns)[number]
const figured: ReadonlySet<Column> = new Set(['start', 'duration', 'input', 'output', 'retries', 'cost'])

export function RunTable({ spans }: { spans: RunSpans }) {
  const { canvasRun } = useTexts()
  const { cost, count, duration } = useFigures()
  const [sort, setSort] = useState<{ column: Column; isDown: boolean }>({ column: 'start', isDown: false })
  const all = [...(spans.ending ? [spans.ending] : []), ...spans.parts]
  const sorted = all.toSorted(
    (one, other) =>
      compare(sortedBy(one, sort.column), sortedBy(other, sort.column)) * (sort.isDown ? -1 : 1),
  )
  const { tokens, costMicro, durationMs, retries } = spans
  return (
    <div className="run-table pad-0-8">
      <table className="full-width text-13 line-18">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                data-figure={figured.has(column) || undefined}
                aria-sort={sort.column === column ? (sort.isDown ? 'descending' : 'ascending') : undefined}
              >
                <button
                  className="plain-button inline-row gap-4 text-12 text-tertiary round-4 min-height-24"
                  type="button"
                  aria-label={canvasRun.sortBy(canvasRun.columns[column])}
                  onClick={() => setSort({ column, isDown: sort.column === column && !sort.isDown })}
                >
                  {canvasRun.columns[column]}
                  {sort.column === column && (sort.isDown ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((span) => (
            <Row key={span.key} span={span} durationMs={durationMs} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {canvasRun.total}
            </th>
            <td data-figure>{duration(durationMs)}</td>
            <td data-figure>{count(tokens.input)}</td>
            <td data-figure>{count(tokens.output)}</td>
            <td />
            <td data-figure>{retries > 0 ? count(retries) : ''}</td>
            <td data-figure data-testid="run-total">
              {cost(costMicro)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Row({ span, durationMs }: { span: Span; durationMs: number }) {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  const { cost, count, duration } = useFigures()
  const kind = useKind(span.nodeId)
  const { nodeId, state, startedAt, endedAt = durationMs, usage, costMicro, name, error, isRetry } = span
  const isCall = span.kind === 'model'
  return (
    <tr
      data-state={state}
      onMouseEnter={() => store.getState().light(nodeId)}
      onMouseLeave={() => store.getState().light(undefined)}
    >
      <td>
        <span className="run-cell-name inline-row gap-10">
          <KindGlyph kind={kind} silent />
          {wordsOf(span, canvasRun.uses)}
        </span>
      </td>
      <td title={error}>{canvasRun.states[state]}</td>
      <td data-figure>{duration(startedAt)}</td>
      <td data-figure>{duration(endedAt - startedAt)}</td>
      <td data-figure>{usage ? count(inputOf(usage)) : ''}</td>
      <td data-figure>{usage ? count(usage.output) : ''}</td>
      <td>{isCall ? name : ''}</td>
      <td data-figure>{isRetry ? count(1) : ''}</td>
      <td data-figure>
        {isCall && state !== 'reused' ? cost(costMicro) : state === 'reused' ? canvasRun.reused : ''}
      </td>
    </tr>
  )
}

function sortedBy(span: Span, column: Column): number | string {
  const { label, state, startedAt, endedAt = Number.POSITIVE_INFINITY, usage, name } = span
  const values: Record<Column, number | string> = {
    node: label,
    state,
    start: startedAt,
    duration: endedAt - startedAt,
    input: inputOf(usage),
    output: usage?.output ?? 0,
    model: span.kind === 'model' ? name : '',
    retries: span.isRetry ? 1 : 0,
    cost: span.costMicro,
  }
  return values[column]
}

function compare(one: number | string, other: number | string) {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other))
}
