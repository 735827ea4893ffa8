import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { type Texts, useTexts } from '#client/texts/texts.tsx'

/** What a route says of itself. */
export type RouteHandle = { title: (texts: Texts) => string }

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

export function useTitle(): string | undefined {
  const texts = useTexts()
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined)
  return handles.findLast((handle) => handle?.title)?.title(texts)
}
