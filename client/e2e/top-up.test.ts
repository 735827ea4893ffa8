import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, passIn, register, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

const billing = [
  ['Customer Name', 'Ayse Yilmaz'],
  ['Company Name', 'Lale Bahce'],
  ['Address', 'Moda Cad. 14, Kadikoy'],
  ['Company Address', 'Bogazkesen Cad. 61'],
  ['Company Phone', '2122453061'],
  ['Company Email', 'ayse@lalebahce.com'],
] as const

async function openWallet() {
  const opened = await openPage()
  const { page, url } = opened
  await register(page, url)
  const previews: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('payment.exchangePreview')) {
      previews.push(decodeURIComponent(request.url()))
    }
  })
  await page.getByTestId('wallet-balance').click()
  return { ...opened, previews }
}

async function openTopUp() {
  const opened = await openWallet()
  const { page } = opened
  await page.getByRole('button', { name: 'Add Balance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Balance with PayTR' })
  await dialog.waitFor()
  for (const [name, value] of billing) {
    await dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value)
  }
  const amount = dialog.getByRole('textbox', { name: /^Amount/ })
  return { ...opened, dialog, amount }
}

async function openCardPage(dollars = '100') {
  const opened = await openTopUp()
  const { page, dialog, amount } = opened
  await amount.fill(dollars)
  await dialog.getByRole('button', { name: 'Proceed to PayTR' }).click()
  await page.getByRole('dialog', { name: 'Secure Payment' }).waitFor()
  const card = page.frameLocator('iframe[title="Card payment with PayTR"]')
  await card.getByRole('button', { name: /^Pay ₺/ }).waitFor()
  return { ...opened, card }
}

async function confirmWithBank(page: Page) {
  const card = page.frameLocator('iframe[title="Card payment with PayTR"]')
  await card.getByRole('button', { name: /^Pay ₺/ }).click()
  const sms = card.getByText(/\d{6} is your code/)
  const [code = ''] = /\d{6}/.exec(await sms.innerText()) ?? []
  await card.getByRole('textbox', { name: 'SMS code' }).fill(code)
  await card.getByRole('button', { name: 'Confirm' }).click()
}

test('the panel shows the balance and returns the focus', async () => {
  const { page, complaints } = await openWallet()
  const panel = page.getByRole('dialog', { name: 'My Wallet' })
  await panel.waitFor()
  await expect.poll(() => panel.innerText()).toContain('$5.00')
  await expect.poll(() => panel.innerText()).toMatch(/USD[\s\S]*Last updated \d/)
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(380)

  await panel.getByRole('button', { name: 'Refresh' }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
    .toBe('wallet-balance')
  expect(complaints).toEqual([])
})

test('amounts are entered once and within limits, and users see why they cannot continue', async () => {
  const { page, dialog, amount, previews, complaints } = await openTopUp()
  await dialog.getByText('Secure payment processing').first().waitFor()
  await amount.fill('0')
  await amount.press('Enter')
  await dialog.getByText('Please enter a valid USD amount').waitFor()
  await amount.fill('0.5')
  await passIn(page, 800)
  expect(previews).toEqual([])
  await amount.fill('20')
  await dialog.getByText('Minimum top-up amount is $50 USD').waitFor()
  await amount.fill('2000000')
  await dialog.getByText('Maximum top-up amount is $1,000,000 USD').waitFor()

  const before = previews.length
  await amount.fill('')
  await amount.pressSequentially('100', { delay: 60 })
  await dialog.getByText('You pay').first().waitFor()
  await expect.poll(() => previews.length).toBe(before + 1)
  expect(previews.at(-1)).toContain('"100"')

  const address = dialog.getByRole('textbox', { name: /^Address/ })
  const proceed = dialog.getByRole('button', { name: 'Proceed to PayTR' })
  await expect.poll(() => proceed.isEnabled()).toBe(true)
  await address.fill('abc')
  await expect.poll(() => proceed.isDisabled()).toBe(true)
  await amount.press('Enter')
  await dialog.getByText('Please enter your address.').waitFor()
  await address.fill('Kadıköy Moda')
  await dialog.getByRole('button', { name: /Convert to ASCII/ }).click()
  await expect.poll(() => address.inputValue()).toBe('Kadikoy Moda')

  await dialog.getByRole('textbox', { name: /^Company Name/ }).fill('')
  await proceed.click()
  await dialog.getByText('All profile fields except VAT No are required.').waitFor()
  expect(complaints).toEqual([])
})

test('a paid card credits the wallet once, and a message from another origin does nothing', async () => {
  const { page, url, complaints } = await openCardPage()
  const forged = { source: 'paytr', type: 'PAYMENT_SUCCESS' }
  await page.evaluate((message) => window.postMessage(message, '*'), forged)
  await page.evaluate((message) => {
    const stranger = document.createElement('iframe')
    stranger.srcdoc = '<p>'
    document.body.append(stranger)
    stranger.contentWindow?.parent.postMessage(message, '*')
    stranger.remove()
  }, forged)
  // Messages are delivered in order: a message sent after the others has been handled last.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => data === 'read' && resolve(undefined))
        window.postMessage('read', '*')
      }),
  )
  await expect.poll(() => page.getByRole('dialog', { name: 'Secure Payment' }).isVisible()).toBe(true)

  await confirmWithBank(page)

  const done = page.getByText('Payment successful. Your balance has been updated.')
  await waitForAnnouncement(page, 'Payment successful. Your balance has been updated.')
  await expect.poll(() => page.getByRole('dialog', { name: 'Secure Payment' }).count()).toBe(0)
  await expect.poll(() => page.getByTestId('wallet-balance').innerText()).toContain('$105.00')
  await done.waitFor({ state: 'detached' })

  await page.goto(`${url}/app/usage-billing`)
  await page.getByRole('tab', { name: 'Transactions', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Top-up' })
  await expect.poll(() => row.innerText()).toMatch(/FT[0-9A-Z]+[\s\S]*\+\$100\.00/)
  await page.getByRole('tab', { name: 'Payments', exact: true }).click()
  await page
    .getByRole('link', { name: /receipt/i })
    .first()
    .click()
  await page.waitForURL('**/app/receipts/*')
  await expect.poll(() => page.getByRole('main').innerText()).toContain('Lale Bahce')
  expect(complaints).toEqual([])
})

