import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { RunEvent, RunTrace } from '#shared/runs.ts'
import { useFigures } from '../run/use-figures.ts'
import { eventsOf } from '../run/use-node-run.ts'
import type { ShownRun } from '../store/run.ts'
import { TextDiff } from '../versions/text-diff.tsx'
import { compareTold } from './compare-told.ts'
import { tellOf } from './tell-node.ts'
import '../versions/versions.css'

type Props = { node: string; run: ShownRun; events: readonly RunEvent[] }

/** What went into a node and came out of it otherwise than in the run before. */
export function RunChanges({ node, run, events }: Props) {
  const { canvasRun } = useTexts()
  const before = trpc.runs.before.useQuery(
    { runId: run.id, nodeId: node },
    // What is past does not change.
    { enabled: !run.isLive && run.id !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  if (run.isLive) {
    return <p className="panel-empty">{canvasRun.notLive}</p>
  }
  return (
    <AsyncView query={before} errorTitle={canvasRun.runsFailed}>
      {(trace) =>
        trace ? (
          <Changes node={node} events={events} before={trace} />
        ) : (
          <p className="panel-empty">{canvasRun.noRunBefore}</p>
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
  const comparisons = compareTold(tellOf(past, canvasRun), tellOf(events, canvasRun))
  return (
    <div className="run-changes">
      <p>{canvasRun.comparedWith(moment(before.run.startedDate))}</p>
      {comparisons.length === 0 && <p className="panel-empty">{canvasRun.nothingChanged}</p>}
      {comparisons.map(({ key, title, fields }) => (
        <section key={key} aria-label={title}>
          <h4>{title}</h4>
          <dl>
            {fields.map(({ path, before: was, after }) => (
              <div key={path}>
                {path !== '' && <dt>{path}</dt>}
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
