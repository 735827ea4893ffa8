import { Navigate } from 'react-router'
import { useToken } from '#client/api/use-session.ts'
import { LaterScreen } from './later-screen.tsx'
import { paths } from './paths.ts'

/** For everybody; who is signed in has a screen of his own. */
export function PublicBilling() {
  return useToken() ? (
    <Navigate to={paths.app('usage-billing')} replace />
  ) : (
    <LaterScreen title={({ shell }) => shell.menu.usageBilling} text="publicBilling" />
  )
}
