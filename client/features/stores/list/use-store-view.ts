import { useUrlState } from '#client/components/use-url-state.ts'
import type { DocumentStore } from '#shared/stores.ts'
import { isWorking, needsAction } from '../parts/next-step.ts'

export const filters = ['all', 'action', 'working', 'used'] as const
export type Filter = (typeof filters)[number]

export const fits: Record<Filter, (store: DocumentStore) => boolean> = {
  all: () => true,
  action: needsAction,
  working: ({ status }) => isWorking(status),
  used: ({ whereUsed }) => whereUsed.length > 0,
}

/** Search, filter and page live in the URL. */
export function useStoreView() {
  const { params, change } = useUrlState()
  return {
    query: params.get('q') ?? '',
    filter: filters.find((each) => each === params.get('filter')) ?? 'all',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    setQuery: (q: string) => change({ q, page: undefined }),
    setFilter: (filter: Filter) => change({ filter: filter === 'all' ? undefined : filter, page: undefined }),
    setPage: (page: number) => change({ page: page > 1 ? String(page) : undefined }),
    clear: () => change({ q: undefined, filter: undefined, page: undefined }),
  }
}
