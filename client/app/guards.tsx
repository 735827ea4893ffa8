import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { logWarning } from '#client/api/log.ts'
import { forgetPath, rememberedPath, rememberPath } from '#client/api/session.ts'
import { useImpersonated, useNeedsSetup, useToken } from '#client/api/use-session.ts'
import { lazily, whenOpened } from '#client/components/on-demand.tsx'
import { AllTexts, CanvasTexts } from '#client/texts/texts.tsx'
import { paths } from './paths.ts'

// Fetched after sign-in, so the sign-in page stays small.
const Overlays = lazily(async () => (await import('./overlays/overlays.tsx')).Overlays)
const ImpersonationBanner = lazily(
  async () => (await import('./shell/impersonation-banner.tsx')).ImpersonationBanner,
)

const SetUpPage = whenOpened(async () => (await import('./set-up-page.tsx')).SetUpPage)

/** Redirects to sign-in without a token and stores the requested path for afterwards. */
export function RequireSession() {
  const { pathname, search } = useLocation()
  const isSignedIn = useToken() !== undefined
  const needsSetup = useNeedsSetup()
  const [beganSignedIn] = useState(isSignedIn)

  useEffect(() => {
    if (isSignedIn) {
      forgetPath()
    }
  }, [isSignedIn])

  if (isSignedIn && needsSetup) {
    return <SetUpPage />
  }
  if (isSignedIn) {
    return (
      <Inside>
        <Outlet />
      </Inside>
    )
  }
  // Signing out must not restore the path. An expired session has already stored its own.
  return beganSignedIn ? <Navigate to={paths.login} replace /> : <ToLogin path={`${pathname}${search}`} />
}

/** Wraps every screen of signed-in users with texts, the impersonation banner and overlays. */
export function Inside({ children }: { children: ReactNode }) {
  return (
    <CanvasTexts>
      <Viewing />
      <Overlays>{children}</Overlays>
    </CanvasTexts>
  )
}

function Viewing() {
  return (
    useImpersonated() && (
      <AllTexts>
        <ImpersonationBanner />
      </AllTexts>
    )
  )
}

function ToLogin({ path }: { path: string }) {
  useEffect(() => {
    logWarning(`No session for ${path.split('?')[0]}; redirecting to sign-in.`)
    rememberPath(path)
  }, [path])
  return <Navigate to={paths.login} replace />
}

export function GuestOnly() {
  return useToken() ? <Navigate to={rememberedPath() ?? paths.home} replace /> : <Outlet />
}
