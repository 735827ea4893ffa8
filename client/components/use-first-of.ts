import { useEffect, useId, useSyncExternalStore } from 'react'

const holders = new Map<string, readonly string[]>()
const listeners = new Set<() => void>()

function hold(cause: string, ids: readonly string[]) {
  holders.set(cause, ids)
  for (const listener of listeners) {
    listener()
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Of several components with the same error cause, only the first mounted one reports it. */
export function useFirstOf(cause: string | undefined): boolean {
  const id = useId()
  useEffect(() => {
    if (cause !== undefined) {
      hold(cause, [...(holders.get(cause) ?? []), id])
      return () =>
        hold(
          cause,
          (holders.get(cause) ?? []).filter((each) => each !== id),
        )
    }
  }, [cause, id])
  const first = useSyncExternalStore(subscribe, () => (cause === undefined ? id : holders.get(cause)?.[0]))
  return first === id
}
