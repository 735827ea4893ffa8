import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { still } from './axe.ts'
import { openBrowser, openCanvas, register, untilFocused } from './browser.ts'
import { card } from './journey-canvas.ts'

const { openPage } = openBrowser()

async function search(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await untilFocused(page.getByRole('combobox', { name: 'Search or jump to' }))
  await page.keyboard.type(text)
  return page.getByRole('dialog', { name: 'Search or jump to' }).getByRole('option')
}

test('the palette publishes, adds, undoes and finds on a canvas, and creates no flow called "publish"', async () => {
  const { page, url, complaints } = await openPage(still)
  await register(page, url, '/app/integrations')
  await openCanvas(page, url)

  const publish = await search(page, 'publish')
  await publish.first().waitFor()
  expect(await publish.allInnerTexts()).toEqual([expect.stringContaining('Publish')])
  expect(await publish.first().getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')

  await (await search(page, '+conversation chain')).first().waitFor()
  await page.keyboard.press('Enter')
  const chain = card(page, 'conversationChain_0')
  await chain.waitFor()
  const star = chain.getByRole('img', { name: 'required' }).first()
  expect(await star.evaluate((each) => getComputedStyle(each, '::before').content)).toBe('"*"')
  expect(await chain.innerText()).toContain('Answer')

  await (await search(page, '+openai')).first().waitFor()
  await page.keyboard.press('Enter')
  await card(page, 'chatOpenAI_0').locator('.node-icon[data-mark]').waitFor()

  await (await search(page, 'undo')).first().waitFor()
  await page.keyboard.press('Enter')
  await card(page, 'chatOpenAI_0').waitFor({ state: 'detached' })
  await (await search(page, 'yinele')).first().waitFor()
  await page.keyboard.press('Enter')
  await card(page, 'chatOpenAI_0').waitFor()

  await (await search(page, '@conv')).first().waitFor()
  await page.keyboard.press('Enter')
  await untilFocused(chain)
  await (await search(page, 'chcklist')).first().waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('tab', { name: /^Checklist/ }).getAttribute('aria-selected'))
    .toBe('true')
  expect(complaints).toEqual([])
})
