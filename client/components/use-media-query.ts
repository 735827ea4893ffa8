import { useCallback, useSyncExternalStore } from 'react'

/** Breakpoints of the theme, for decisions CSS cannot make. */
export const wideScreen = '(min-width: 1200px)'
export const phoneScreen = '(max-width: 599px)'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
