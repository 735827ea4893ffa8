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

// Without these flags Chromium requests Google's servers at every start.
const args = `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --disable-component-update --disable-sync`.split(/\s+/)

// Starting a browser takes as long as a short test, so the files of a worker share one; it ends with their
// process.
let browser: Promise<Browser> | undefined

function launch() {
  const executablePath = chromiumPath()
  if (!executablePath) {
    throw new Error(HOW_TO_GET_CHROMIUM)
  }
  return chromium.launch({ executablePath, args })
}

/** Every page has its own browser context, closed after its test; console errors fail the test. */
export function openBrowser() {
  const url = inject('url').replace('localhost', '127.0.0.1')

  async function openPage(options: BrowserContextOptions = {}) {
    browser ??= launch()
    const context = await (await browser).newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      extraHTTPHeaders: { 'x-forwarded-for': ownAddress() },
      ...options,
    })
    onTestFinished(() => close(context))
    await context.addInitScript(listen)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // The browser logs a rejected sign-in (401) as an error.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
        complaints.push(message.text())
      }
    })
    // Generous, since a busy machine is slow.
    page.setDefaultTimeout(60_000)
    return { page, url, complaints }
  }

  return { openPage }
}

/** Generous, for a busy machine. */
const timeoutMs = 20_000

/** Chromium may wait forever for an abandoned download, so closing has a timeout. */
async function close(context: BrowserContext) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([context.close(), late])
  clearTimeout(timer)
}

/** Records toasts from the start: they disappear after a few seconds. */
function listen() {
  const announced: string[] = []
  Object.assign(globalThis, { announced })
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      const parts = type === 'characterData' ? [target] : addedNodes
      const texts = [...parts].map(({ textContent }) => textContent ?? '')
      announced.push(...texts.filter(({ length }) => length > 0 && length < 500))
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Passes when the page has announced the sentence since it was loaded, even if it is no longer visible. */
export async function waitForAnnouncement(page: Page, sentence: string) {
  await page.waitForFunction(
    (words) =>
      (globalThis as unknown as { announced: string[] }).announced.some((text) => text.includes(words)),
    sentence,
  )
}

export async function signInAdmin(page: Page, url: string, path = '/app/usage-billing') {
  await enter(page, `${url}/api/v1/auth/login`, inject('admin'))
  await page.goto(url + path)
}

export async function signIn(page: Page, url: string, person: object, path: string) {
  await enter(page, `${url}/api/v1/auth/login`, person)
  await page.goto(url + path)
}

/** Begins a session in the page as the screens do. Only the page's origin must be open. */
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

/** A REST call with the page's session. Returns the response body, also of an error. */
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
let addresses = 0

/** No two pages share an address, also not those of two workers, because some limits count per address. */
function ownAddress() {
  addresses += 1
  return `10.${process.pid & 255}.${addresses >> 8}.${addresses & 255}`
}

function newPerson() {
  people += 1
  return { username: `person${process.pid}-${people}`, password: 'a long enough sentence' }
}

/** Calls a procedure as the signed-in user of the page. Throws the server’s sentence. */
export function callTrpc(page: Page, path: string, input: object, isWrite = false): Promise<unknown> {
  return page.evaluate(
    async ([path, text, isWrite]) => {
      const authorization = `Bearer ${localStorage.getItem('token')}`
      const response = isWrite
        ? await fetch(`/trpc/${path}`, {
            ...{ method: 'POST', body: text },
            headers: { authorization, 'content-type': 'application/json' },
          })
        : await fetch(`/trpc/${path}?input=${encodeURIComponent(text)}`, { headers: { authorization } })
      const { result, error } = await response.json()
      if (error) {
        throw new Error(error.message)
      }
      return result.data
    },
    [path, JSON.stringify(input), isWrite] as const,
  )
}

/** Registers over REST, without the form, which has its own tests. */
export async function register(page: Page, url: string, path = '/app/chatflows') {
  const person = newPerson()
  const email = `${person.username}@example.com`
  await enter(page, `${url}/api/v1/auth/register`, { ...person, email })
  await page.goto(url + path)
  return person
}

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

/**
 * Waits until the page is idle, so that key listeners are attached. Frames are requested until then, because
 * Chromium may begin no idle period while nothing is painted, and the callback would come only at its timeout.
 */
export async function atRest(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let isIdle = false
        const paint = () => isIdle || requestAnimationFrame(paint)
        requestIdleCallback(
          () => {
            isIdle = true
            resolve()
          },
          { timeout: 10_000 },
        )
        paint()
      }),
  )
}

export async function openCanvas(page: Page, url: string, id = '') {
  await page.goto(`${url}/canvas${id && `/${id}`}`)
  await page.getByRole('application').waitFor()
  await atRest(page)
}

/**
 * Waits by the page's clock, so that timers due earlier have fired. For assertions that something does not appear.
 */
export async function passIn(page: Page, milliseconds: number) {
  await page.evaluate((pause) => new Promise((resolve) => setTimeout(resolve, pause)), milliseconds)
}

/** Keys go to the focused element, and a field that has just opened may not be focused yet. */
export async function untilFocused(locator: Locator) {
  const isFocused = (part: Element) => part.contains((part.getRootNode() as Document).activeElement)
  await expect.poll(() => locator.evaluate(isFocused)).toBe(true)
}

type Hold = { isReached: Promise<void>; letGo: () => Promise<void> }

/** Holds matching calls until they are released; later ones pass. */
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
