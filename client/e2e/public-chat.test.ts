import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { callAs, openBrowser } from './browser.ts'
import { ask, lastAnswer, openPublicFlow, phone } from './public-chat.ts'

const browser = openBrowser()

test('a visitor on a phone asks a starter prompt, streams an answer, stops one, and finds both after a reload', async () => {
  const chatbotConfig = {
    ...{ title: 'Kumaş Evi', welcomeMessage: 'Ask me about orders.' },
    starterPrompts: { 0: { prompt: 'What is 12 * 7?' } },
  }
  const { visit } = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
  const { page, complaints } = await visit(phone)
  expect(await page.title()).toBe('Kumaş Evi')
  await page.getByText('Ask me about orders.').waitFor()

  await page.getByRole('button', { name: 'What is 12 * 7?' }).tap()
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')

  await ask(page, 'Count [[sandbox tokens=400 delay=60]]')
  await expect.poll(() => lastAnswer(page).innerText()).toMatch(/one two three/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.poll(() => lastAnswer(page).innerText()).toContain('Stopped.')

  await page.reload()
  await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBe(4)
  expect(await page.getByRole('log').innerText()).toMatch(/84[\s\S]*one two three[\s\S]*Stopped\./)
  expect(complaints).toEqual([])
})

test('a visitor who loses the connection or the page in the middle of an answer gets all of it', async () => {
  const { visit } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const { page, complaints } = await visit()
  const countWords = async () => (await lastAnswer(page).innerText()).match(/\b(one|ten)\b/g)?.length

  await ask(page, 'Count [[sandbox tokens=60 delay=60]]')
  await expect.poll(() => lastAnswer(page).innerText()).toMatch(/one two three/)
  await page.context().setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.context().setOffline(false)
  await expect.poll(countWords).toBe(12)

  await ask(page, 'Again [[sandbox tokens=60 delay=60]]')
  await expect.poll(() => lastAnswer(page).innerText()).toMatch(/one two three/)
  await page.reload()
  await expect.poll(countWords).toBe(12)
  expect(await page.getByRole('log').getByRole('article').count()).toBe(4)
  expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(text))).toEqual([])
})

test('follow-up prompts appear after an answer, and a tap asks one of them', async () => {
  const { owner, change, visit } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const keys = (await callAs(owner, 'GET', '/credentials')) as { id: string; credentialName: string }[]
  const credentialId = keys.find(({ credentialName }) => credentialName === 'openAIApi')?.id
  const chatOpenAI = { credentialId, modelName: 'gpt-4o-mini', prompt: 'What comes next? {history}' }
  await change({
    chatbotConfig: JSON.stringify({ followUpPrompts: { status: true } }),
    followUpPrompts: JSON.stringify({ status: true, selectedProvider: 'chatOpenAI', chatOpenAI }),
  })
  const { page, complaints } = await visit(phone)
  const prompts = page.getByRole('group', { name: 'Follow-up questions' })

  await ask(page, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
  await prompts.getByRole('button').first().waitFor()
  const prompt = await prompts.getByRole('button').first().innerText()
  await prompts.getByRole('button').first().tap()

  await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBe(4)
  expect(await page.getByRole('log').getByRole('article').nth(2).innerText()).toContain(prompt)
  await expect.poll(() => lastAnswer(page).innerText()).toMatch(/\w{2}/)
  await prompts.getByRole('button').first().waitFor()
  expect(complaints).toEqual([])
})
