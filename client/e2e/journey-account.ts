import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'

export async function openSecondFactor(page: Page) {
  await page.getByRole('button', { name: 'Profile', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Security', exact: true }).click()
  await page.getByRole('tab', { name: 'Second factor' }).click()
}

export function codeOf(secret: string, ahead = 0) {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })
}

/** Sets up an authenticator app. Returns its secret and the first recovery code. */
export async function setUpAuthenticator(page: Page) {
  await openSecondFactor(page)
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  const secret = await page.getByLabel('Or enter this key by hand').inputValue()
  await page.getByLabel('Then enter the code it shows').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.nth(9).waitFor()
  const [recoveryCode = ''] = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 codes left').waitFor()
  return { secret, recoveryCode }
}

export async function signOut(page: Page, url: string) {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto(url)
}

export async function enterPassword(page: Page, user: { username: string; password: string }) {
  await page.getByLabel('Username or email').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
}

export async function enterRecoveryCode(page: Page, code: string) {
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.keyboard.press('Enter')
}
