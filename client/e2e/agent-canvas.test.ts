import { expect, test } from 'vitest'
import { atRest, openBrowser, signInAdmin } from './browser.ts'
import { saveState } from './journey-canvas.ts'

const { openPage } = openBrowser()

test('an agent is built, configured and run with the keyboard', async () => {
  const { page, url, complaints } = await openPage()
  await signInAdmin(page, url, '/agentcanvas')
  await page.getByRole('application').waitFor()
  await atRest(page)

  await page.getByRole('button', { name: 'Add an agent' }).focus()
  await page.keyboard.press('Enter')
  const model = page.getByRole('combobox', { name: /^Model/ }).first()
  await model.waitFor()
  await expect.poll(() => page.getByTestId('checklist-count').innerText()).not.toContain('Ready')

  await model.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^Flowtill Demo/ }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
    .toMatch(/listbox|combobox/)
  await page.keyboard.type('Flowtill Demo')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Flowtill Demo' }).waitFor()
  await expect.poll(() => page.getByTestId('checklist-count').innerText()).toContain('Ready')
  await saveState(page).toBe('saved')

  await page.getByRole('button', { name: 'Chat', exact: true }).focus()
  await page.keyboard.press('Enter')
  const message = page.getByRole('textbox', { name: /message/i }).last()
  await message.waitFor()
  await message.focus()
  await page.keyboard.type('What is 6 times 7?')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.chat').last().innerText()).toContain('42')
  await expect.poll(() => page.getByRole('region', { name: /Run/ }).last().innerText()).toContain('Agent 0')

  await page.getByRole('button', { name: 'Flow actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Executions' }).press('Enter')
  await page.waitForURL(/\/app\/executions\?flow=/)
  await page
    .getByRole('link', { name: /Untitled agent flow/ })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})
