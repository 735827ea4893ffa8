import { expect, test } from 'vitest'
import { openBrowser, register } from './browser.ts'

const { openPage } = openBrowser()

test('sign-in redirects to the stored path, with the keyboard alone', async () => {
  const { page, url, complaints } = await openPage()
  const { username, password } = await register(page, url)
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()

  await page.goto(`${url}/app/credentials?from=here`)
  await page.waitForURL(`${url}/`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username')
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/app/credentials?from=here')
  expect(complaints).toEqual([])
})

test('a wrong password shows one message, and an ended session leads back to sign-in', async () => {
  const { page, url } = await openPage()
  const { username } = await register(page, url)
  await page.evaluate(() => localStorage.setItem('token', 'fts_of_somebody_who_left'))

  await page.goto(`${url}/app/chatflows`)
  await page.waitForURL(`${url}/`)
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Incorrect username or password.')
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key === 'token' || key === 'password'),
    ),
  ).toEqual([])
})

test('dark mode and Turkish are persisted', async () => {
  const { page, url, complaints } = await openPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Türkçe' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('tr')
  await page.reload()

  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('Giriş')
  expect(complaints).toEqual([])
})

test.each([
  ['/chatflows', '/app/chatflows'],
  ['/document-stores/query/7?x=1', '/app/document-stores/query/7?x=1'],
])('the legacy path %s redirects to %s', async (from, to) => {
  const { page, url } = await openPage()
  await register(page, url)

  await page.goto(url + from)

  await page.waitForURL(url + to)
})
