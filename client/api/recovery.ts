import type { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from './errors.ts'

const CHECK_MS = 2_000

const ping = async () => {
  const response = await fetch('/api/v1/ping', { cache: 'no-store' })
  return response.ok
}

type Options = { isReachable?: () => Promise<boolean>; checkMs?: number }

/**
 * After an outage, refetches the queries that failed because of it. React Query waits for the browser's online
 * event, which never fires when only the server was down. Returns a function that stops it.
 */
export function recoverFromOutages(
  client: QueryClient,
  { isReachable = ping, checkMs = CHECK_MS }: Options = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const check = async () => {
    const isBack = await isReachable().catch(() => false)
    timer = undefined
    if (isStopped) {
      return
    }
    if (isBack) {
      await client.refetchQueries({ predicate: ({ state }) => isUnreachable(state.error) })
    } else {
      schedule()
    }
  }
  function schedule(afterMs = checkMs) {
    timer ??= setTimeout(check, afterMs)
  }
  function checkNow() {
    if (timer !== undefined) {
      clearTimeout(timer)
      timer = undefined
      schedule(0)
    }
  }
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isUnreachable(event.action.error)) {
      schedule()
    }
  })
  addEventListener('online', checkNow)
  return () => {
    isStopped = true
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('online', checkNow)
  }
}
