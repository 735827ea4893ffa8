import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPersonFlow } from '#server/testing/conversation-flow.ts'
import { still } from './axe.ts'
import { callAs, openBrowser, registerOnScreen, waitForAnnouncement } from './browser.ts'

const { openPage } = openBrowser()

type Reported = { updateId?: number; hook: object | null; sent: { text: string }[] }

/** A person on Telegram, who writes to the bot of this token. */
function aVisitor(url: string, token: string) {
  async function tell(order: object): Promise<Reported> {
    const response = await fetch(`${url}/sandbox/telegram/control`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ token, ...order }),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const received = async () => (await tell({})).sent.map(({ text }) => text.replaceAll(/<[^>]+>/g, ''))
  return {
    tell,
    received,
    say: (text: string, more: object = {}) => tell({ say: { text, ...more } }),
    has: (...texts: RegExp[]) =>
      expect.poll(received, { timeout: 30_000 }).toEqual(texts.map((text) => expect.stringMatching(text))),
  }
}

async function connectTelegram(page: Page, token: string) {
  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  const sheet = page.getByRole('dialog', { name: 'Connect Telegram' })
  await sheet.getByLabel('Bot token').fill('123:wrong')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByText('A token looks like', { exact: false }).waitFor()
  await sheet.getByLabel('Bot token').fill(token)
  await sheet.getByText('Found').waitFor()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByRole('radio', { name: /Shop/ }).check()
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByText('Waiting for a message').waitFor()
  return sheet
}

test('a channel in trouble: repeated, limited and rejected by its platform, taken over by a person and disconnected', async () => {
  const { page, url, complaints } = await openPage(still)
  await registerOnScreen(page, url)
  await callAs(page, 'POST', '/chatflows', {
    ...{ name: 'Shop', type: 'CHATFLOW', flowData: JSON.stringify(aPersonFlow()) },
  })
  const token = `${Date.now()}:sandbox-journey`
  const visitor = aVisitor(url, token)
  await page.goto(`${url}/app/integrations`)

  const sheet = await connectTelegram(page, token)
  await visitor.say('What is 1 + 1?')
  await sheet.getByText('Telegram is live.').waitFor()
  await sheet.getByRole('button', { name: 'Finish' }).click()

  // Three quick messages, one of which Telegram delivers again.
  const { updateId } = await visitor.say('What is 2 + 2?')
  await visitor.say('What is 3 + 3?')
  await visitor.say('What is 4 + 4?')
  await visitor.say('What is 2 + 2?', { updateId })
  await visitor.has(/2$/, /4$/, /6$/, /8$/)

  await visitor.tell({ failures: [{ kind: 'busy', seconds: 1 }] })
  await visitor.say('What is 5 + 5?')
  await visitor.has(/2$/, /4$/, /6$/, /8$/, /10$/)

  await visitor.tell({ failures: [{ kind: 'signed out' }] })
  await visitor.say('What is 6 + 6?')
  const row = page.getByRole('listitem').filter({ hasText: 'Sandbox bot' }).or(page.locator('.channel-row'))
  await row.getByText('Needs sign-in').waitFor()
  await row.getByText('Telegram rejected the token.', { exact: false }).waitFor()
  await row.getByText('1 answer waits to be sent.', { exact: false }).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByText(/sandbox\d+_bot/)
    .last()
    .waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Replace token' }).click()
  const renewal = page.getByRole('dialog', { name: 'New token for Telegram' })
  await renewal.getByLabel('Bot token').fill(token)
  await renewal.getByText('Found').waitFor()
  await renewal.getByRole('button', { name: 'Continue' }).click()
  await waitForAnnouncement(page, 'The new token works. Waiting answers are being sent.')
  await visitor.has(/2$/, /4$/, /6$/, /8$/, /10$/, /12$/)

  await visitor.say('Can I talk to a person?')
  await expect.poll(async () => (await visitor.received()).length).toBe(7)
  await page.goto(`${url}/app/chatflows`)
  await page.getByRole('button', { name: /Shop/ }).last().click()
  await page.getByRole('menuitem', { name: 'Messages' }).click()
  const waiting = page.getByRole('list', { name: 'Conversations' }).getByRole('button')
  await waiting.getByText('Asks for a person').first().click()
  await page.getByRole('switch', { name: 'AI answers' }).click()
  await page.getByText('AI is off.').waitFor()
  await visitor.say('Are you there?')
  await page.getByRole('log', { name: 'Thread' }).getByText('Are you there?').waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes, your parcel leaves today.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(async () => (await visitor.received()).at(-1)).toBe('Yes, your parcel leaves today.')
  expect(await visitor.received()).toHaveLength(8)

  await page.getByRole('button', { name: 'Hand back…' }).click()
  const handing = page.getByRole('dialog', { name: 'Hand back to AI' })
  expect(await handing.getByRole('textbox').inputValue()).toContain('parcel leaves today')
  await handing.getByRole('button', { name: 'Hand back' }).click()
  await visitor.say('What is 7 + 7?')
  await expect.poll(async () => (await visitor.received()).at(-1)).toMatch(/14$/)

  await page.goto(`${url}/app/integrations`)
  await page.getByRole('link', { name: 'Manage Telegram Sandbox bot' }).click()
  await page.getByRole('button', { name: 'Disconnect Telegram' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await waitForAnnouncement(page, 'Telegram is disconnected')
  expect((await visitor.tell({})).hook).toBeNull()
  expect(complaints).toEqual([])
})
