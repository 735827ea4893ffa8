import { useMemo } from 'react'
import { useUrlState } from '#client/components/use-url-state.ts'
import { ALL_FLOWS } from '#shared/all-flows.ts'
import { type ChatKey, type ConversationFilter, listSorts } from '#shared/conversations.ts'
import { DAY_MS } from '#shared/dates.ts'
import { type Rating, ratings } from '#shared/feedback.ts'
import type { Selection } from './matches-view.ts'

export const filters = [
  'all',
  'requested',
  'unread',
  'ai_off',
  'operator',
  'lead',
  'negative',
  'failed',
] as const satisfies readonly ConversationFilter[]
export const ranges = ['today', 'week', 'month', 'custom'] as const
type Range = (typeof ranges)[number]

const names = [
  'messages',
  'chat',
  'in',
  'tab',
  'sort',
  'filter',
  'platform',
  'rating',
  'range',
  'from',
  'to',
  'q',
]
const DAYS = { today: 1, week: 7, month: 30 } as const

/** What the inbox shows, in the address: a view survives a reload and can be shared. */
export function useInboxView() {
  const { params, change } = useUrlState()
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name))
  const textOf = (name: string) => params.get(name) || undefined
  const scope = params.get('messages') ?? ALL_FLOWS
  const flowId = scope === ALL_FLOWS ? undefined : scope
  const chatId = textOf('chat')
  const chatFlow = flowId ?? textOf('in')
  const range = oneOf('range', ranges) ?? 'month'
  const filter = oneOf('filter', filters) ?? 'all'
  const rating = oneOf('rating', ratings)
  const platform = textOf('platform')
  const search = textOf('q')
  const sort = oneOf('sort', listSorts) ?? 'newest'
  const from = textOf('from')
  const to = textOf('to')

  const chat = useMemo(
    () => (chatId !== undefined && chatFlow !== undefined ? { flowId: chatFlow, chatId } : undefined),
    [chatId, chatFlow],
  )
  // The same object while the view is the same: it is part of every query key.
  const period = useMemo(() => periodOf(range, from, to), [range, from, to])
  const selection = useMemo(
    () => toSelection({ flowId, filter, rating, platform, search, period }),
    [flowId, filter, rating, platform, search, period],
  )
  const stats = useMemo(() => toStats({ flowId, platform, period }), [flowId, platform, period])

  return {
    ...{
      scope,
      flowId,
      chat,
      range,
      from,
      to,
      filter,
      rating,
      platform,
      search,
      sort,
      selection,
      stats,
      change,
    },
    tab: oneOf('tab', ['leads']) ?? 'inbox',
    isFiltered: Boolean(filter !== 'all' || rating || platform || search || range !== 'month'),
    open: (opened: ChatKey | undefined) =>
      change({ chat: opened?.chatId, in: flowId ? undefined : opened?.flowId }),
    clear: () =>
      change(Object.fromEntries(names.slice(names.indexOf('filter')).map((name) => [name, undefined]))),
    close: () => change(Object.fromEntries(names.map((name) => [name, undefined]))),
  }
}
export type InboxView = ReturnType<typeof useInboxView>

type Period = { startDate: string; endDate?: string }

/** Product spec: the last month by default. Without an end, new messages belong to it. */
function periodOf(range: Range, from: string | undefined, to: string | undefined): Period {
  if (range === 'custom' && from && to && !Number.isNaN(Date.parse(from) + Date.parse(to))) {
    return {
      startDate: new Date(`${from}T00:00`).toISOString(),
      endDate: new Date(`${to}T23:59:59.999`).toISOString(),
    }
  }
  if (range === 'today') {
    return { startDate: new Date(new Date().setHours(0, 0, 0, 0)).toISOString() }
  }
  const days = DAYS[range === 'custom' ? 'month' : range]
  return { startDate: new Date(Date.now() - days * DAY_MS).toISOString() }
}

type Chosen = {
  flowId: string | undefined
  filter: ConversationFilter
  rating: Rating | undefined
  platform: string | undefined
  search: string | undefined
  period: Period
}

function toSelection({ flowId, filter, rating, platform, search, period }: Chosen): Selection {
  return {
    ...{ filter, ...period },
    ...(flowId && { flowId }),
    ...(rating && { rating }),
    ...(platform && { platforms: [platform] }),
    ...(search && { search }),
  }
}

function toStats({ flowId, platform, period }: Pick<Chosen, 'flowId' | 'platform' | 'period'>) {
  return { ...period, ...(flowId && { flowId }), ...(platform && { platforms: [platform] }) }
}
