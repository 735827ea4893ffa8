import { createContext, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { type Texts, useTexts } from '#client/texts/texts.tsx'

/** What a route says of itself. */
export type RouteHandle = { title: (texts: Texts) => string }

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

/** On a new screen the focus goes to its content, as it would on a new page. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) {
      shown.current = pathname
      document.getElementById('main')?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
  }, [pathname])
}
