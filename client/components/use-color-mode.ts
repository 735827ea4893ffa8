import { useEffect } from 'react'
import { useMediaQuery } from './use-media-query.ts'
import { useStorage } from './use-storage.ts'

/**
 * Dark or light: as chosen (`isDarkMode`), else as the system says. The same rule stands in public/theme-init.js, which
 * applies it before the first paint.
 */
export function useColorMode() {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [isDark, setDark] = useStorage('isDarkMode', systemIsDark)

  useEffect(() => {
    document.documentElement.setAttribute('data-joy-color-scheme', isDark ? 'dark' : 'light')
  }, [isDark])

  return [isDark, setDark] as const
}
