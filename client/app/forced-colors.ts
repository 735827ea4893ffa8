/** Fetched where a contrast theme is on, and when one is put on: nobody else has to wait for it. */
const contrast = matchMedia('(forced-colors: active)')

function fetchStyles() {
  if (contrast.matches) {
    void import('./forced-colors.css')
    void import('#client/features/canvas/forced-colors.css')
  }
}

fetchStyles()
contrast.addEventListener('change', fetchStyles)
