import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, openBrowser, register, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

const phone = 'Personal Phone'
const code = 'Country code of the personal phone'

async function openProfile(page: Page) {
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'User Profile Management' })
  await dialog.waitFor()
  return dialog
}

test('the profile loads, reports a failed load, is edited with validation, and is used for the next invoice', async () => {
  const { page, url, complaints } = await openPage()
  const { username } = await register(page, url)

  let isBroken = false
  const seen = Promise.withResolvers<void>()
  await page.route(/trpc\/[^?]*profile\.get/, async (route) => {
    if (isBroken) {
      return route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
    }
    await seen.promise
    return route.continue()
  })
  let dialog = await openProfile(page)
  await dialog.getByText('Loading your profile information...').waitFor()
  await dialog.getByText('Please wait while we fetch your data').waitFor()
  seen.resolve()
  await dialog.getByText('Account Status').waitFor()
  await dialog.getByText('Active', { exact: true }).waitFor()
  await dialog.getByText(username).first().waitFor()
  await dialog.getByText(String(new Date().getFullYear())).first().waitFor()
  await dialog.getByRole('button', { name: 'Close Profile' }).click()

  isBroken = true
  dialog = await openProfile(page)
  await dialog.getByText('Failed to load profile information. Please try again.').waitFor()
  isBroken = false
  await dialog.getByRole('button', { name: /Retry|Try again/ }).click()
  await dialog.getByText('Account Status').waitFor()
  await dialog.getByText('Not provided').first().waitFor()

  await dialog.getByRole('button', { name: 'Edit Profile Information' }).click()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Email Address' }).isEditable()).toBe(false)
  const number = dialog.getByRole('textbox', { name: phone })
  const country = dialog.getByRole('combobox', { name: code })
  await expect.poll(() => country.inputValue()).toBe('+90')
  // Fifteen countries and the empty option.
  await expect.poll(() => country.locator('option').count()).toBe(16)

  // Validation waits for a typing pause, measured by the page's clock so that a slow machine does not matter.
  const announced = await dialog.evaluateHandle((part) => {
    let typed = Number.NaN
    part.addEventListener('input', () => {
      typed = performance.now()
    })
    const reported = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        if (part.textContent?.includes('Phone number is too short')) {
          observer.disconnect()
          resolve(performance.now() - typed)
        }
      }).observe(part, { subtree: true, childList: true, characterData: true })
    })
    return { reported }
  })
  await number.fill('12345')
  expect(await announced.evaluate(({ reported }) => reported)).toBeGreaterThan(1_000)
  await number.fill('0123456789')
  await dialog.getByText(/^Invalid format for /).waitFor()
  await number.fill('5321234567')
  await dialog.getByText(/^Invalid format for |too short/).waitFor({ state: 'detached' })
  await country.selectOption('+49')

  await dialog.getByRole('textbox', { name: 'Customer Name' }).fill('Somebody')
  const email = dialog.getByRole('textbox', { name: 'Company Email' })
  for (const [value, sentence] of [
    ['a@b', 'Please enter a valid email address'],
    ['a..b@x.com', 'Email cannot contain consecutive dots'],
    ['.a@x.com', 'Email username cannot start or end with a dot'],
    [`${'a'.repeat(65)}@x.com`, 'Email username part is too long (max 64 characters)'],
    [`a@${'b'.repeat(250)}.com`, 'Email address is too long (max 254 characters)'],
  ] as const) {
    await email.fill(value)
    await dialog.getByText(sentence).waitFor()
    // The delay is over: the number is valid for the other country as well.
    await expect.poll(() => dialog.getByText(/^Invalid format for |too short/).count()).toBe(0)
  }
  await dialog.getByRole('button', { name: 'Save All Changes' }).click()
  await dialog.getByText('Please fix the validation errors before saving.').waitFor()
  await expect.poll(() => email.evaluate((input) => input === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel Editing' }).click()
  await dialog.getByText(/Email address is too long/).waitFor({ state: 'detached' })

  await dialog.getByRole('button', { name: 'Edit Profile Information' }).click()
  await dialog.getByRole('textbox', { name: 'Customer Name' }).fill('Ayşe Yılmaz')
  await dialog.getByRole('textbox', { name: 'Home Address' }).fill('Moda 5\nKadikoy')
  await country.selectOption('+90')
  await number.fill('5321234567')

  await page.route(/trpc\/[^?]*profile\.save/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await dialog.getByRole('button', { name: 'Save All Changes' }).click()
  await dialog.getByText('Failed to update information. Please try again.').waitFor()
  expect((await number.inputValue()).replaceAll(/\D/g, '')).toBe('5321234567')
  await page.unroute(/trpc\/[^?]*profile\.save/)

  await dialog.getByRole('button', { name: 'Save All Changes' }).click()
  const banner = dialog.getByText('Your profile information has been successfully updated!')
  await waitForAnnouncement(page, 'Your profile information has been successfully updated!')
  await banner.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Edit Profile Information' }).waitFor()
  await dialog.getByText(/^Last updated:/).waitFor()
  expect(await dialog.getByText('Moda 5').evaluate((node) => getComputedStyle(node).whiteSpace)).toMatch(
    /pre/,
  )

  await page.setViewportSize({ width: 500, height: 800 })
  await expect.poll(() => dialog.evaluate((node) => Math.round(node.getBoundingClientRect().width))).toBe(500)
  await dialog.getByRole('button', { name: 'Close Profile' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Profile')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByTestId('wallet-balance').click()
  await page.getByRole('dialog', { name: 'My Wallet' }).getByRole('button', { name: 'Add Balance' }).click()
  const topUp = page.getByRole('dialog', { name: 'Add Balance with PayTR' })
  await expect
    .poll(() => topUp.getByRole('textbox', { name: /Name/ }).first().inputValue())
    .toBe('Ayşe Yılmaz')
  expect(await callAs(page, 'GET', '/auth/profile')).toMatchObject({ customerName: 'Ayşe Yılmaz' })
  expect(complaints.filter((complaint) => !complaint.includes('500'))).toEqual([])
})
