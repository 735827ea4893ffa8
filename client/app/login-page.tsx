import { Navigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { paths } from './paths.ts'

/** An installation without accounts shows the registration of the first one. */
export function LoginPage() {
  const version = trpc.version.get.useQuery()
  return version.data?.hasUsers === false ? (
    <Navigate to={paths.register} replace />
  ) : (
    <LoginScreen registerPath={paths.register} />
  )
}
