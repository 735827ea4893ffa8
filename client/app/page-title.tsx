import { createContext, type RefObject, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Texts, useTexts } from '#client/texts/texts.tsx'

/** Limited to texts loaded on every route, including redirects to sign-in. */
export type Title = (texts: Pick<Texts, 'shell'>) => string

export type RouteHandle = { title: Title }

/** The handle of the current route, provided by the router so that screens need not import the routes. */
export const HandleContext = createContext<RouteHandle | undefined>(undefined)

export function useTitle(): string | undefined {
  return use(HandleContext)?.title(useTexts())
}

/**
 * The document title follows the route; screens with a more specific title, such as a flow's name, may override
 * it.
 */
export function useDocumentTitle() {
  const { common } = useTexts()
  const title = useTitle()
  useEffect(() => {
    document.title = title ? `${title} · ${common.product}` : common.product
  }, [title, common.product])
}

type Arrived = { before: RefObject<string>; onArrive: (title: string) => void }

/**
 * Mounted with the screen, so that it runs once a lazy screen has loaded: moves the focus to the content and
 * announces the title. Skipped on the first page, which the browser announces itself.
 */
export function Arrival({ before, onArrive }: Arrived) {
  const { pathname } = useLocation()
  const title = useTitle()

  useEffect(() => {
    if (before.current !== pathname) {
      before.current = pathname
      // A menu or dialog opened while the screen loads keeps the focus: a menu closes when it loses it.
      if (!document.activeElement?.closest('[role="menu"], [role="dialog"]')) {
        document.getElementById('main')?.focus({ preventScroll: true })
      }
      scrollTo(0, 0)
      onArrive(title ?? '')
    }
  }, [pathname, title, before, onArrive])
  return null
}
