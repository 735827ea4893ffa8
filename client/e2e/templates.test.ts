import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, register, signInAdmin } from './browser.ts'

// Journey 8: from a template to an answer, and from a flow to a template.

const { openPage } = openBrowser()

const heads = (page: Page) => page.locator('.template-card h2').allInnerTexts()

test('an administrator finds a template, looks at it, uses it, keeps it as his own and deletes it', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url)
  await page.goto(`${url}/app/flow-templates`)
  await page.getByRole('heading', { level: 1, name: 'Flow Templates' }).waitFor()
  await expect.poll(async () => (await heads(page)).length).toBeGreaterThanOrEqual(5)
  await page.getByRole('searchbox').fill('translate and check')
  await expect.poll(() => heads(page)).toEqual(['Translate and check'])

  await page.getByRole('link', { name: 'Translate and check' }).click()
  await page.getByRole('link', { name: 'Look at it on the canvas' }).click()
  await page.waitForURL('**/marketplace/*')
  await page.getByTestId('node-llmChain_1').waitFor()
  await page.keyboard.press('Delete')
  expect(await page.getByTestId('node-llmChain_1').count()).toBe(1)

  await page.getByRole('button', { name: 'Use template' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('My translator')
  await page.getByRole('button', { name: 'Create flow' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByTestId('node-llmChain_1').waitFor()
  expect(await page.getByTestId('checklist-count').getAttribute('data-tone')).not.toBe('blocking')

  await page.getByTestId('chat-button').click()
  const write = page.getByRole('textbox', { name: /message/i })
  await write.fill('The plate is broken.')
  await write.press('Enter')
  await expect
    .poll(() => page.getByRole('log').getByRole('article').count(), { timeout: 30_000 })
    .toBeGreaterThan(1)

  await page.getByRole('button', { name: 'More about the flow' }).click()
  await page.getByRole('menuitem', { name: /Save as template/ }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Give the template a name').waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('House translator')
  await page.getByRole('textbox', { name: /^Use cases/ }).fill('Support, Letters')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('“House translator” is one of your templates.').waitFor()

  await page.goto(`${url}/app/flow-templates`)
  await page.getByText(/^My templates/).click()
  await page.getByRole('link', { name: 'House translator' }).click()
  await page.getByRole('button', { name: 'Delete template' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
  await page.getByText('“House translator” deleted.').waitFor()
  expect(complaints).toEqual([])
})

test('an agent flow is begun with its start, which stays, and stands in its own list', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url)
  await page.goto(`${url}/agentcanvas`)
  await page.waitForURL('**/agentcanvas/*')
  const start = page.getByTestId('node-startAgentflow_0')
  await start.click()
  await page.keyboard.press('Delete')
  expect(await start.count()).toBe(1)

  await page.goto(`${url}/app/agentflows`)
  await page.getByRole('link', { name: 'Untitled agent flow' }).first().waitFor()
  expect(complaints).toEqual([])
})

test('who is no administrator has no gallery', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await page.goto(`${url}/app/flow-templates`)

  await page
    .getByRole('heading', { name: /admin/i })
    .or(page.getByText(/admin account/i))
    .first()
    .waitFor()
  expect(await page.locator('.template-card').count()).toBe(0)
})
