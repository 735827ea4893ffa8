import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { openBrowser } from './browser.ts'
import { openCable, openSite } from './other-site.ts'
import { openPublicFlow } from './public-chat.ts'

// The widget of Flowise, unchanged, as websites have it.
const script = readFileSync(new URL(import.meta.resolve('flowise-embed/dist/web.js')))
const browser = openBrowser()

const chatbotConfig = {
  starterPrompts: { 0: { prompt: 'What is 12 * 7?' } },
  ...{ chatFeedback: { status: true }, fullFileUpload: { status: true } },
  leads: { status: true, title: 'Who are you?', name: true, email: true },
}

const start = (call: string, url: string, id: string) =>
  `<script type="module">
    import Chatbot from '/web.js'
    Chatbot.${call}({ chatflowid: '${id}', apiHost: '${url}' })
  </script>`

test('popup from another origin: lead, file, streaming, rating, and on after a cut connection', async () => {
  const { url, owner, id } = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
  const cable = await openCable(url)
  const site = await openSite(start('init', cable.url, id), { script })
  const { page } = await browser.openPage()
  await page.goto(site)
  const bot = page.locator('flowise-chatbot')
  const write = bot.getByPlaceholder('Type your question')
  const answer = bot.getByTestId('host-bubble').last()

  await bot.getByRole('button').first().click()
  await bot.getByPlaceholder('Name').fill('Elif')
  await bot.getByPlaceholder('Email Address').fill('elif@example.com')
  await bot.locator('form button[type="submit"]').click()
  await bot.getByText('Thank you for submitting your contact information.').waitFor()

  await bot.locator('input[type="file"]').setInputFiles({
    ...{ name: 'prices.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('A ticket costs 12 euros.'),
  })
  await write.fill('What does a ticket cost?')
  await write.press('Enter')
  await expect.poll(() => answer.innerText()).toContain('12 euros')

  await write.fill('Count [[sandbox tokens=60 delay=60]]')
  await write.press('Enter')
  await expect.poll(() => answer.innerText()).toMatch(/^one two three/)
  cable.cut()
  await expect.poll(() => write.isEnabled()).toBe(true)
  await write.fill('What is 12 * 7?')
  await write.press('Enter')
  await expect.poll(() => answer.innerText()).toContain('84')
  await bot.getByTitle('Thumbs Up').last().click()

  const read = (path: string) =>
    owner.evaluate(async (path) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      return (await fetch(`/api/v1/${path}`, { headers })).json()
    }, path)
  await expect.poll(() => read(`feedback/${id}`)).toMatchObject([{ rating: 'THUMBS_UP' }])
  expect(await read(`leads/${id}`)).toMatchObject([{ name: 'Elif', email: 'elif@example.com' }])
  const messages = (await read(`chatmessage/${id}?order=ASC`)) as { chatId: string; leadEmail: string }[]
  expect(new Set(messages.map(({ chatId }) => chatId)).size).toBe(1)
  expect(messages.at(-1)).toMatchObject({ leadEmail: 'elif@example.com' })
})

test('full page from another origin: a starter prompt streams, and the conversation is there after a reload', async () => {
  const { url, id } = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    chatbotConfig: { starterPrompts: chatbotConfig.starterPrompts },
  })
  const site = await openSite(`<flowise-fullchatbot></flowise-fullchatbot>${start('initFull', url, id)}`, {
    script,
  })
  const { page, complaints } = await browser.openPage()
  await page.goto(site)
  const answer = page.locator('flowise-fullchatbot').getByTestId('host-bubble').last()

  await page.getByText('What is 12 * 7?').click()
  await expect.poll(() => answer.innerText()).toContain('84')
  await page.reload()

  await expect.poll(() => answer.innerText()).toContain('84')
  expect(complaints).toEqual([])
})
