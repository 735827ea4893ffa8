import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'
import { lastAnswer, phone } from './public-chat.ts'

const { openPage } = openBrowser()

/** Of its own, because the administrator has more. */
const flowName = `Aquarium ${process.pid}`
const keyName = `site ${process.pid}`
const PNG = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') }

async function openSettings(page: Page, url: string) {
  await page.goto(`${url}/app/chatflows`)
  await page.getByRole('button', { name: `Actions for ${flowName}` }).click()
  await page.getByRole('menuitem', { name: 'Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: /Configuration/ })
  const show = (name: string) =>
    dialog
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  async function save() {
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Saved and active.').waitFor()
  }
  const turnOn = (name: string) => dialog.getByRole('switch', { name }).click({ force: true })
  return { dialog, show, save, turnOn }
}

/** Every section that visitors notice, each with its error first. */
async function configure(page: Page, url: string) {
  const { dialog, show, save, turnOn } = await openSettings(page, url)
  const attempt = () => dialog.getByRole('button', { name: 'Save', exact: true }).click()

  await show('Rate limit')
  await turnOn('Limit messages per IP address')
  await dialog.getByLabel(/^Messages/).fill('2')
  await dialog.getByLabel(/^Seconds/).fill('')
  await attempt()
  await dialog.getByText(/Enter whole seconds/).waitFor()
  await dialog.getByLabel(/^Seconds/).fill('60')
  await dialog.getByLabel(/^Message when/).fill('Slow down')
  await save()

  await show('Allowed domains')
  await dialog.getByRole('button', { name: 'Add an address' }).click()
  await dialog.getByRole('textbox', { name: 'Domain 1' }).fill('not a url')
  await attempt()
  await dialog.getByText(/Enter an address/).waitFor()
  await dialog.getByRole('textbox', { name: 'Domain 1' }).fill(new URL(url).origin)
  await dialog.getByLabel('Message for other websites').fill('Not from here')
  await save()

  await show('Starter prompts')
  await dialog.getByRole('button', { name: 'Add a prompt' }).click()
  await dialog.getByRole('textbox', { name: 'Prompt 1' }).fill('What is 5 * 5?')
  await dialog.getByRole('button', { name: 'Add a prompt' }).click()
  await dialog.getByRole('textbox', { name: 'Prompt 2' }).fill('What is 12 * 7?')
  await dialog.getByRole('button', { name: 'Move prompt 2 up' }).click()
  await save()

  await show('Leads')
  await turnOn('Ask for contact details first')
  for (const field of await dialog.getByRole('checkbox', { checked: true }).all()) {
    await field.uncheck({ force: true })
  }
  await attempt()
  await dialog.getByText('Choose at least one field').waitFor()
  await dialog.getByRole('checkbox', { name: 'Name' }).check({ force: true })
  await dialog.getByRole('checkbox', { name: 'Email' }).check({ force: true })
  await dialog.getByLabel('Form title').fill('Who are you?')
  await save()

  await show('Chat feedback')
  await turnOn('Let visitors rate answers')
  await save()

  await show('File upload')
  await turnOn('Allow documents with a message')
  await dialog.getByRole('button', { name: 'None', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'pdf' }).check({ force: true })
  await save()
  for (const name of ['Rate limit', 'Leads', 'Chat feedback', 'File upload', 'Starter prompts']) {
    await dialog.getByRole('button', { name: `${name} On` }).waitFor()
  }
  expect(await violationsInBothSchemes(page, 'Configuration', { isStrict: true })).toEqual([])

  await show('Leads')
  await dialog.getByLabel('Form title').fill('Half a ti')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function createKey(page: Page, url: string) {
  await page.goto(`${url}/app/apikey`)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByLabel('Key name').fill(keyName)
  await form.getByRole('button', { name: 'Create key' }).click()
  const created = page.getByRole('dialog', { name: 'Your new key' })
  const key = await created.getByLabel('API key').first().inputValue()
  await created.getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row').filter({ hasText: keyName })
  await row.waitFor()
  expect(await page.locator('body').innerText()).not.toContain(key)
  await row.getByText('never').waitFor()
  return key
}

test('from a key to a public chat: configured, asked for contact details, limited, read by its owner, and closed again', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/api/v1/ping')
  const { id } = (await callAs(page, 'POST', '/chatflows', {
    ...{ name: flowName, type: 'CHATFLOW', flowData: aDemoFlow() },
  })) as SavedFlow
  const key = await createKey(page, url)
  const ask = async (headers: Record<string, string> = {}, asked = id) =>
    (
      await fetch(`${url}/api/v1/prediction/${asked}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        body: JSON.stringify({ question: 'What is 3 * 3?' }),
      })
    ).status
  expect(await ask({ authorization: `Bearer ${key}` })).toBe(200)
  expect(await ask()).toBe(404)

  await configure(page, url)
  await page.goto(`${url}/app/chatflows?share=${id}`)
  const share = page.getByRole('dialog', { name: 'Share / API' })
  await share.getByRole('button', { name: 'Share link' }).click()
  await share.getByRole('switch', { name: 'Public' }).click({ force: true })
  await page.getByRole('button', { name: 'Make public' }).click()
  const address = await share.getByRole('textbox', { name: 'Chat page' }).inputValue()
  await share.getByRole('img', { name: 'QR code of the chat page' }).waitFor()

  const { page: visitor, complaints: ofVisitor } = await openPage(phone)
  await visitor.goto(new URL(new URL(address).pathname, url).href)
  await visitor.getByText('Who are you?').waitFor()
  await visitor.getByLabel('Name').fill('Elif')
  await visitor.getByLabel('Email').fill('elif@')
  await visitor.getByRole('button', { name: 'Start chat' }).click()
  await visitor.getByText(/valid email/i).waitFor()
  await visitor.getByLabel('Email').fill('elif@example.com')
  await visitor.getByRole('button', { name: 'Start chat' }).click()
  await visitor.getByText('Thank you.', { exact: false }).waitFor()
  const prompts = visitor.getByRole('button', { name: /^What is/ })
  expect(await prompts.allInnerTexts()).toEqual(['What is 12 * 7?', 'What is 5 * 5?'])
  await prompts.first().click()
  await expect.poll(() => lastAnswer(visitor).innerText()).toContain('84')

  const files = visitor.locator('input[type="file"]').first()
  await files.setInputFiles(PNG)
  await visitor
    .getByText(/photo\.png/)
    .first()
    .waitFor()
  await visitor
    .getByRole('alert')
    .or(visitor.getByText(/cannot be|not accepted|takes/))
    .first()
    .waitFor()
  await lastAnswer(visitor).getByRole('button', { name: 'Good answer' }).click()
  await visitor.reload()
  for (const question of ['What is 2 * 2?', 'And then?']) {
    await visitor.getByRole('textbox', { name: 'Message' }).fill(question)
    await visitor.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => lastAnswer(visitor).innerText()).not.toBe('')
  }
  await expect.poll(() => lastAnswer(visitor).innerText()).toContain('Slow down')
  expect(await ask({ origin: 'https://other.example' })).toBe(403)

  await page.goto(`${url}/app/chatflows?messages=${id}&tab=leads`)
  await page.getByText('elif@example.com').first().waitFor()
  await page.getByText('Inbox', { exact: true }).click()
  await page.getByRole('list', { name: 'Conversations' }).getByText('Elif').first().waitFor()

  await callAs(page, 'PUT', `/chatflows/${id}`, { isPublic: false })
  await visitor.goto(address)
  await visitor.getByRole('heading', { name: /not available/ }).waitFor()

  const keys = (await callAs(page, 'GET', '/apikey')) as { id: string; keyName: string }[]
  const keyId = keys.find((each) => each.keyName === keyName)?.id
  await callAs(page, 'PUT', `/chatflows/${id}`, { apikeyid: keyId })
  await page.goto(`${url}/app/apikey`)
  await page.getByRole('button', { name: `Actions for ${keyName}` }).click()
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  const question = page.getByRole('alertdialog', { name: `Delete “${keyName}”?` })
  await question.getByText(flowName).waitFor()
  await question.getByRole('button', { name: 'Delete key' }).click()
  await page.getByText(`${keyName} deleted.`, { exact: false }).waitFor()
  expect(await ask({ authorization: `Bearer ${key}` })).toBe(401)
  expect([...complaints, ...ofVisitor]).toEqual([])
})
