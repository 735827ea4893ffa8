/** Fetched only while a contrast theme is active, to keep the bundle small for other users. */
const contrast = matchMedia('(forced-colors: active)')

function fetchStyles() {
  if (contrast.matches) {
    void import('./forced-colors.css')
    void import('#client/features/canvas/forced-colors.css')
  }
}

fetchStyles()
contrast.addEventListener('change', fetchStyles)
