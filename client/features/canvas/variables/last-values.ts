import { useMemo } from 'react'
import type { Variable } from '#shared/variables.ts'
import { toldValue } from '../graph/variables-run.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** What variables were in the last run on this canvas; those of the house as they are now. */
export function useLastValues(house: readonly Variable[] | undefined): (name: string) => string | undefined {
  const told = useCanvas((state) => state.told)
  const flowId = useCanvas((state) => state.saved?.id)
  return useMemo(() => {
    const own = new Map(
      house?.filter(({ type }) => type === 'static').map(({ name, value }) => [`$vars.${name}`, value]),
    )
    return (name) =>
      own.get(name) ?? (name === '$flow.chatflowId' ? flowId : undefined) ?? toldValue(told, name)
  }, [told, house, flowId])
}
