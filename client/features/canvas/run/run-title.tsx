import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { ShownRun } from '../store/run.ts'
import { useFigures } from './use-figures.ts'

/** Which run is shown: by the time it began. */
export function RunTitle({ run: { id, isLive } }: { run: ShownRun }) {
  const { canvasRun } = useTexts()
  const { time } = useFigures()
  const { data } = trpc.runs.get.useQuery({ runId: id }, { enabled: id !== '', retry: false })
  return (
    <span className="run-title" data-live={isLive || undefined}>
      {data ? canvasRun.run(time(data.startedDate)) : null}
    </span>
  )
}
