import { Button, Skeleton } from '@mui/joy'
import { Play } from 'lucide-react'
import { Link } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { DatasetWithRows } from '#shared/datasets.ts'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { listOf } from './list-of.ts'
import { useFigures } from './use-figures.ts'

type Props = { set: DatasetWithRows; flowId: string; paths: EvaluationPaths; onRun: () => void }

/** The runs of a data set, newest first. */
export function RunsTab({ set, flowId, paths, onRun }: Props) {
  const { evaluations: texts } = useTexts()
  const { total } = useFigures()
  const runs = trpc.evaluations.of.useQuery({ datasetId: set.id })
  const start = (
    <Button startDecorator={<Play size={16} />} disabled={set.rows.length === 0} onClick={onRun}>
      {texts.runPlain}
    </Button>
  )
  return (
    <AsyncView query={runs} skeleton={<Skeleton variant="rectangular" height={120} />}>
      {(found) =>
        listOf(found).length === 0 ? (
          <EmptyState title={texts.noRuns} text={texts.noRunsText} action={start} />
        ) : (
          <ul className="evaluation-sets unlisted" aria-label={texts.tabs.runs(listOf(found).length)}>
            {listOf(found).map((run) => (
              <li key={run.id}>
                <Link to={paths.run(flowId, run.id)}>{texts.runName(run.number)}</Link>
                <span className="evaluation-tag">{texts.states[run.state]}</span>
                <span className="text-13 text-tertiary">
                  {texts.progress(run.done, run.total, total(run.spentMicro))}
                </span>
                <span className="text-13 text-tertiary">
                  <RelativeTime iso={run.createdDate} />
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </AsyncView>
  )
}
