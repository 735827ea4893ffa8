import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { still, violationsInBothSchemes } from './axe.ts'
import { callAs, openBrowser, signInAdmin } from './browser.ts'
import { openSite } from './other-site.ts'
import { ask, lastAnswer, openPublicFlow } from './public-chat.ts'

const browser = openBrowser()
const QUESTION = 'Write the hours as a csv'

/** A public flow whose assistant makes a file for its answer. */
async function openAssistantFlow() {
  const { page, url } = await browser.openPage()
  await signInAdmin(page, url, '/api/v1/ping')
  const { id: credential } = (await callAs(page, 'POST', '/credentials', {
    ...{ name: 'File maker', credentialName: 'openAIApi' },
    plainDataObj: { openAIApiKey: 'sandbox-files', basePath: `${url}/sandbox/openai/v1` },
  })) as { id: string }
  const { id: selectedAssistant } = (await callAs(page, 'POST', '/assistants', {
    ...{ credential, type: 'OPENAI' },
    details: JSON.stringify({ name: 'Files', model: 'flowtill-demo', tools: [{ type: 'code_interpreter' }] }),
  })) as { id: string }
  const id = 'openAIAssistant_0'
  const data = { id, name: 'openAIAssistant', label: 'OpenAI Assistant', inputs: { selectedAssistant } }
  const nodes = [{ id, type: 'customNode', position: { x: 0, y: 0 }, data }]
  return openPublicFlow(browser, { flowData: JSON.stringify({ nodes, edges: [] }) })
}

async function download(page: Page, link: Locator) {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

const made = { name: 'result.csv', text: `question\n"${QUESTION}"\n` }

test('a file that an assistant makes is downloaded from the canvas, the hosted page, the inbox and another site', async () => {
  const { id, url, visit } = await openAssistantFlow()
  const { page: canvas, complaints } = await browser.openPage(still)
  await signInAdmin(canvas, url, `/canvas/${id}`)
  await canvas.getByRole('button', { name: 'Chat', exact: true }).click()
  await canvas.getByRole('textbox', { name: /Message|Ask/ }).fill(QUESTION)
  await canvas.keyboard.press('Enter')
  const files = canvas.getByRole('list', { name: 'Files' })
  expect(await download(canvas, files.getByRole('link', { name: /^result\.csv \d+ Bytes$/ }))).toEqual(made)

  const { page: visitor, complaints: ofVisitor } = await visit(still)
  await ask(visitor, QUESTION)
  const link = lastAnswer(visitor)
    .getByRole('list', { name: 'Files' })
    .getByRole('link', { name: /result\.csv/ })
  expect(await download(visitor, link)).toEqual(made)
  expect(await violationsInBothSchemes(visitor, 'file of an answer')).toEqual([])
  expect(await lastAnswer(visitor).getByRole('link').first().getAttribute('href')).toMatch(/^\/api\/v1\//)

  const site = await openSite(
    `<h1>Shop</h1><script src="${url}/embed.js" data-chat="${id}" data-open="true" defer></script>`,
  )
  const { page: shop } = await browser.openPage()
  await shop.goto(site)
  await ask(shop, QUESTION)
  const plain = lastAnswer(shop).getByRole('link', { name: 'result.csv' })
  await plain.waitFor()
  expect(new URL((await plain.getAttribute('href')) ?? '').origin).not.toBe(new URL(site).origin)
  // Playwright reports downloads of a page that it knows, which a new tab is not yet.
  await plain.evaluate((element) => element.removeAttribute('target'))
  expect(await download(shop, plain)).toEqual(made)

  const { page: desk } = await browser.openPage(still)
  await signInAdmin(desk, url, `/app/chatflows?messages=${id}`)
  await desk.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click()
  const stored = desk.getByRole('log', { name: 'Thread' }).getByRole('link', { name: /^result\.csv \d/ })
  expect(await download(desk, stored.first())).toEqual(made)
  expect(await violationsInBothSchemes(desk, 'file in the inbox')).toEqual([])
  expect([...complaints, ...ofVisitor]).toEqual([])
})
