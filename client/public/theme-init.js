// Before the first paint, so that nothing flashes: the scheme (components/use-color-mode.ts follows it) and the language.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = read('isDarkMode')
  const isDark =
    chosen === 'true' || (chosen !== 'false' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-joy-color-scheme', isDark ? 'dark' : 'light')
  const language = read('language') || navigator.language.slice(0, 2)
  document.documentElement.lang = language === 'tr' ? 'tr' : 'en'
})()
