import { Suspense, useMemo, useRef, useState } from 'react'
import { matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router'
import { ErrorBoundary } from './error-screen.tsx'
import { Arrival, HandleContext, type RouteHandle, useDocumentTitle } from './page-title.tsx'

/** The screen of the current path. An error in a screen does not affect the rest of the page. */
export function Root({ routes }: { routes: RouteObject[] }) {
  const { pathname } = useLocation()
  const screen = useRoutes(routes)
  const before = useRef(pathname)
  const [arrivedAt, setArrivedAt] = useState('')
  const handle = useMemo(() => {
    const matches = matchRoutes(routes, pathname) ?? []
    return matches.findLast(({ route }) => route.handle)?.route.handle as RouteHandle | undefined
  }, [routes, pathname])

  return (
    <HandleContext value={handle}>
      <DocumentTitle />
      <p className="visually-hidden" aria-live="polite">
        {arrivedAt}
      </p>
      <ErrorBoundary key={pathname.split('/')[1] ?? ''}>
        <Suspense>
          {screen}
          <Arrival before={before} onArrive={setArrivedAt} />
        </Suspense>
      </ErrorBoundary>
    </HandleContext>
  )
}

function DocumentTitle() {
  useDocumentTitle()
  return null
}
