import { useMemo, useSyncExternalStore } from 'react'
import { onStorageChange, readStored } from '#client/components/use-storage.ts'
import { readTarget } from './impersonation.ts'
import { parseUser, readToken, type StoredUser } from './session.ts'
import { onNeedsSetup, readNeedsSetup } from './step-up.ts'
import { trpc } from './trpc.ts'

/** Impersonation swaps token and user within one tab, where the browser fires no `storage` event. */
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

/** True while the server lets this session only set up a second factor. */
export function useNeedsSetup(): boolean {
  return useSyncExternalStore(onNeedsSetup, readNeedsSetup)
}

/** Signed in with an unreadable user: no rights. */
const nobody: StoredUser = { username: '', role: 'USER' }

/** The stored user, or the server's if none is stored. Undefined while loading. */
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

/** Only for display: the server enforces permissions. */
export function useIsAdmin(): boolean {
  return useUser()?.role === 'ADMIN'
}

/** The user an admin impersonates, in this tab or another one. Undefined without impersonation. */
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
