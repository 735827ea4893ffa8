import { expect, test } from 'vitest'
import { openBrowser, register, signInAdmin, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

test('an admin finds a wallet and changes it with a reason, and the user sees the change', async () => {
  const other = await openPage()
  const { username } = await register(other.page, other.url)
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url)

  await page.getByTestId('wallet-balance').click()
  await page.getByText('Switch to Admin View').click()
  await page.getByRole('heading', { name: 'Wallet Management' }).waitFor()
  const search = page
    .getByRole('textbox', { name: 'Search by Username' })
    .or(page.getByRole('searchbox', { name: 'Search by Username' }))
  await search.press('Enter')
  await page.getByText('Please enter a username to search').waitFor()

  await search.fill(username)
  await search.press('Enter')
  await page
    .getByRole('button', { name: new RegExp(username) })
    .or(page.getByRole('option', { name: new RegExp(username) }))
    .first()
    .click()
  const main = page.getByRole('main')
  await expect.poll(() => main.innerText()).toContain('$5.00')

  const operation = page.getByLabel('Operation Type')
  const amount = page.getByLabel(/^Amount/)
  const reason = page.getByLabel(/^Reason/)
  const update = page.getByRole('button', { name: 'Update Wallet' })
  await operation.selectOption({ label: 'Subtract Credit' })
  await amount.fill('50')
  await reason.fill('A test of the journey')
  await update.click()
  await page.getByText('User does not have enough balance').waitFor()
  await amount.fill('0')
  await update.click()
  await page.getByText('Please enter a valid amount greater than 0').waitFor()

  await operation.selectOption({ label: 'Add Credit' })
  await amount.fill('10')
  await reason.fill('Goodwill for the outage')
  await update.click()
  await waitForAnnouncement(page, 'The wallet was updated.')
  await expect.poll(() => main.innerText()).toContain('$15.00')
  await page.getByText('The wallet was updated.').waitFor({ state: 'detached' })
  await expect.poll(() => amount.inputValue()).toBe('')

  await operation.selectOption({ label: 'Set Balance' })
  await amount.fill('50')
  await reason.fill('Agreed with the customer')
  await update.click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Update Wallet' })
    .click()
  await expect.poll(() => main.innerText()).toContain('$50.00')
  await page.getByText('Back to My Wallet').click()

  await other.page.reload()
  await expect.poll(() => other.page.getByTestId('wallet-balance').innerText()).toContain('$50.00')
  await other.page.getByTestId('wallet-balance').click()
  await expect
    .poll(() => other.page.getByRole('dialog', { name: 'My Wallet' }).innerText())
    .toContain('+$10.00')
  expect([...complaints, ...other.complaints]).toEqual([])
})

test('users without admin rights can access neither the screen nor its API calls', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await page.getByTestId('wallet-balance').click()
  await page.getByRole('dialog', { name: 'My Wallet' }).waitFor()
  await expect.poll(() => page.getByText('Switch to Admin View').count()).toBe(0)

  await page.goto(`${url}/app/wallet-management`)
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/admin/i)
  const status = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await fetch('/api/v1/wallets', { headers })).status
  })
  expect(status).toBe(403)
})
