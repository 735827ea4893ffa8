import { useMemo, useSyncExternalStore } from 'react'
import { onStorageChange, readStored } from '#client/components/use-storage.ts'
import { readTarget } from './impersonation.ts'
import { parseUser, readToken, type StoredUser } from './session.ts'
import { onNeedsSetup, readNeedsSetup } from './step-up.ts'
import { trpc } from './trpc.ts'

/** Impersonation swaps token and user within one tab, where the browser's own event stays silent (specification §4). */
function onSessionChange(listener: () => void) {
  const stop = onStorageChange(listener)
  addEventListener('impersonation-change', listener)
  return () => {
    stop()
    removeEventListener('impersonation-change', listener)
  }
}

export function useToken(): string | undefined {
  return useSyncExternalStore(onSessionChange, readToken)
}

/** Whether the server lets this session do nothing but set up a second factor. */
export function useNeedsSetup(): boolean {
  return useSyncExternalStore(onNeedsSetup, readNeedsSetup)
}

/** Signed in, but nobody can say as whom: without rights. */
const nobody: StoredUser = { username: '', role: 'USER' }

/** Who is signed in: the stored user, or the server's word when none is stored. Undefined until that is known. */
export function useUser(): StoredUser | undefined {
  const text = useSyncExternalStore(onSessionChange, () => readStored('user'))
  const stored = useMemo(() => parseUser(text), [text])
  const token = useToken()
  const me = trpc.auth.me.useQuery(undefined, { enabled: stored === 'missing' && token !== undefined })

  if (typeof stored === 'object') {
    return stored
  }
  return stored === 'unreadable' || me.isError ? nobody : me.data
}

/** Cosmetic: what a menu shows. The server decides what may be done. */
export function useIsAdmin(): boolean {
  return useUser()?.role === 'ADMIN'
}

/** Through whose eyes an admin looks, in this tab or in another one; undefined when nobody does. */
export function useImpersonated(): StoredUser | undefined {
  const text = useSyncExternalStore(onSessionChange, readTarget)
  const target = useMemo(() => parseUser(text), [text])
  const token = useToken()
  const me = trpc.auth.me.useQuery(undefined, { enabled: token !== undefined })
  if (typeof target === 'object') {
    return target
  }
  return me.data?.impersonator ? me.data : undefined
}
