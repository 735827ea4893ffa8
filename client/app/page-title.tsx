import { createContext, type RefObject, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Texts, useTexts } from '#client/texts/texts.tsx'

/** In words that are there at every address, also while somebody is only on his way to signing in. */
export type Title = (texts: Pick<Texts, 'shell'>) => string

/** What a route says of itself. */
export type RouteHandle = { title: Title }

/** The handle of the route shown: given by the one who knows the routes, so that screens need not. */
export const HandleContext = createContext<RouteHandle | undefined>(undefined)

export function useTitle(): string | undefined {
  return use(HandleContext)?.title(useTexts())
}

/** The tab's title follows the route; screens that know more (a flow's name) may write over it. */
export function useDocumentTitle() {
  const { common } = useTexts()
  const title = useTitle()
  useEffect(() => {
    document.title = title ? `${title} · ${common.product}` : common.product
  }, [title, common.product])
}

type Arrived = { before: RefObject<string>; onArrive: (title: string) => void }

/**
 * Stands beside the screen, so that it comes with it also when the screen had to be fetched: the focus then goes to the
 * content, as it would on a new page, and the title is said. Not at the first page, which the browser announces itself.
 */
export function Arrival({ before, onArrive }: Arrived) {
  const { pathname } = useLocation()
  const title = useTitle()

  useEffect(() => {
    if (before.current !== pathname) {
      before.current = pathname
      // Whoever opened a menu or a dialog while the screen was fetched is in it now: a menu left by the focus closes.
      if (!document.activeElement?.closest('[role="menu"], [role="dialog"]')) {
        document.getElementById('main')?.focus({ preventScroll: true })
      }
      scrollTo(0, 0)
      onArrive(title ?? '')
    }
  }, [pathname, title, before, onArrive])
  return null
}
