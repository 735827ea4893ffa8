import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, registerOnScreen, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

test('Telegram is connected, a message is answered there, and the channel is disconnected', async () => {
  const { page, url, complaints } = await openPage(still)
  await registerOnScreen(page, url)
  await callAs(page, 'POST', '/chatflows', { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() })
  await page.goto(`${url}/app/integrations`)
  await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor()

  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  const sheet = page.getByRole('dialog', { name: 'Connect Telegram' })
  await sheet.getByLabel('Bot token').fill('123:wrong')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByText('A token looks like', { exact: false }).waitFor()
  await sheet.getByRole('button', { name: 'Use a sandbox account' }).click()
  await sheet.getByText('Found').waitFor()
  await sheet.getByRole('button', { name: 'Continue' }).click()

  await sheet.getByRole('radio', { name: /Shop/ }).check()
  await sheet.getByRole('button', { name: 'Continue' }).click()

  await sheet.getByLabel('Message from a person of the sandbox').fill('What is 1 + 1?')
  await sheet.getByRole('button', { name: 'Send', exact: true }).click()
  await sheet.getByText('Telegram is live.').waitFor()
  await sheet.getByText('1 + 1 =', { exact: false }).waitFor()
  expect(await violationsInBothSchemes(page, 'Test message', { isStrict: true })).toEqual([])
  await sheet.getByRole('button', { name: 'Finish' }).click()

  await page.getByRole('link', { name: 'Manage Telegram Sandbox bot' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByText('What is 1 + 1?').waitFor()
  expect(await violationsInBothSchemes(page, 'Channel', { isStrict: true })).toEqual([])
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page
    .getByRole('dialog', { name: 'Send a test message' })
    .getByRole('button', { name: 'Send' })
    .click()
  await messages.getByText('Hello, this is a test message.').waitFor()

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Messages that come in are stored, and nothing is sent.', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Send test message' }).isDisabled()).toBe(true)
  expect(await violationsInBothSchemes(page, 'Paused channel', { isStrict: true })).toEqual([])
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Live', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Disconnect Telegram' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await waitForAnnouncement(page, 'Telegram is disconnected')
  await page.getByRole('button', { name: 'Connect Telegram' }).waitFor()
  expect(await page.getByRole('link', { name: /Manage Telegram/ }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a mailbox is connected, and a message is answered there', async () => {
  const { page, url, complaints } = await openPage(still)
  await registerOnScreen(page, url)
  await callAs(page, 'POST', '/chatflows', { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() })
  await page.goto(`${url}/app/integrations`)

  await page.getByRole('button', { name: 'Connect Email' }).click()
  const sheet = page.getByRole('dialog', { name: 'Connect Email' })
  await sheet.getByLabel('Email address').fill('ada@gmail.com')
  const servers = sheet.getByRole('group', { name: 'Outgoing mail (SMTP)' })
  expect(await servers.getByLabel('Server').inputValue()).toBe('smtp.gmail.com')
  expect(await violationsInBothSchemes(page, 'Mailbox', { isStrict: true })).toEqual([])
  await sheet.getByRole('button', { name: 'Use a sandbox account' }).click()
  await sheet.getByRole('group', { name: 'Incoming mail (IMAP)' }).getByLabel('Port').fill('0')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByText('Enter a port, such as 993.').waitFor()
  await sheet.getByRole('group', { name: 'Incoming mail (IMAP)' }).getByLabel('Port').fill('143')
  await sheet.getByRole('button', { name: 'Continue' }).click()

  await sheet.getByRole('radio', { name: /Shop/ }).check()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByLabel('Message from a person of the sandbox').fill('What is 1 + 1?')
  await sheet.getByRole('button', { name: 'Send', exact: true }).click()
  await sheet.getByText('Email is live.').waitFor()
  await sheet.getByText('1 + 1 =', { exact: false }).waitFor()
  await sheet.getByRole('button', { name: 'Finish' }).click()

  await page.getByRole('link', { name: /^Manage Email/ }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('What is 1 + 1?').waitFor()
  expect(await violationsInBothSchemes(page, 'Mailbox channel', { isStrict: true })).toEqual([])
  expect(complaints).toEqual([])
})
