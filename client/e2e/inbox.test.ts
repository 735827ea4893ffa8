import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { openBrowser, signInAdmin } from './browser.ts'
import { ask, lastAnswer, openPublicFlow, phone } from './public-chat.ts'

const browser = openBrowser()
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('an operator sees a visitor write, takes over, answers, and hands back to AI; a search finds it', async () => {
  const { id, visit } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const { page: desk, url, complaints } = await browser.openPage(still)
  await signInAdmin(desk, url, `/app/chatflows?messages=${id}`)
  await desk.getByText('Live', { exact: true }).waitFor()
  await desk.getByText('No conversations yet').waitFor()

  const { page: visitor, complaints: ofVisitor } = await visit(phone)
  await ask(visitor, 'What is 12 * 7?')
  const row = desk.getByRole('list', { name: 'Conversations' }).getByRole('button')
  await row.getByText('What is 12 * 7?').first().click()
  const thread = desk.getByRole('log', { name: 'Thread' })
  await thread.getByText('84').first().waitFor()
  await expect.poll(() => row.getByText(/unread/).count()).toBe(0)

  await desk.getByRole('switch', { name: 'AI answers' }).click()
  await desk.getByText('AI is off.').waitFor()
  await visitor.getByText('A person is with you').waitFor()
  await visitor.getByRole('textbox', { name: 'Message' }).pressSequentially('Is a real')
  await desk.getByText('The visitor is typing').waitFor()
  await ask(visitor, 'Is a real person there?')
  await thread.getByText('Is a real person there?').waitFor()

  await desk.getByRole('textbox', { name: 'Reply' }).fill('Yes, I am checking the packing table.')
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await visitor.getByRole('log').getByText('Yes, I am checking the packing table.').waitFor()
  await visitor.getByText('root is with you').waitFor()
  expect(await visitor.getByText('Is a real person there?').count()).toBe(1)
  expect(await lastAnswer(visitor).innerText()).toContain('packing table')
  await thread.getByText('Seen').waitFor()

  await desk.locator('.inbox-reply input[type="file"]').setInputFiles({
    ...{ name: 'table.png', mimeType: 'image/png' },
    buffer: Buffer.from(PIXEL, 'base64'),
  })
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  const picture = lastAnswer(visitor).getByRole('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

  await desk.getByRole('button', { name: 'Hand back…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Hand back to AI' })
  expect(await dialog.getByRole('textbox').inputValue()).toContain('checking the packing table')
  await dialog.getByRole('button', { name: 'Hand back' }).click()
  await thread.getByText(/handed back to AI/).waitFor()
  await ask(visitor, 'What is 5 * 5?')
  await expect.poll(() => lastAnswer(visitor).innerText()).toContain('25')

  const search = desk.getByRole('searchbox')
  await search.fill('zebra')
  await desk.getByText('No conversation matches').waitFor()
  await search.fill('packing')
  await row.first().waitFor()
  expect(new URL(desk.url()).searchParams.get('q')).toBe('packing')
  const countMarks = () => desk.evaluate(() => CSS.highlights.get('inbox-search')?.size ?? 0)
  await expect.poll(countMarks).toBeGreaterThan(0)
  expect(await violationsInBothSchemes(desk, 'inbox')).toEqual([])
  await desk.getByText('Leads', { exact: true }).click()
  await desk.getByText('No leads yet').waitFor()
  expect(await violationsInBothSchemes(desk, 'leads')).toEqual([])
  expect([...complaints, ...ofVisitor]).toEqual([])
})
