import { useMemo } from 'react'
import { useUrlState } from '#client/components/use-url-state.ts'
import { isSound, type Preset, presets, rangeOf } from './range.ts'

export const pages = ['mine', 'prices', 'payments', 'cases'] as const
export type Page = (typeof pages)[number]
export const tabs = ['flow', 'model', 'movements', 'payments'] as const
export type Tab = (typeof tabs)[number]
export type Grouping = 'flow' | 'model'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export function useUsageView(today: string) {
  const { params, change } = useUrlState()

  const oneOf = <Value extends string>(name: string, values: readonly Value[], defaults: Value): Value =>
    values.find((value) => value === params.get(name)) ?? defaults
  const dayOf = (name: string) => {
    const day = params.get(name) ?? ''
    return dayPattern.test(day) && !Number.isNaN(Date.parse(day)) ? { [name]: day } : {}
  }

  const preset = oneOf<Preset>('range', presets, 'days30')
  const chosen = rangeOf(preset, today, { ...dayOf('from'), ...dayOf('to') })
  const { from, to } = chosen
  const isRangeSound = isSound(chosen)
  const flowId = params.get('flow') ?? undefined
  // The same object while the dates are equal: it is part of every query key.
  const range = useMemo(
    () => (isRangeSound ? { from, to } : rangeOf('days30', today, {})),
    [from, to, isRangeSound, today],
  )

  return {
    page: oneOf<Page>('page', pages, 'mine'),
    tab: oneOf<Tab>('tab', tabs, 'flow'),
    grouping: oneOf<Grouping>('by', ['flow', 'model'], 'flow'),
    isTable: params.get('as') === 'table',
    preset,
    chosen,
    isRangeSound,
    range,
    flowId,
    scope: { ...range, ...(flowId && { flowId }) },
    change,
  }
}
export type UsageView = ReturnType<typeof useUsageView>
