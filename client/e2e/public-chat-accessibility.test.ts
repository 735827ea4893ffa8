import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still } from './axe.ts'
import { openBrowser, untilFocused } from './browser.ts'
import { ask, lastAnswer, openPublicFlow, phone } from './public-chat.ts'

const browser = openBrowser()

const chatbotConfig = {
  ...{ title: 'Kumaş Evi', titleBackgroundColor: '#0C5C57', userMessage: { backgroundColor: '#0C5C57' } },
  ...{ chatFeedback: { status: true }, fullFileUpload: { status: true } },
  starterPrompts: { 0: { prompt: 'What is 12 * 7?' } },
}

async function violationsOf(page: Page) {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      preload: false,
    }),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 120)}`))
}

test.each([
  ['light', 'en-US', { viewport: { width: 1440, height: 900 } }],
  ['dark', 'tr-TR', phone],
] as const)(
  'in %s mode and %s nothing is wrong for axe: greeting, answer, file, past conversations, rejection',
  async (colorScheme, locale, size) => {
    const { visit, change } = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
    const { page } = await visit({ ...still, ...size, colorScheme, locale })
    await page.getByRole('button', { name: 'What is 12 * 7?' }).waitFor()
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'What is 12 * 7?' }).click()
    await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
    await page.locator('input[type="file"]').setInputFiles({
      ...{ name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.from('x') },
    })
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: /Earlier conversations|Önceki sohbetler/ }).click()
    await page.getByRole('dialog').waitFor()
    expect(await violationsOf(page)).toEqual([])

    await change({ isPublic: false })
    await page.reload()
    await page.getByRole('heading').waitFor()
    expect(await violationsOf(page)).toEqual([])
  },
)

test('by keyboard alone: prompt, answer, rating, past conversations and back', async () => {
  const { visit } = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
  const { page } = await visit()
  const input = page.getByRole('textbox', { name: 'Message' })
  await page.getByRole('button', { name: 'What is 12 * 7?' }).focus()
  await page.keyboard.press('Enter')
  await untilFocused(input)
  await expect.poll(() => page.getByRole('status').last().textContent()).toBe('Answer: 12 × 7 = **84**')

  await page.keyboard.type('Say hello')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('twice')
  expect(await input.inputValue()).toBe('Say hello\ntwice')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBe(4)

  const past = page.getByRole('button', { name: 'Earlier conversations' })
  await past.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Earlier conversations' }).waitFor()
  await page.keyboard.press('Escape')
  await untilFocused(past)
})

test('the language changes at once and stays; a new conversation leaves the old one on the device', async () => {
  const { visit } = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
  const { page } = await visit()
  await ask(page, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')

  await page.getByRole('combobox', { name: 'Language' }).selectOption('tr')
  await page.getByRole('textbox', { name: 'Mesaj' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('tr')
  expect(await lastAnswer(page).innerText()).toContain('84')

  await page.getByRole('button', { name: 'Yeni sohbet' }).click()
  expect(await page.getByRole('log').getByRole('article').count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Önceki sohbetler' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^What is 12/ })
    .click()
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
})
