import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still } from './axe.ts'
import { callAs, openBrowser, register, signIn, signInAdmin } from './browser.ts'
import { ask, lastAnswer, openPublicFlow, phone } from './public-chat.ts'

const browser = openBrowser()

test('an operator lets a draft be written, stops one, changes it, and sends it; the visitor sees only that', async () => {
  const { id, visit } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const { page: visitor } = await visit(phone)
  await ask(visitor, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(visitor).innerText()).toContain('84')

  const { page: desk, url, complaints } = await browser.openPage(still)
  await signInAdmin(desk, url, `/app/chatflows?messages=${id}`)
  await desk.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click()
  await desk.getByRole('switch', { name: 'AI answers' }).click()
  await desk.getByText('AI is off.').waitFor()
  await ask(visitor, 'What is 5 * 5?')
  await desk.getByRole('log', { name: 'Thread' }).getByText('What is 5 * 5?').waitFor()
  const field = desk.getByRole('textbox', { name: 'Reply' })
  const suggest = desk.getByRole('button', { name: 'Suggest a reply' })

  await field.fill('Hello!')
  await suggest.click()
  await expect.poll(() => field.inputValue()).toMatch(/^Hello!\n\n[\s\S]*25/)
  await suggest.waitFor()
  expect(await desk.locator('.inbox-reply').getByRole('alert').count()).toBe(0)
  expect(await visitor.getByRole('log').innerText()).not.toContain('Hello!')
  await field.fill('It is 25, says root.')
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await visitor.getByRole('log').getByText('It is 25, says root.').waitFor()
  const stored = (await callAs(desk, 'GET', `/chatmessage/${id}?chatType=EXTERNAL`)) as { content: string }[]
  expect(stored.map(({ content }) => content).filter((text) => /25/.test(text))).toEqual([
    'It is 25, says root.',
  ])

  await ask(visitor, 'Count [[sandbox tokens=400 delay=60]]')
  await desk.getByRole('log', { name: 'Thread' }).getByText('Count').waitFor()
  await suggest.click()
  await expect.poll(() => field.inputValue()).toMatch(/^one two three/)
  await desk.getByRole('button', { name: 'Stop', exact: true }).click()
  await suggest.waitFor()
  expect((await field.inputValue()).length).toBeLessThan(1_500)

  await field.fill('')
  await ask(visitor, '[[sandbox error=500]] Hello')
  await desk.getByRole('log', { name: 'Thread' }).getByText('sandbox error', { exact: false }).waitFor()
  await suggest.click()
  await desk.locator('.inbox-reply').getByRole('alert').waitFor()
  expect(await field.inputValue()).toBe('')
  expect(complaints).toEqual([])
})

test('a moderator gets a draft in a conversation of another owner, and reads nothing about money', async () => {
  const { id, visit, owner } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const { page: visitor } = await visit(phone)
  await ask(visitor, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(visitor).innerText()).toContain('84')
  const { page: desk, url, complaints } = await browser.openPage(still)
  const person = await register(desk, url, '/api/v1/ping')
  const { id: userId } = (await callAs(desk, 'GET', '/auth/me')) as { id: string }
  await callAs(owner, 'PUT', `/auth/users/${userId}`, { role: 'MODERATOR' })
  // A new role ends the session.
  await signIn(desk, url, person, `/app/chatflows?messages=${id}`)
  await desk.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click()

  const suggest = desk.getByRole('button', { name: 'Suggest a reply' })
  await suggest.click()

  await expect.poll(() => desk.getByRole('textbox', { name: 'Reply' }).inputValue()).toContain('look it up')
  expect(await suggest.getAttribute('title')).not.toContain('charge')
  expect(complaints).toEqual([])
})
