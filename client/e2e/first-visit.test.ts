import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsInBothSchemes } from './axe.ts'
import { callAs, holdCalls, openBrowser, register, signInAdmin } from './browser.ts'
import { startEmptyProduct } from './start-product.ts'

const { openPage } = openBrowser()

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
async function menuOf(page: Page) {
  const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  await links.first().waitFor()
  return (await links.allInnerTexts()).map((text) => text.replace(/\s*\n.*/s, ''))
}

async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}

async function signIn(page: Page, username: string, password: string) {
  await fillIn(page, { 'Username or email': username, Password: password })
  await page.keyboard.press('Enter')
}

test('a visitor is redirected to sign-in, registers with each issue shown at its field, and reaches the requested page', async () => {
  const known = await openPage()
  const other = await register(known.page, known.url)
  const { page, url, complaints } = await openPage()

  await page.goto(`${url}/credentials`)
  await page.waitForURL(`${url}/`)
  await expect.poll(() => stored(page, 'redirectUrl')).toBe('/app/credentials')

  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  const username = page.getByLabel('Username')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username')
  await expect.poll(() => username.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => username.getAttribute('aria-describedby')).toBeTruthy()

  const name = `deniz${process.pid}`
  await fillIn(page, { Email: `${name}@example.com`, Password: 'a long enough sentence' })
  await username.fill(other.username.toUpperCase())
  await page.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => username.getAttribute('aria-invalid')).toBe('true')
  await username.fill(name)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.waitForURL('**/app/credentials')
  await expect.poll(() => stored(page, 'redirectUrl')).toBeNull()
  await expect.poll(() => stored(page, 'username')).toBeNull()
  await expect.poll(() => stored(page, 'password')).toBeNull()
  expect(complaints).toEqual([])
})

test('a user has five screens, is informed about the others, and returns to the page where a session ended', async () => {
  const { page, url, complaints } = await openPage()
  const { username, password } = await register(page, url)
  await page.getByRole('link', { name: 'Flowtill home' }).click()
  await page.waitForURL('**/app/chatflows')

  await expect
    .poll(() => menuOf(page))
    .toEqual(['Usage & Billing', 'ChatFlows', 'Credentials', 'Integrations', 'Document Pools'])
  // The layout does not shift between long and short screens.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)).toBe('stable')
  const current = page.locator('[aria-current="page"]').first()
  await expect.poll(() => current.innerText()).toContain('ChatFlows')

  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(`${url}/app/tools`)
  await page.getByText('Admin access required').waitFor()
  expect(requested.filter((address) => /trpc.*tools\.|api\/v1\/tools/.test(address))).toEqual([])

  await page.goto(`${url}/app`)
  await page.getByRole('heading', { level: 1, name: 'Usage & Billing' }).waitFor()
  await expect.poll(() => current.innerText()).toContain('Usage & Billing')

  // Responses are held until after the click: a 401 would leave the page before it.
  const calls = await holdCalls(page, /\/trpc\//)
  await callAs(page, 'POST', '/auth/logout')
  await page.getByRole('link', { name: 'ChatFlows', exact: true }).click()
  await page.waitForURL('**/app/chatflows')
  await calls.isReached
  await calls.letGo()
  await page.waitForURL(`${url}/`)
  await expect.poll(() => stored(page, 'token')).toBeNull()
  await expect.poll(() => stored(page, 'user')).toBeNull()
  await expect.poll(() => stored(page, 'redirectUrl')).toBe('/app/chatflows')
  await page.getByText('Your session ended.').first().waitFor()

  await signIn(page, username, 'not the password')
  await expect
    .poll(() => page.getByRole('alert').first().innerText())
    .toContain('Incorrect username or password.')
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { name, value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
        return [name, selectionEnd === value.length && selectionStart === 0]
      }),
    )
    .toEqual(['password', true])
  await signIn(page, username, password)
  await page.waitForURL('**/app/chatflows')

  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(`${url}/`)
  await page.goBack()
  await page.waitForURL(`${url}/`)
  expect(complaints).toEqual([])
})

test('an admin has every built screen in order; legacy paths and the footer lead to their targets', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url)

  await expect
    .poll(() => menuOf(page))
    .toEqual([
      'Usage & Billing',
      'ChatFlows',
      'AgentFlows',
      'Executions',
      'Assistants',
      'Flow Templates',
      'Tools',
      'Credentials',
      'Variables',
      'Integrations',
      'API Keys',
      'Document Stores',
      'Document Pools',
    ])
  await expect.poll(() => page.getByRole('link', { name: /^AgentFlows/ }).innerText()).toMatch(/beta/i)

  const links = page.getByRole('contentinfo').getByRole('link')
  await expect.poll(() => links.count()).toBe(3)
  for (const link of await links.all()) {
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      expect.stringContaining('noopener'),
    ])
  }
  for (const path of ['/chatflows', '/flow-templates', '/variables']) {
    await page.goto(url + path)
    await page.waitForURL(`${url}/app${path}`)
  }
  expect(complaints).toEqual([])
})

test('a broken page shows an error and can be reloaded', async () => {
  const { page, url } = await openPage()
  // Simulates a new release: chunks of the old one no longer exist.
  await page.route(/assets\/variables.*\.js|assets\/credentials.*\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const x = 1; throw new Error("broken")' }),
  )
  await register(page, url)
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByText('An unexpected error occurred. Please try refreshing the page.').waitFor()
  await page.unroute(/assets\/variables.*\.js|assets\/credentials.*\.js/)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor()
})

test('an empty installation opens with its first account, which is the administrator', async () => {
  const empty = await startEmptyProduct()
  const { page, complaints } = await openPage()

  await page.goto(empty)
  await page.getByRole('heading', { level: 1, name: 'Create the first account' }).waitFor()
  await page.getByText('It becomes the administrator of this installation.').waitFor()
  expect(await violationsInBothSchemes(page, 'first account', { isStrict: true })).toEqual([])
  await fillIn(page, { Username: 'first', Email: 'first@example.com', Password: 'a long enough sentence' })
  await page.getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Flow Templates' }).waitFor()

  await callAs(page, 'POST', '/auth/logout')
  await page.evaluate(() => localStorage.clear())
  await page.goto(empty)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByText(/^Ask an administrator for a reset link/).waitFor()
  expect(complaints).toEqual([])
})

test('an outage is reported once, and the screen recovers automatically', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await page.getByRole('link', { name: 'Credentials', exact: true }).waitFor()
  const apiRoutes = /\/(trpc|api\/v1\/ping)/
  await page.route(apiRoutes, (route) => route.abort('connectionrefused'))

  await page.goto(`${url}/app`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1)

  await page.unroute(apiRoutes)
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Usage & Billing' }).waitFor()
})

test('a legal page is public and says that the operator must provide its text', async () => {
  const { page, url, complaints } = await openPage()
  await page.goto(url)
  expect(await page.getByRole('link', { name: 'Data Security' }).getAttribute('href')).toBe(
    '/legal/data-security',
  )
  await page.goto(`${url}/legal/data-security`)
  await page.getByRole('heading', { level: 1, name: 'Data Security' }).waitFor()
  await page.getByText('The operator of this installation has not written this page yet.').waitFor()
  expect(complaints).toEqual([])
})
