import { existsSync } from 'node:fs'

const places = [
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
  'The end-to-end tests need Chromium: install it with "apt-get install chromium" (or Google Chrome) and run npm test again.'
