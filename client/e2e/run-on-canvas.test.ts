import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { callAs, openBrowser, register } from './browser.ts'

const { openPage } = openBrowser()

const MODEL = 'chatDefault_0'
const CHAIN = 'conversationChain_0'

const balanceOf = async (page: Page) =>
  ((await callAs(page, 'GET', '/wallets/me')) as { balance: number }).balance

/** Admin calls over REST; money routes need their own key. */
async function emptyWallet(url: string, userId: string) {
  const { username, password } = inject('admin')
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.8.7', ...headers },
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }
  const { token } = await send('/auth/login', { username, password })
  await send(
    '/wallets/upsert',
    { userId, amount: 0 },
    { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  )
}

const runState = (page: Page, node: string) => page.getByTestId(`node-${node}`).getAttribute('data-run')

const messages = (page: Page) => page.getByRole('log').getByRole('article')

/** Sends a question and waits until it and its pending answer are shown. */
async function sendQuestion(page: Page, question: string) {
  const before = await messages(page).count()
  const write = page.getByRole('textbox', { name: 'Message' })
  await write.fill(question)
  await write.press('Enter')
  await expect.poll(() => messages(page).count()).toBe(before + 2)
}

async function waitForAnswer(page: Page) {
  await expect.poll(() => messages(page).last().getAttribute('aria-busy')).toBe('false')
}

/** Records every state of a node, since some are too short to be polled. */
function watchStates(page: Page, node: string) {
  return page.getByTestId(`node-${node}`).evaluateHandle((card) => {
    const states: string[] = []
    new MutationObserver(() => states.push(card.getAttribute('data-run') ?? '')).observe(card, {
      attributeFilter: ['data-run'],
    })
    return states
  })
}

test('a run highlights the canvas, shows its receipt, and can be replayed, pinned at no cost, and stopped', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.getByRole('button', { name: 'Can I return a plate that arrived chipped?' }).click()
  await page.waitForURL('**/canvas/*')
  await page.getByTestId(`node-${MODEL}`).waitFor()
  await expect.poll(() => page.getByTestId('cost-chip').innerText()).toMatch(/≈ \$0\.\d+/)
  await page.getByTestId('cost-chip').click()
  const costs = page.getByRole('dialog', { name: 'Cost of a message' })
  await costs.getByText('Default model').waitFor()
  await costs.getByText(/Your balance covers about [\d,]+ messages\./).waitFor()
  await page.keyboard.press('Escape')

  await waitForAnswer(page)

  const funds = await balanceOf(page)
  const states = await watchStates(page, MODEL)
  await sendQuestion(page, 'How long does shipping to Berlin take? [[sandbox delay=80]]')
  await waitForAnswer(page)
  await expect.poll(() => states.jsonValue()).toContain('running')
  await expect.poll(() => runState(page, CHAIN)).toBe('done')
  const receipt = page.getByTestId('run-receipt')
  await expect.poll(() => receipt.innerText()).toMatch(/Total\s+\$0\.0\d+/)
  const total = /Total\s+(\S+)/.exec(await receipt.innerText())?.[1]
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect.poll(() => page.getByTestId('run-total').innerText()).toBe(total)
  for (const label of ['Buffer Memory', 'Conversation Chain', 'Default model']) {
    await page.getByRole('table').getByText(label).first().waitFor()
  }
  const footer = page
    .getByRole('log')
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Show this run/ })
  await expect.poll(() => footer.innerText()).toMatch(/ms|s · [\d,]+ tok · \$0\.0\d+/)
  await expect.poll(() => balanceOf(page)).toBeLessThan(funds)

  await page.getByTestId(`node-${MODEL}`).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Last run' }).click()
  await page
    .getByRole('heading', { name: /Request|Input/ })
    .first()
    .waitFor()
  await page
    .getByRole('heading', { name: /Response|Output/ })
    .first()
    .waitFor()
  await page.getByTestId('chat-button').click()

  // Arrow up recalls the last question; Shift and Enter insert a line break.
  const write = page.getByRole('textbox', { name: 'Message' })
  await write.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => write.inputValue()).toContain('How long does shipping to Berlin take?')
  await write.fill('One')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Two')
  await expect.poll(() => write.inputValue()).toBe('One\nTwo')
  await write.fill('')

  await page.reload()
  await page.getByTestId(`node-${MODEL}`).waitFor()
  await page.getByTestId('chat-button').click()
  await page.getByRole('button', { name: 'Earlier runs' }).first().click()
  await page.getByRole('button', { name: /How long does shipping/ }).click()
  await expect.poll(() => runState(page, CHAIN)).toBe('done')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const moment = page.getByRole('slider', { name: 'Position in the run' })
  await moment.focus()
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('ArrowLeft')
  }
  await expect.poll(() => runState(page, MODEL)).toBe('running')
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect.poll(() => runState(page, MODEL)).toBe('done')

  await page.getByTestId(`node-${MODEL}`).click({ button: 'right', position: { x: 60, y: 12 } })
  await page.getByRole('menuitem', { name: 'Pin output' }).click()
  const before = await balanceOf(page)
  await sendQuestion(page, 'Something else entirely')
  await waitForAnswer(page)
  await expect.poll(() => receipt.innerText()).toContain('reused')
  await expect.poll(() => messages(page).last().innerText()).toContain('4 to 7 days')
  await expect.poll(() => balanceOf(page)).toBe(before)

  await page.getByTestId(`node-${MODEL}`).click({ button: 'right', position: { x: 60, y: 12 } })
  await page.getByRole('menuitem', { name: 'Unpin output' }).click()
  await sendQuestion(page, 'Hello [[sandbox tokens=400 delay=40]]')
  await messages(page).last().locator('.md').waitFor()
  await page.getByTestId('stop-run').click()
  await expect.poll(() => page.getByRole('log').innerText()).toContain('Stopped.')
  await expect.poll(() => balanceOf(page)).toBeLessThan(before)

  await sendQuestion(page, 'Hello [[sandbox error=503]]')
  const failed = messages(page).last()
  await failed.getByRole('button', { name: 'Try again' }).waitFor()
  await expect.poll(() => runState(page, MODEL)).toBe('failed')
  await failed.getByRole('button', { name: 'Show Default model' }).click()
  await expect.poll(() => page.getByTestId(`node-${MODEL}`).getAttribute('data-selected')).not.toBeNull()

  const stored = `${new URL(page.url()).pathname.split('/').at(-1)}_INTERNAL`
  await page.evaluate((key) => {
    const chat = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...chat, lead: { name: 'Ada' } }))
  }, stored)
  await page.getByRole('button', { name: 'Clear chat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear chat' }).click()
  await expect.poll(() => messages(page).count()).toBe(0)
  expect(JSON.parse((await page.evaluate((key) => localStorage.getItem(key), stored)) ?? '')).toEqual({
    lead: { name: 'Ada' },
  })

  const { userId } = (await callAs(page, 'GET', '/wallets/me')) as { userId: string }
  await emptyWallet(url, userId)
  await sendQuestion(page, 'Hello again')
  await page.getByRole('link', { name: 'Add balance' }).first().waitFor()
  expect(complaints).toEqual([])
})
