import { browserScraper } from './browser-scraper.ts'

export const puppeteerWebScraper = browserScraper({
  name: 'puppeteerWebScraper',
  label: 'Puppeteer Web Scraper',
  waits: [
    { label: 'Load', name: 'load' },
    { label: 'DOM Content Loaded', name: 'domcontentloaded' },
    { label: 'Network Idle 0', name: 'networkidle0' },
    { label: 'Network Idle 2', name: 'networkidle2' },
  ],
})
