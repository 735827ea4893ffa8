import { browserScraper } from './browser-scraper.ts'

export const playwrightWebScraper = browserScraper({
  name: 'playwrightWebScraper',
  label: 'Playwright Web Scraper',
  waits: [
    { label: 'Load', name: 'load' },
    { label: 'DOM Content Loaded', name: 'domcontentloaded' },
    { label: 'Network Idle', name: 'networkidle' },
    { label: 'Commit', name: 'commit' },
  ],
})
