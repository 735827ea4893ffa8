import { useSearchParams } from 'react-router'
import type { FlowSummary } from '#shared/flows.ts'
import { tagsOf } from './arrange-flows.ts'

export const flowStates = ['none', 'ahead', 'never'] as const
type State = (typeof flowStates)[number]

export type FlowFilter = {
  query: string
  state: State | undefined
  isPublic: boolean
  tag: string | undefined
}

const stateNames: Record<State, string> = { none: 'published', ahead: 'changed', never: 'draft' }

export function useFlowFilter(): [FlowFilter, (changes: Partial<FlowFilter>) => void, () => void] {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)

  const change = (changes: Partial<FlowFilter>) =>
    setSearch((now) => writeFilter(now, { ...readFilter(now), ...changes }), { replace: true })
  const clear = () => change({ query: '', state: undefined, isPublic: false, tag: undefined })
  return [filter, change, clear]
}

function readFilter(search: URLSearchParams): FlowFilter {
  return {
    query: search.get('q') ?? '',
    state: flowStates.find((state) => stateNames[state] === search.get('state')),
    isPublic: search.get('public') === '1',
    tag: search.get('tag') ?? undefined,
  }
}

function writeFilter(before: URLSearchParams, { query, state, isPublic, tag }: FlowFilter) {
  const search = new URLSearchParams(before)
  const values = { q: query, state: state && stateNames[state], public: isPublic ? '1' : '', tag }
  for (const [name, value] of Object.entries(values)) {
    value ? search.set(name, value) : search.delete(name)
  }
  return search
}

export function isFiltered({ state, isPublic, tag }: FlowFilter) {
  return state !== undefined || isPublic || tag !== undefined
}

/** The list itself searches names and tags. */
export function filterFlows(flows: readonly FlowSummary[], { state, isPublic, tag }: FlowFilter) {
  return flows.filter(
    (flow) =>
      (state === undefined || flow.draft === state) &&
      (!isPublic || flow.isPublic) &&
      (tag === undefined || tagsOf(flow.category).includes(tag)),
  )
}

export function allTags(flows: readonly FlowSummary[], language: string) {
  const tags = new Set(flows.flatMap(({ category }) => tagsOf(category)))
  return [...tags].toSorted((a, b) => a.localeCompare(b, language))
}
