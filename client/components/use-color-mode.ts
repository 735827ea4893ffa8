import { useEffect } from 'react'
import { useMediaQuery } from './use-media-query.ts'
import { useStorage, useStoredText, writeStored } from './use-storage.ts'

/**
 * Dark or light: `isDarkMode` if set, else the system preference. public/theme-init.js applies the same rule
 * before the first paint.
 */
export function useColorMode() {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [isDark, setDark] = useStorage('isDarkMode', systemIsDark)

  useEffect(() => {
    document.documentElement.setAttribute('data-joy-color-scheme', isDark ? 'dark' : 'light')
  }, [isDark])

  return [isDark, setDark] as const
}

export type ColorChoice = 'system' | 'light' | 'dark'

/** As `useColorMode`, with a third choice: no stored value follows the system. */
export function useColorChoice() {
  const stored = useStoredText('isDarkMode')
  const chosen: ColorChoice = stored === 'true' ? 'dark' : 'light'
  const choice: ColorChoice = stored === undefined ? 'system' : chosen
  const setChoice = (next: ColorChoice) =>
    writeStored('isDarkMode', next === 'system' ? undefined : String(next === 'dark'))
  return [choice, setChoice] as const
}
