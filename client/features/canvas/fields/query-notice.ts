import { toAppError } from '#client/api/errors.ts'
import type { ChoiceListProps } from '../popups/choice-list.tsx'

type Query = { data: unknown; isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }

/** What a list of choices says instead of choices: they are on their way, or could not be had. */
export function noticeOf(query: Query, loading: string): ChoiceListProps['notice'] {
  if (query.isError) {
    return { text: toAppError(query.error).message, bad: true, onRetry: () => void query.refetch() }
  }
  return query.isFetching && query.data === undefined ? { text: loading } : undefined
}
