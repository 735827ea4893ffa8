import { existsSync } from 'node:fs'

// The headless one is first: it draws no window, so the tests take a third less of the processor.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export function chromiumPath() {
  return places.find((place) => existsSync(place))
}

export const HOW_TO_GET_CHROMIUM =
  'The end-to-end tests need Chromium: install it with "apt-get install chromium-headless-shell" (or Google Chrome) and run npm test again.'
