import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, openCanvas, signInAdmin } from './browser.ts'
import { statusOf } from './run-command.ts'

const { openPage } = openBrowser()

async function makeFlow(page: Page, name: string) {
  const flow = { name, type: 'CHATFLOW', flowData: aDemoFlow() }
  return (await callAs(page, 'POST', '/chatflows', flow)) as SavedFlow
}

test('from the list: a key is created, the cURL runs with it and not without; Try it shows text, time and cost', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/api/v1/ping')
  const name = `Plates ${process.pid}`
  const { id } = await makeFlow(page, name)
  await page.goto(`${url}/app/chatflows`)
  const opener = page
    .getByRole('button', { name: new RegExp(`${name}$`) })
    .and(page.locator('.flow-menu-button'))
  await opener.click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share / API' })
  await dialog.getByText('v1 published').waitFor()

  await dialog.getByRole('combobox', { name: 'Who can call' }).click()
  await page.getByRole('option', { name: 'Create a key…' }).click()
  await dialog.getByLabel('Key name').fill(`Shop ${process.pid}`)
  await page.keyboard.press('Enter')
  const key = await dialog.getByLabel('New API key').inputValue()
  const code = dialog.getByRole('region', { name: 'cURL code' })
  await expect.poll(() => code.textContent()).toContain(key)
  const command = (await code.textContent()) ?? ''
  expect(await violationsInBothSchemes(page, 'Share / API', { isStrict: true })).toEqual([])

  const views = (await callAs(page, 'POST', '/apikey', {
    keyName: `Views ${process.pid}`,
    permissions: ['chatflows:view'],
  })) as ApiKey[]
  const viewKey = views.find(({ apiKey }) => !apiKey.includes('…'))?.apiKey ?? ''
  expect(await statusOf(command)).toBe('200')
  expect(await statusOf(command.replace(/ {2}-H 'Authorization[^\n]*\n/, ''))).toBe('401')
  expect(await statusOf(command.replace(key, viewKey))).toBe('403')

  await dialog.getByRole('switch', { name: 'Stream the answer' }).click({ force: true })
  await expect.poll(() => code.textContent()).toContain('"streaming": true')
  await dialog.getByRole('button', { name: /^Try it/ }).click()
  const trial = dialog.getByRole('region', { name: 'Try it' })
  await expect.poll(() => trial.textContent()).toMatch(/200\d+\.\d s · [\d,]+ tok · \$0\.\d{4,6}/)
  const answers = (await callAs(page, 'GET', `/chatmessage/${id}?order=DESC`)) as { content: string }[]
  expect(await dialog.getByLabel('Result').textContent()).toBe(answers[0]?.content)

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  // The full key must be neither on the page nor in its storage.
  expect(await page.evaluate(() => document.body.innerHTML + JSON.stringify(localStorage))).not.toContain(key)
  expect(complaints).toEqual([])
})

test('from the canvas: making a flow public asks for confirmation once, opens its address, and links to its access settings', async () => {
  const { page, url, complaints } = await openPage(still)
  await signInAdmin(page, url, '/api/v1/ping')
  const { id } = await makeFlow(page, `Public ${process.pid}`)
  await openCanvas(page, url, id)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share / API' })
  await dialog.getByRole('button', { name: 'Share link' }).click()
  const predict = async () => {
    const question = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"question":"Hi"}',
    }
    return (await fetch(`${url}/api/v1/prediction/${id}`, question)).status
  }
  expect(await predict()).toBe(404)

  await dialog.getByRole('switch', { name: 'Public' }).click({ force: true })
  await page.getByRole('button', { name: 'Make public' }).click()
  const address = await dialog.getByRole('textbox', { name: 'REST address' }).inputValue()
  expect(new URL(address).pathname).toBe(`/api/v1/prediction/${id}`)
  expect(await predict()).toBe(200)
  expect(await violationsInBothSchemes(page, 'Share link', { isStrict: true })).toEqual([])

  await dialog.getByRole('button', { name: 'Set' }).nth(1).click()
  const settings = page.getByRole('dialog', { name: 'Configuration' })
  await settings.getByRole('heading', { name: 'Rate limit' }).waitFor()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  expect(complaints).toEqual([])
})
