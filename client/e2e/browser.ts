import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { chromiumPath, HOW_TO_GET_CHROMIUM } from './find-chromium.ts'

// Without these Chromium asks for Google's servers at every start.
const args = `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/)

// Starting one takes as long as a short journey: the files of a worker share it, and it ends with their process.
let browser: Promise<Browser> | undefined

function launch() {
  const executablePath = chromiumPath()
  if (!executablePath) {
    throw new Error(HOW_TO_GET_CHROMIUM)
  }
  return chromium.launch({ executablePath, args })
}

/** Every page is a new person's and gone after its test, and one that complains fails it. */
export function openBrowser() {
  const url = inject('url').replace('localhost', '127.0.0.1')

  async function openPage(options: BrowserContextOptions = {}) {
    browser ??= launch()
    addresses += 1
    const context = await (await browser).newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      extraHTTPHeaders: { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` },
      ...options,
    })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // A refused sign-in is a 401 the browser itself reports.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
        complaints.push(message.text())
      }
    })
    page.setDefaultTimeout(20_000)
    return { page, url, complaints }
  }

  return { openPage }
}

/** Signs the first account in over the real screen. */
export async function signInAdmin(page: Page, url: string) {
  const { username, password } = inject('admin')
  await page.goto(url)
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/**')
}

/** A call over REST as whoever is signed in on the page. Gives the body, or the whole error's. */
export function callAs(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.json()
    },
    [method, path, body] as const,
  )
}

let people = 0
let addresses = process.pid & 255

/** Registers over the real screen and lands on the list of flows. */
export async function register(page: Page, url: string) {
  people += 1
  const username = `person${process.pid}-${people}`
  await page.goto(`${url}/register`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await page.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/app/chatflows')
  return { username, password: 'a long enough sentence' }
}

export { expect }
