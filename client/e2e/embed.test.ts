import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { callAs, openBrowser } from './browser.ts'
import { openCable, openSite } from './other-site.ts'
import { ask, lastAnswer, openPublicFlow, phone } from './public-chat.ts'

const browser = openBrowser()

const chatbotConfig = {
  ...{ title: 'Museum', welcomeMessage: 'Ask me anything.', titleBackgroundColor: '#0C5C57' },
  ...{ chatFeedback: { status: true }, fullFileUpload: { status: true } },
  leads: { status: true, title: 'Who are you?', name: true, email: true },
}

/** As strict as a page with the widget can be. */
const strict = (url: string) =>
  `default-src 'none'; script-src ${url}; connect-src ${url}; img-src data:; require-trusted-types-for 'script'; trusted-types flowtill-chat`

async function leaveLead(page: Page) {
  await page.getByLabel('Name').fill('Elif')
  await page.getByLabel('Email').fill('elif@example.com')
  await page.getByRole('button', { name: 'Start chat' }).click()
}

test('the widget is one script of at most 46 KB, compressed', async () => {
  const { openPage } = browser
  const { url } = await openPage()
  const response = await fetch(`${url}/embed.js?v=1`)

  expect(gzipSync(await response.text(), { level: 9 }).length).toBeLessThanOrEqual(46_000)
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('popup on a strict page: lead, file, streaming, a cut connection, rating; it stays open on the next page', async () => {
  const { url, owner, id } = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
  const cable = await openCable(url)
  const site = await openSite(
    `<h1>Shop</h1><script src="${cable.url}/embed.js" data-chat="${id}" defer></script>`,
    { policy: strict(cable.url) },
  )
  const { page, complaints } = await browser.openPage()
  await page.goto(site)

  await page.getByRole('button', { name: 'Open the chat of Museum' }).click()
  await page.getByRole('dialog', { name: 'Museum' }).getByText('Ask me anything.').waitFor()
  await leaveLead(page)

  await page.locator('input[type="file"]').setInputFiles({
    ...{ name: 'prices.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('A ticket costs 12 euros.'),
  })
  await page.getByText('24 byte').or(page.getByText('0 kB')).first().waitFor()
  await ask(page, 'What does a ticket cost?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('12 euros')

  await ask(page, 'Count [[sandbox tokens=60 delay=60]]')
  await expect.poll(() => lastAnswer(page).innerText()).toMatch(/one two three/)
  cable.cut()
  await expect.poll(async () => (await lastAnswer(page).innerText()).match(/\b(one|ten)\b/g)?.length).toBe(12)

  await page.getByRole('button', { name: 'Good answer' }).last().click()
  await page.getByText('Thank you for your feedback.').waitFor()
  const stored = await owner.evaluate(async (flowId) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const read = async (path: string) => (await fetch(`/api/v1/${path}/${flowId}`, { headers })).json()
    return { leads: await read('leads'), feedback: await read('feedback') }
  }, id)
  expect(stored).toMatchObject({
    leads: [{ name: 'Elif', email: 'elif@example.com' }],
    feedback: [{ rating: 'THUMBS_UP' }],
  })

  await page.reload()
  await expect.poll(() => page.getByRole('log').getByRole('article').count()).toBe(4)
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').isVisible()).toBe(false)
  await expect
    .poll(() => page.getByRole('button', { name: 'Open the chat of Museum' }).evaluate(isFocused))
    .toBe(true)
  expect(complaints.filter((text) => !text.includes('net::ERR_'))).toEqual([])
})

test('on a phone the popup fills the screen; full page it fills its element, in the language of the page', async () => {
  const { url, id } = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    chatbotConfig: { title: 'Museum' },
  })
  const popup = await openSite(`<h1>Shop</h1><script src="${url}/embed.js" data-chat="${id}"></script>`)
  const small = await browser.openPage(phone)
  await small.page.goto(popup)
  await small.page.getByRole('button', { name: 'Open the chat of Museum' }).tap()
  expect(await small.page.getByRole('dialog', { name: 'Museum' }).boundingBox()).toEqual({
    ...{ x: 0, y: 0, width: 390, height: 844 },
  })

  const full = await openSite(
    `<div id="chat" style="height: 600px"></div>
     <script src="${url}/embed.js" data-chat="${id}" data-target="#chat" data-language="tr"></script>`,
  )
  const { page, complaints } = await browser.openPage()
  await page.goto(full)
  await page.getByRole('textbox', { name: 'Mesaj' }).fill('What is 12 * 7?')
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
  expect((await page.locator('#chat').boundingBox())?.height).toBe(600)
  expect(complaints).toEqual([])
})

test('the closed widget counts what an operator writes, also on the next page, and reports what was seen', async () => {
  const { url, owner, id } = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    chatbotConfig: { title: 'Museum' },
  })
  const site = await openSite(`<h1>Shop</h1><script src="${url}/embed.js" data-chat="${id}"></script>`)
  const { page, complaints } = await browser.openPage()
  await page.goto(site)
  await page.getByRole('button', { name: 'Open the chat of Museum' }).click()
  await ask(page, 'What is 12 * 7?')
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
  await page.getByRole('button', { name: 'Close the chat' }).last().click()
  const conversation = () =>
    owner.evaluate(async (flowId) => {
      const input = encodeURIComponent(JSON.stringify({ flowId }))
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      const response = await fetch(`/trpc/inbox.list?input=${input}`, { headers })
      return (await response.json()).result.data.items[0] as { chatId: string; seenSequence: number }
    }, id)
  const { chatId } = await conversation()

  await callAs(owner, 'POST', `/view-messages/${id}/messages`, { chatId, content: 'Ada here, may I help?' })

  const launcher = page.getByRole('button', { name: 'Open the chat of Museum, 1 new' })
  await launcher.waitFor()
  await page.reload()
  await launcher.click()
  await page.getByText('Ada here, may I help?').waitFor()
  await expect.poll(async () => (await conversation()).seenSequence).toBe(3)
  expect(complaints).toEqual([])
})

test('a site that is not allowed gets the owner’s sentence in an element, and no button otherwise', async () => {
  const { url, id } = await openPublicFlow(browser, {
    flowData: aDemoFlow(),
    chatbotConfig: {
      allowedOrigins: ['https://shop.example.com'],
      allowedOriginsError: 'Only in our own shop.',
    },
  })
  const site = await openSite(
    `<div id="chat"></div><script src="${url}/embed.js" data-chat="${id}" data-target="#chat"></script>
     <script src="${url}/embed.js" data-chat="${id}"></script>`,
  )
  const { page } = await browser.openPage()
  await page.goto(site)

  await page.getByText('Only in our own shop.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})

function isFocused(element: Element) {
  return (element.getRootNode() as ShadowRoot).activeElement === element
}