test('a declined card costs nothing, leaves the form filled in and shows the reason; a closed page is not a payment', async () => {
  const { page, dialog, card } = await openCardPage()
  await card.getByRole('button', { name: 'Decline' }).click()
  await dialog.getByText(/^Payment failed: The payment page was left/).waitFor()
  await expect.poll(() => page.getByTestId('wallet-balance').innerText()).toContain('$5.00')
  await expect.poll(() => dialog.getByRole('textbox', { name: /^Amount/ }).inputValue()).toBe('100')
  for (const [name, value] of billing) {
    const field = dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })
    await expect
      .poll(async () => (await field.inputValue()).replaceAll(/\W/g, ''))
      .toBe(value.replaceAll(/\W/g, ''))
  }

  await dialog.getByRole('button', { name: 'Try another card' }).click()
  const payment = page.getByRole('dialog', { name: 'Secure Payment' })
  await payment.waitFor()
  const refetched = page.waitForRequest((request) => request.url().includes('wallet.get'))
  await payment.getByRole('button', { name: 'Close' }).click()
  await refetched
  await expect.poll(() => page.getByTestId('wallet-balance').innerText()).toContain('$5.00')
})

test('a late or duplicate notification credits once', async () => {
  const { page, card } = await openCardPage()
  await card.getByText('More cases').click()
  await card.getByText('4000').filter({ hasText: '0036' }).or(card.getByText(/0036/)).first().click()

  await confirmWithBank(page)

  await waitForAnnouncement(page, 'Payment successful. Your balance has been updated.')
  await expect.poll(() => page.getByTestId('wallet-balance').innerText()).toContain('$105.00')
})

test('a response without a frame is reported as invalid, and a failed exchange rate can be retried', async () => {
  const { page, dialog, amount } = await openTopUp()
  const previewing = /trpc\/[^?]*payment\.exchangePreview/
  await page.route(previewing, (route) => route.abort())
  await amount.fill('60')
  await dialog.getByText(/^Could not get exchange rate: /).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Proceed to PayTR' }).isDisabled()).toBe(true)
  await page.unroute(previewing)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => dialog.getByRole('button', { name: 'Proceed to PayTR' }).isEnabled()).toBe(true)

  await page.route(/trpc\/payment\.create/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const answers = [body].flat()
    for (const answer of answers) {
      answer.result.data.iframe_token = ''
    }
    await route.fulfill({ response, json: Array.isArray(body) ? answers : answers[0] })
  })
  await dialog.getByRole('button', { name: 'Proceed to PayTR' }).click()
  await page.getByText('Invalid payment response from server').waitFor()
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})
