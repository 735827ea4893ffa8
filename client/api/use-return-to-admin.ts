import { logWarning } from './log.ts'
import { endImpersonation } from './session.ts'
import { trpc } from './trpc.ts'

/**
 * Restores the admin even if the server call fails: the impersonation expires on the server anyway. Reloads the
 * page.
 */
export function useReturnToAdmin() {
  const end = trpc.auth.endImpersonation.useMutation({
    onError: (error) => logWarning('The server did not hear of the end of the impersonation.', error),
    onSettled: () => {
      endImpersonation()
      location.reload()
    },
  })
  return { returnToAdmin: () => end.mutate(), isReturning: end.isPending }
}
