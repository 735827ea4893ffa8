import { useMemo } from 'react'
import { useUrlState } from '#client/components/use-url-state.ts'
import { DAY_MS } from '#shared/dates.ts'
import { runStates } from '#shared/runs.ts'

const tabs = ['all', 'waiting'] as const
export const spans = { today: 1, week: 7, month: 30 } as const
export type Span = keyof typeof spans

export function useListView() {
  const { params, change } = useUrlState()
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name))

  const state = oneOf('state', runStates)
  const span = oneOf('since', Object.keys(spans) as Span[])
  const flowId = params.get('flow') ?? undefined
  const sessionId = params.get('session') || undefined
  // The same date while the span is: it is part of every query key.
  const from = useMemo(
    () => (span ? new Date(Date.now() - spans[span] * DAY_MS).toISOString() : undefined),
    [span],
  )
  return {
    tab: oneOf('tab', tabs) ?? 'all',
    waitKey: params.get('wait') ?? undefined,
    ...{ state, span, flowId, sessionId },
    filter: { ...(flowId && { flowId }), ...(sessionId && { sessionId }), ...(from && { from }) },
    isFiltered: Boolean(state || span || flowId || sessionId),
    change,
    clear: () => change({ state: undefined, since: undefined, flow: undefined, session: undefined }),
  }
}
export type ListView = ReturnType<typeof useListView>
