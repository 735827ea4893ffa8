import { expect, test } from 'vitest'
import { openBrowser, register, registerOnScreen } from './browser.ts'

const { openPage } = openBrowser()

test('a new visitor registers, opens the example, and gets a streamed, paid answer within two minutes', async () => {
  const { page, url, complaints } = await openPage()
  const startedAt = Date.now()
  await registerOnScreen(page, url)
  const balance = page.getByTestId('wallet-balance')
  await expect.poll(() => balance.innerText()).toContain('$5.00')

  await page.getByRole('button', { name: 'Can I return a plate that arrived chipped?' }).click()
  await page.waitForURL('**/canvas/*')

  const answer = page.getByRole('log').getByRole('article').last()
  await expect.poll(() => answer.innerText()).toContain('30 days')
  await expect.poll(() => answer.innerText()).toMatch(/\d tok · \$0\.0000\d+/)
  expect(Date.now() - startedAt).toBeLessThan(120_000)

  await page.goto(`${url}/app/chatflows`)
  await expect.poll(() => page.getByTestId('wallet-balance').innerText()).toContain('$4.99')
  await expect.poll(() => page.getByRole('link', { name: 'Returns desk' }).count()).toBe(1)
  expect(complaints).toEqual([])
})

test('the conversation persists after a reload, and its history is used', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.getByRole('button', { name: 'How long does shipping to Berlin take?' }).click()
  const log = page.getByRole('log')
  await expect.poll(() => log.innerText()).toContain('4 to 7 days')

  const write = page.getByRole('textbox', { name: /message/i })
  await write.fill('My name is Deniz.')
  await write.press('Enter')
  await expect.poll(() => log.getByRole('article').count()).toBe(4)
  // Leaving the page while the answer streams would stop it.
  await expect.poll(() => log.getByRole('article').last().getAttribute('aria-busy')).toBe('false')
  await page.reload()
  await page.getByTestId('chat-button').click()
  await expect.poll(() => log.innerText()).toContain('My name is Deniz.')
  await page.getByRole('textbox', { name: /message/i }).fill('What is my name?')
  await page.getByRole('textbox', { name: /message/i }).press('Enter')

  await expect.poll(() => log.getByRole('article').last().innerText()).toContain('Deniz')
  expect(complaints).toEqual([])
})
