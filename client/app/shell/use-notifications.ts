import { useCallback } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useImpersonated, useToken } from '#client/api/use-session.ts'
import type { Notification } from '#shared/notifications.ts'

const REFRESH_MS = 60_000
const none: Notification[] = []

/** Server notifications of this user. An impersonating admin does not mark them as read. */
export function useNotifications() {
  const isSignedIn = useToken() !== undefined
  const isImpersonating = useImpersonated() !== undefined
  const utils = trpc.useUtils()
  const { data } = trpc.notifications.list.useQuery(undefined, {
    enabled: isSignedIn,
    refetchInterval: REFRESH_MS,
  })
  const { mutate } = trpc.notifications.markRead.useMutation({
    onSettled: () => utils.notifications.list.invalidate(),
  })
  const markRead = useCallback(() => {
    if (!isImpersonating) {
      mutate({})
    }
  }, [mutate, isImpersonating])
  return {
    items: isSignedIn && data ? data.items : none,
    unread: isSignedIn && data ? data.unread : 0,
    markRead,
  }
}
