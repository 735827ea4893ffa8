import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'
import { ask, lastAnswer, openPublicFlow, phone } from './public-chat.ts'

const browser = openBrowser()

const rowsOf = (desk: Page) => desk.getByRole('list', { name: 'Conversations' }).getByRole('button')
const figuresOf = (desk: Page) => desk.getByLabel('Figures of this period')

async function exportAs(desk: Page, format: 'JSON' | 'CSV') {
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Export', exact: true }).click()
  await desk.getByRole('menuitem', { name: `Export ${format}` }).click()
  return readFile(await (await download).path(), 'utf8')
}

test('two visitors and two operators: figures, filters, live messages, a switch seen by both, export and deletion', async () => {
  const shop = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    chatbotConfig: { chatFeedback: { status: true } },
  })
  const { id, visit } = shop
  const { page: iris } = await visit(phone)
  const { page: mert } = await visit(phone)
  await ask(iris, 'Do you have giraffes?')
  await expect.poll(() => lastAnswer(iris).innerText()).toContain('I do not know')
  await ask(mert, 'What is 5 * 5?')
  await expect.poll(() => lastAnswer(mert).innerText()).toContain('25')
  await lastAnswer(mert).getByRole('button', { name: 'Bad answer' }).click()
  await mert.getByPlaceholder(/missing, wrong/).fill('Too short.')
  await mert.getByRole('button', { name: 'Send comment' }).click()
  await fetch(`${shop.url}/api/v1/prediction/${id}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ question: 'What is 3 * 3?', chatId: 'from-a-program' }),
  })

  const { page: desk, url, complaints } = await browser.openPage(still)
  await signInAdmin(desk, url, `/app/chatflows?messages=${id}`)
  const rows = rowsOf(desk)
  await expect.poll(() => rows.count()).toBe(3)
  const stats = (await callAs(desk, 'GET', `/stats/${id}`)) as {
    totalSessions: number
    totalMessages: number
  }
  await expect
    .poll(() => figuresOf(desk).innerText())
    .toMatch(new RegExp(`${stats.totalSessions}\\s+conversations[\\s\\S]*${stats.totalMessages}\\s+messages`))

  // Filters are part of the address: another window shows the same.
  await desk.getByRole('combobox', { name: 'Platform' }).click()
  await desk.getByRole('option', { name: 'API' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await desk.getByRole('combobox', { name: 'Platform' }).click()
  await desk.getByRole('option', { name: 'Any platform' }).click()
  await desk.getByRole('combobox', { name: 'More filters' }).click()
  await desk.getByRole('option', { name: 'Rated negative' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('What is 5 * 5?').first().waitFor()
  await desk.getByRole('button', { name: 'All', exact: true }).click()
  await desk.getByRole('searchbox').fill('giraffes')
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(() => new URL(desk.url()).searchParams.get('q')).toBe('giraffes')
  const second = await desk.context().newPage()
  await second.goto(desk.url())
  await expect.poll(() => rowsOf(second).count()).toBe(1)
  await rowsOf(second).getByText('giraffes', { exact: false }).first().click()
  await desk.getByRole('searchbox').press('Escape')
  await desk.getByRole('searchbox').fill('')
  await expect.poll(() => rows.count()).toBe(3)

  await rows.getByText('giraffes', { exact: false }).first().click()
  const thread = desk.getByRole('log', { name: 'Thread' })
  await thread.getByText('I do not know', { exact: false }).first().waitFor()
  await thread.getByText('Today').waitFor()
  await desk.getByText('Also open in another window', { exact: false }).waitFor()

  // While somebody writes a reply, the list keeps its order.
  const first = () => rows.first().innerText()
  await desk.getByRole('switch', { name: 'AI answers' }).click()
  await desk.getByText('AI is off.').waitFor()
  await second.getByText('AI is off.').waitFor()
  await desk.getByRole('textbox', { name: 'Reply' }).fill('One mom')
  await iris.getByText(/is typing/).waitFor()
  const before = await first()
  await ask(mert, 'And 6 * 6?')
  await rows.getByText('And 6 * 6?').or(rows.getByText('36')).first().waitFor()
  await expect.poll(() => desk.title()).toMatch(/^\(\d+\) /)
  expect(await first()).toBe(before)
  await desk.getByRole('textbox', { name: 'Reply' }).fill('One moment, please.')
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await iris.getByRole('log').getByText('One moment, please.').waitFor()
  await second.getByRole('log', { name: 'Thread' }).getByText('One moment, please.').waitFor()
  await ask(iris, 'Are you a robot?')
  await thread.getByText('Are you a robot?').waitFor()
  const stored = JSON.stringify(await callAs(desk, 'GET', `/chatmessage/${id}?chatType=EXTERNAL`))
  expect(stored).toContain('"isManualMessage":true')

  await second.getByRole('switch', { name: 'AI answers' }).click()
  await expect.poll(() => desk.getByText('AI is off.').count()).toBe(0)
  await ask(iris, 'What is 8 * 8?')
  await expect.poll(() => lastAnswer(iris).innerText()).toContain('64')

  const exported = JSON.parse(await exportAs(desk, 'JSON')) as unknown[]
  const lines = (await exportAs(desk, 'CSV')).trim().split('\r\n')
  const counted = (await callAs(desk, 'GET', `/stats/${id}`)) as typeof stats
  expect(exported).toHaveLength(3)
  expect(lines).toHaveLength(1 + counted.totalMessages)

  await desk.getByRole('button', { name: 'Conversation menu' }).click()
  await desk.getByRole('menuitem', { name: 'Delete conversation' }).click()
  const question = desk.getByRole('alertdialog')
  await question.getByText(/what the flow remembers of this session.* are deleted/).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await desk.getByRole('searchbox').fill('zebra')
  await desk.getByText('No conversation matches').waitFor()
  await desk.getByRole('searchbox').fill('5 * 5')
  await expect.poll(() => rows.count()).toBe(1)
  await desk.getByRole('button', { name: 'Export', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Delete all that match' }).click()
  await question.getByText('Delete 1 conversation?').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await desk.getByText('No conversation matches').waitFor()
  await desk.getByRole('searchbox').fill('')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('What is 3 * 3?').first().waitFor()
  expect(complaints).toEqual([])
})
