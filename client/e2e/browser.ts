import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
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
    onTestFinished(() => close(context))
    await context.addInitScript(listen)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // A refused sign-in is a 401 the browser itself reports.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
        complaints.push(message.text())
      }
    })
    // A busy machine is slow, not wrong.
    page.setDefaultTimeout(60_000)
    return { page, url, complaints }
  }

  return { openPage }
}

/** Long enough for a busy machine. */
const timeoutMs = 20_000

/** Chromium may wait for a download that nobody wants any more, for ever: what was tried has been tried by then. */
async function close(context: BrowserContext) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([context.close(), late])
  clearTimeout(timer)
}

/** Keeps what the page says from its beginning on: news goes by itself after a few seconds, wherever the test is then. */
function listen() {
  const heard: string[] = []
  Object.assign(globalThis, { heard })
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      const parts = type === 'characterData' ? [target] : addedNodes
      const said = [...parts].map(({ textContent }) => textContent ?? '')
      heard.push(...said.filter(({ length }) => length > 0 && length < 500))
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** The page has said it since it was loaded, even if it does not stand there any more. */
export async function hear(page: Page, sentence: string) {
  await page.waitForFunction(
    (words) => (globalThis as unknown as { heard: string[] }).heard.some((said) => said.includes(words)),
    sentence,
  )
}

/** Signs the first account in, over REST, and opens the page at the path. */
export async function signInAdmin(page: Page, url: string, path = '/app/usage-billing') {
  await enter(page, `${url}/api/v1/auth/login`, inject('admin'))
  await page.goto(url + path)
}

/** Begins a session in the page as the screens do it. Nothing of the page has to be open for that but its origin. */
async function enter(page: Page, endpoint: string, data: object) {
  const response = await page.context().request.post(endpoint, { data })
  const { token, user } = (await response.json()) as { token?: string; user: object }
  if (!token) {
    throw new Error(`No session at ${endpoint}: ${await response.text()}`)
  }
  await page.goto(new URL('/api/v1/ping', endpoint).href)
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('user', user)
      localStorage.setItem('token', token)
    },
    [token, JSON.stringify(user)] as const,
  )
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

function newPerson() {
  people += 1
  return { username: `person${process.pid}-${people}`, password: 'a long enough sentence' }
}

/** Registers somebody new over REST and opens the page at the path; the screen is for the tests about it. */
export async function register(page: Page, url: string, path = '/app/chatflows') {
  const person = newPerson()
  const email = `${person.username}@example.com`
  await enter(page, `${url}/api/v1/auth/register`, { ...person, email })
  await page.goto(url + path)
  return person
}

/** Registers over the real screen and lands on the list of flows. */
export async function registerOnScreen(page: Page, url: string) {
  const { username, password } = newPerson()
  await page.goto(`${url}/register`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/app/chatflows')
  return { username, password }
}

/** The page has nothing more to do: what listens for keys does so by now. */
export async function atRest(page: Page) {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })))
}

/** Opens a canvas, which takes keys from then on. */
export async function openCanvas(page: Page, url: string, id = '') {
  await page.goto(`${url}/canvas${id && `/${id}`}`)
  await page.getByRole('application').waitFor()
  await atRest(page)
}

/** By the page's own clock: whatever in it was to happen before has happened. For what is not to be seen. */
export async function passIn(page: Page, milliseconds: number) {
  await page.evaluate((pause) => new Promise((resolve) => setTimeout(resolve, pause)), milliseconds)
}

/** Keys go where the focus is, and a field that has just opened may not have it yet. */
export async function untilFocused(locator: Locator) {
  await expect.poll(() => locator.evaluate((part) => part.contains(document.activeElement))).toBe(true)
}

type Hold = { isReached: Promise<void>; letGo: () => Promise<void> }

/** Calls that fit wait until they are let go, and go through from then on. */
export async function holdCalls(page: Page, which: RegExp): Promise<Hold> {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const passed: Promise<void>[] = []
  await page.route(which, (route) => {
    reached.resolve()
    const pass = open.promise.then(() => route.continue()).catch(() => undefined)
    passed.push(pass)
    return pass
  })
  return {
    isReached: reached.promise,
    async letGo() {
      open.resolve()
      await Promise.all(passed)
    },
  }
}
