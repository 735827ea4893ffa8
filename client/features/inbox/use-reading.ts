import { useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { ChatKey, Conversation, Thread } from '#shared/conversations.ts'
import { useInbox, useLiveInbox } from './live/inbox-context.tsx'
import { keyOf } from './live/inbox-store.ts'
import { matchesView } from './view/matches-view.ts'
import type { InboxView } from './view/use-inbox-view.ts'

const PAGE = 50
/** Read only by the store, which then knows more. */
const unstored = { staleTime: 0, gcTime: 0 } as const

/** Calls `read` when something may have been missed. */
function useWhenStale(stale: number, read: () => unknown) {
  const before = useRef(stale)
  useEffect(() => {
    if (before.current !== stale) {
      before.current = stale
      read()
    }
  }, [stale, read])
}

/** Reads the list in pages and puts it into the store. */
export function useConversations({ selection, sort }: Pick<InboxView, 'selection' | 'sort'>) {
  const { setList } = useLiveInbox()
  const query = trpc.inbox.list.useInfiniteQuery(
    { ...selection, sort, limit: PAGE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, ...unstored },
  )
  const { data, refetch } = query
  const first = useRef<unknown>(undefined)
  useEffect(() => {
    const pages = data?.pages
    if (pages) {
      // A first page that is the same object was not read again: a page was added.
      const isFirst = pages[0] !== first.current
      first.current = pages[0]
      const items = (isFirst ? pages : pages.slice(-1)).flatMap((page) => page.items)
      setList(items as Conversation[], { isFirst, fits: matchesView(selection), sort })
    }
  }, [data, selection, sort, setList])
  useWhenStale(
    useInbox(({ stale }) => stale),
    refetch,
  )
  return query
}

export function useStats({ stats }: Pick<InboxView, 'stats'>) {
  const query = trpc.inbox.stats.useQuery(stats, { staleTime: 0, refetchInterval: 60_000 })
  useWhenStale(
    useInbox(({ stale }) => stale),
    query.refetch,
  )
  return query.data
}

/** Reads the newest messages of a chat, and older ones on demand. */
export function useThread(chat: ChatKey) {
  const { setThread, store } = useLiveInbox()
  const utils = trpc.useUtils()
  const query = trpc.inbox.thread.useQuery({ ...chat, limit: PAGE }, unstored)
  const { data, refetch } = query
  useEffect(() => {
    if (data) {
      setThread(chat, data as Thread)
    }
  }, [chat, data, setThread])
  useWhenStale(
    useInbox(({ stale, staleThread }) => stale + staleThread),
    refetch,
  )

  async function loadOlder(limit = PAGE) {
    const [oldest] = store.getState().threads.get(keyOf(chat))?.messages ?? []
    if (oldest) {
      const older = await utils.inbox.thread.fetch({ ...chat, before: oldest.sequence, limit }, unstored)
      setThread(chat, older as Thread)
    }
  }

  return { ...query, loadOlder }
}
