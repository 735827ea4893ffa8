import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { RunEvent, RunTrace } from '#shared/runs.ts'
import { TextDiff } from '../draft/draft.ts'
import { eventsOf } from '../run/run.ts'
import type { ShownRun } from '../store/run.ts'
import { useFigures } from '../store/use-figures.ts'
import { type Reported, reportLoss } from './report-node.ts'
import '../versions/versions.css'

type Props = { node: string; run: ShownRun; events: readonly RunEvent[] }

/** Differences between a node's inputs and outputs in this run and the previous one. */
export function RunChanges({ node, run, events }: Props) {
  const { canvasRun } = useTexts()
  const before = trpc.runs.before.useQuery(
    { runId: run.id, nodeId: node },
    // Past runs do not change.
    { enabled: !run.isLive && run.id !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  if (run.isLive) {
    return <p className="panel-empty text-tertiary">{canvasRun.notLive}</p>
  }
  return (
    <AsyncView query={before} errorTitle={canvasRun.runsFailed}>
      {(trace) =>
        trace ? (
          <Changes node={node} events={events} before={trace} />
        ) : (
          <p className="panel-empty text-tertiary">{canvasRun.noRunBefore}</p>
        )
      }
    </AsyncView>
  )
}

function Changes({ node, events, before }: Pick<Props, 'node' | 'events'> & { before: RunTrace }) {
  const { canvasRun } = useTexts()
  const { moment } = useFigures()
  const past = eventsOf(
    before.events.map(({ event }) => event),
    node,
  )
  const comparisons = compareReports(reportLoss(past, canvasRun), reportLoss(events, canvasRun))
  return (
    <div className="run-changes stack gap-16">
      <p className="text-13">{canvasRun.comparedWith(moment(before.run.startedDate))}</p>
      {comparisons.length === 0 && (
        <p className="panel-empty text-13 text-tertiary">{canvasRun.nothingChanged}</p>
      )}
      {comparisons.map(({ key, title, fields }) => (
        <section key={key} aria-label={title}>
          <h4>{title}</h4>
          <dl className="backdrop-level1 round-6">
            {fields.map(({ path, before: was, after }) => (
              <div key={path}>
                {path !== '' && <dt className="breaks-anywhere code-12 text-secondary">{path}</dt>}
                <dd>
                  <TextDiff before={was} after={after} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** One place where two values differ, as text; '' where there was nothing. */
type FieldChange = { path: string; before: string; after: string }
export type Comparison = { key: string; title: string; fields: FieldChange[] }

/** Inputs and outputs that differ from the previous run, by value with the positions of the differences. */
export function compareReports(before: Reported, after: Reported): Comparison[] {
  const past = byTitle(before)
  const now = byTitle(after)
  return [...new Set([...now.keys(), ...past.keys()])].flatMap((key) => {
    const [was, is] = [past.get(key), now.get(key)]
    const fields = compareValues(was?.value, is?.value)
    return fields.length > 0 ? [{ key, title: (is ?? was)?.title ?? key, fields }] : []
  })
}

/** Values of the same title are compared in order. */
function byTitle({ parts }: Reported) {
  const counts = new Map<string, number>()
  return new Map(
    parts.map((part) => {
      const count = (counts.get(part.title) ?? 0) + 1
      counts.set(part.title, count)
      return [`${part.title} ${count}`, part] as const
    }),
  )
}

function compareValues(before: unknown, after: unknown): FieldChange[] {
  const was = new Map(leavesOf(before))
  const is = new Map(leavesOf(after))
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? '', after: is.get(path) ?? '' }))
    .filter((field) => field.before !== field.after)
}

/** Every text, number and boolean of a value by its path; lists count from one. */
function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (value === undefined || value === null) {
    return []
  }
  if (typeof value !== 'object') {
    return [[path.join(' › '), String(value)]]
  }
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? String(Number(name) + 1) : name]),
  )
}
