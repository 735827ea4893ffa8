import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, openBrowser, register } from './browser.ts'

// Journey 1, step 8, on the canvas: a session that ends takes no work with it.

const { openPage } = openBrowser()

const card = (page: Page) => page.locator('[data-testid^="node-"]')

async function addNode(page: Page) {
  await page.getByRole('combobox', { name: 'Search nodes, tags, models' }).fill('buffer memory')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await card(page).first().waitFor()
}

/** As if the server had forgotten the session: signed out everywhere. */
async function endOnServer(page: Page) {
  await callAs(page, 'POST', '/auth/logout')
}

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function loseSessionOnCanvas() {
  const { page, url, complaints } = await openPage()
  const person = await register(page, url)
  await page.goto(`${url}/canvas`)
  await page.getByRole('application').waitFor()
  await endOnServer(page)
  // The draft is on its way a moment later, and finds the door shut.
  await addNode(page)
  await page.waitForURL(`${url}/`)
  return { page, url, person, complaints }
}

test('a session that ends on the canvas keeps the draft, says so, and offers it to the same user alone', async () => {
  const { page, url, person } = await loseSessionOnCanvas()
  await page.getByText('You were signed out. Your draft is safe on this device.').waitFor()
  expect(
    await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('redirectUrl')]),
  ).toEqual([null, '/canvas'])

  await signIn(page, person)
  await page.waitForURL('**/canvas')
  const offer = page.getByRole('alertdialog', { name: 'Your draft is safe on this device' })
  await offer.getByRole('button', { name: 'Restore draft' }).click()
  await card(page).first().waitFor()

  await page.waitForURL(/\/canvas\/.+/)
  await page.goto(`${url}/canvas`)
  await page.getByRole('application').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('somebody else at the same browser sees no draft, and a discarded one does not come back', async () => {
  const { page, url, person } = await loseSessionOnCanvas()
  await page.evaluate(() => localStorage.removeItem('redirectUrl'))
  await register(page, url)
  await page.goto(`${url}/canvas`)
  await page.getByRole('application').waitFor()
  await page.waitForTimeout(500)
  expect(await page.getByRole('alertdialog').count()).toBe(0)

  await page.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  })
  await page.goto(url)
  await signIn(page, person)
  await page.waitForURL('**/app/**')
  await page.goto(`${url}/canvas`)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.reload()
  await page.getByRole('application').waitFor()
  await page.waitForTimeout(500)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('work survives a page that is closed while the server is away, and nobody is asked who leaves', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await page.goto(`${url}/canvas`)
  await page.getByRole('application').waitFor()
  await page.context().setOffline(true)
  await addNode(page)
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('offline')

  const context = page.context()
  const other = await context.newPage()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  await context.setOffline(false)
  await other.goto(`${url}/canvas`)
  await other.getByRole('button', { name: 'Restore draft' }).click()
  await card(other).first().waitFor()

  await other.keyboard.press('Escape')
  await other.keyboard.press('Control+k')
  await other.getByRole('combobox', { name: 'Search or jump to' }).fill('integrations')
  await other.keyboard.press('Enter')
  await other.waitForURL('**/app/integrations')
  expect(await other.getByRole('alertdialog').count()).toBe(0)
})
