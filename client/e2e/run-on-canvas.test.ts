import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, openBrowser, register } from './browser.ts'

const { openPage } = openBrowser()

const MODEL = 'flowtillDemoModel_0'
const CHAIN = 'conversationChain_0'

const balanceOf = async (page: Page) =>
  ((await callAs(page, 'GET', '/wallets/me')) as { balance: number }).balance
const runState = (page: Page, node: string) => page.getByTestId(`node-${node}`).getAttribute('data-run')

async function ask(page: Page, question: string) {
  const write = page.getByRole('textbox', { name: 'Message' })
  await write.fill(question)
  await write.press('Enter')
}

async function waitForAnswer(page: Page) {
  await expect
    .poll(() => page.getByRole('log').getByRole('article').last().getAttribute('aria-busy'), {
      timeout: 30_000,
    })
    .toBe('false')
}

test('a run lights the canvas, leaves its receipt, can be played again, pinned for nothing, and stopped', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.getByRole('button', { name: 'Can I return a plate that arrived chipped?' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByTestId(`node-${MODEL}`).waitFor()
  await expect.poll(() => page.getByTestId('cost-chip').innerText()).toMatch(/≈ \$0\.\d+/)

  await waitForAnswer(page)

  // The run lights the nodes, and the trace is its receipt.
  await ask(page, 'How long does shipping to Berlin take? [[sandbox delay=80]]')
  await expect.poll(() => runState(page, MODEL)).toBe('running')
  await waitForAnswer(page)
  await expect.poll(() => runState(page, CHAIN)).toBe('done')
  const receipt = page.getByTestId('run-receipt')
  await expect.poll(() => receipt.innerText()).toMatch(/Total\s+\$0\.0\d+/)
  const total = /Total\s+(\S+)/.exec(await receipt.innerText())?.[1]
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect.poll(() => page.getByTestId('run-total').innerText()).toBe(total)

  // After a reload the run is picked again and looked at in another moment.
  await page.reload()
  await page.getByTestId(`node-${MODEL}`).waitFor()
  await page.getByTestId('chat-button').click()
  await page.getByRole('button', { name: 'Earlier runs' }).first().click()
  await page.getByRole('button', { name: /How long does shipping/ }).click()
  await expect.poll(() => runState(page, CHAIN)).toBe('done')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const moment = page.getByRole('slider', { name: 'Moment of the run' })
  await moment.focus()
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('ArrowLeft')
  }
  await expect.poll(() => runState(page, MODEL)).toBe('running')
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect.poll(() => runState(page, MODEL)).toBe('done')

  // Pinned, the model says the same again, and nothing is charged.
  await page.getByTestId(`node-${MODEL}`).click({ button: 'right', position: { x: 60, y: 12 } })
  await page.getByRole('menuitem', { name: 'Pin output' }).click()
  const before = await balanceOf(page)
  await ask(page, 'Something else entirely')
  await waitForAnswer(page)
  await expect.poll(() => receipt.innerText()).toContain('reused')
  expect(await page.getByRole('log').getByRole('article').last().innerText()).toContain('4 to 7 days')
  expect(await balanceOf(page)).toBe(before)

  // Free again, a long answer is stopped.
  await page.getByTestId(`node-${MODEL}`).click({ button: 'right', position: { x: 60, y: 12 } })
  await page.getByRole('menuitem', { name: 'Unpin output' }).click()
  await ask(page, 'Hello [[sandbox tokens=400 delay=40]]')
  await page.getByTestId('stop-run').click()
  await expect.poll(() => page.getByRole('log').innerText()).toContain('Stopped.')
  expect(await balanceOf(page)).toBeLessThan(before)
  expect(complaints).toEqual([])
})
