import { useNavigate } from 'react-router'
import { logWarning } from '#client/api/log.ts'
import { endSession } from '#client/api/session.ts'
import { trpc } from '#client/api/trpc.ts'
import { paths } from './paths.ts'

/** Ends the session on the server, and locally even if that call fails. */
export function useSignOut() {
  const navigate = useNavigate()
  const logout = trpc.auth.logout.useMutation({
    onError: (error) => logWarning('The logout request failed.', error),
    onSettled: () => {
      endSession()
      navigate(paths.login, { replace: true })
    },
  })
  return () => logout.mutate()
}
