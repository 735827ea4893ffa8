import './inside.css'
import { useQueryClient } from '@tanstack/react-query'
import { setNeedsSetup } from '#client/api/step-up.ts'
import { SetUpScreen } from '#client/features/account/security/set-up-screen.tsx'
import { StepUpHost } from './overlays/step-up-host.tsx'
import { useSignOut } from './use-sign-out.ts'

export function SetUpPage() {
  const queryClient = useQueryClient()
  const signOut = useSignOut()

  function finish() {
    setNeedsSetup(false)
    void queryClient.resetQueries()
  }
  return (
    <>
      <StepUpHost />
      <SetUpScreen onDone={finish} onSignOut={signOut} />
    </>
  )
}
