import { expect, test } from 'vitest'
import { openBrowser, register, waitForAnnouncement } from './browser.ts'
import {
  codeOf,
  enterPassword,
  enterRecoveryCode,
  openSecondFactor,
  setUpAuthenticator,
  signOut,
} from './journey-account.ts'

const { openPage } = openBrowser()

/** Passkeys require a domain name instead of an IP address. */
async function openNamedPage() {
  const opened = await openPage()
  return { ...opened, url: opened.url.replace('127.0.0.1', 'localhost') }
}

test('an authenticator app is required at sign-in, and a recovery code works once', async () => {
  const { page, url, complaints } = await openPage()
  const person = await register(page, url)
  const { secret, recoveryCode } = await setUpAuthenticator(page)

  await signOut(page, url)
  await enterPassword(page, person)
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/**')

  await signOut(page, url)
  await enterPassword(page, person)
  await enterRecoveryCode(page, recoveryCode)
  await page.waitForURL('**/app/**')

  await signOut(page, url)
  await enterPassword(page, person)
  await enterRecoveryCode(page, recoveryCode)
  await page.getByText('This recovery code is wrong or has been used.').waitFor()
  expect(complaints).toEqual([])
})

test('a passkey signs in without a password', async () => {
  const { page, url, complaints } = await openNamedPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const person = await register(page, url)
  await openSecondFactor(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await waitForAnnouncement(page, 'Laptop was added.')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('list', { name: 'Your passkeys' }).getByText('Laptop').waitFor()

  await signOut(page, url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/app/**')

  await signOut(page, url)
  await enterPassword(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/app/**')
  expect(complaints).toEqual([])
})
