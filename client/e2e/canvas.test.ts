import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBrowser, register } from './browser.ts'

const { openPage } = openBrowser()

test('an exported Flowise file opens on the canvas, accepts a credential, is saved and answers', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  const file = join(import.meta.dirname, '../../server/testing/flows/conversation-chain.json')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'import a flow file' }).click()
  await (await chooser).setFiles(file)
  await page
    .getByRole('dialog', { name: 'Import a flow' })
    .getByRole('button', { name: 'Create flow' })
    .click()
  await page.waitForURL('**/canvas/*')

  // Two issues: a missing credential and an outdated version of the model node.
  await expect.poll(() => page.getByTestId('checklist-count').innerText()).toContain('2')
  const model = page.getByTestId('node-chatOpenAI_0')
  await model
    .getByRole('combobox', { name: /credential/i })
    .first()
    .click()
  await page.getByRole('option', { name: /Sandbox OpenAI/ }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved')

  await page.getByTestId('chat-button').click()
  const write = page.getByRole('textbox', { name: /message/i })
  await write.fill('What is 12 * 7?')
  await write.press('Enter')
  await expect.poll(() => page.getByRole('log').getByRole('article').last().innerText()).toContain('84')
  expect(complaints).toEqual([])
})
