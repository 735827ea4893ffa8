import { logWarning } from './log.ts'
import { endImpersonation } from './session.ts'
import { trpc } from './trpc.ts'

/** Tells the server, and goes back whatever it says: its clock ends the impersonation anyway. The page is loaded anew. */
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
