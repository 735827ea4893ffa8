import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { still, violationsInBothSchemes } from './axe.ts'
import { openBrowser } from './browser.ts'
import { openSite } from './other-site.ts'
import { lastAnswer, openPublicFlow } from './public-chat.ts'

const browser = openBrowser()
const flowiseScript = readFileSync(new URL(import.meta.resolve('flowise-embed/dist/web.js')))
const question = 'What is 12 * 7?'

async function openDialog(chatbotConfig: object = {}) {
  const opened = await openPublicFlow(browser, { flowData: aDemoFlow(), chatbotConfig })
  const page = opened.owner
  await page.goto(`${opened.url}/app/chatflows?share=${opened.id}`)
  const dialog = page.getByRole('dialog', { name: 'Share / API' })
  await dialog.getByText('v1 published').waitFor()
  const choose = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const codeOf = async (variant: string) => {
    await dialog.getByRole('tab', { name: variant }).click()
    return (await dialog.getByRole('region', { name: `${variant} code` }).textContent()) ?? ''
  }
  return { ...opened, page, dialog, choose, codeOf }
}

async function visit(html: string, prepare?: (page: Page) => Promise<unknown>) {
  const { page, complaints } = await browser.openPage()
  await prepare?.(page)
  await page.goto(await openSite(html))
  return { page, complaints }
}

async function expectAnswer(page: Page) {
  await page.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => lastAnswer(page).innerText()).toContain('84')
}

/** The widget of Flowise comes from a public network. */
const serveFlowise = (page: Page) =>
  page.route('https://cdn.jsdelivr.net/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: flowiseScript }),
  )

async function expectFlowiseAnswer(page: Page, isPopup: boolean) {
  const bot = page.locator(isPopup ? 'flowise-chatbot' : 'flowise-fullchatbot')
  if (isPopup) {
    await bot.getByRole('button').first().click()
  }
  await bot.getByPlaceholder('Type your question').fill(question)
  await bot.getByPlaceholder('Type your question').press('Enter')
  await expect.poll(() => bot.getByTestId('host-bubble').last().innerText()).toContain('84')
}

test('website widget: the code of every tab shows a chat that answers', async () => {
  const { dialog, choose, codeOf } = await openDialog({ title: 'Museum' })
  await choose('Website widget')
  await dialog.getByText('Bottom left').click()
  const html = await codeOf('HTML')
  expect(html).toContain('data-side="left"')

  const popup = await visit(html)
  const button = popup.page.getByRole('button', { name: 'Open the chat of Museum' })
  await button.click()
  expect(
    (
      await button
        .or(popup.page.getByRole('button', { name: 'Close the chat' }))
        .last()
        .boundingBox()
    )?.x,
  ).toBeLessThan(100)
  await expectAnswer(popup.page)
  expect(popup.complaints).toEqual([])

  const own = await visit(await codeOf('Own button'))
  await own.page.getByRole('button', { name: 'Open the chat of Museum' }).waitFor()
  await own.page.getByRole('button', { name: 'Ask us' }).click()
  await expectAnswer(own.page)

  const flowise = await visit(await codeOf('Flowise widget'), serveFlowise)
  await expectFlowiseAnswer(flowise.page, true)
})

test('full page: the code of every tab shows a chat that answers', async () => {
  const { choose, codeOf } = await openDialog({ title: 'Museum' })
  await choose('Full page')

  const filled = await visit(await codeOf('HTML'))
  await expectAnswer(filled.page)

  const framed = await visit(await codeOf('Frame'))
  const inside = framed.page.frameLocator('iframe')
  await inside.getByRole('textbox', { name: 'Message' }).fill(question)
  await inside.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => inside.getByRole('log').getByRole('article').last().innerText()).toContain('84')
  expect(framed.complaints).toEqual([])

  const flowise = await visit(await codeOf('Flowise widget'), serveFlowise)
  await expectFlowiseAnswer(flowise.page, false)
})

test('React: both components show the chat, also when effects run twice, and remove it', async () => {
  const { choose, codeOf } = await openDialog({ title: 'Museum' })
  await choose('React')

  const element = await visit(`<div id="root"></div>${await bundle(await codeOf('In its place'))}`)
  await expectAnswer(element.page)
  expect(await element.page.getByRole('log').count()).toBe(1)
  await element.page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => element.page.getByRole('log').count()).toBe(0)

  const popup = await visit(`<div id="root"></div>${await bundle(await codeOf('In the corner'))}`)
  await popup.page.getByRole('button', { name: 'Open the chat of Museum' }).click()
  await expectAnswer(popup.page)
  expect(await popup.page.getByRole('log').count()).toBe(1)
  expect([...element.complaints, ...popup.complaints]).toEqual([])
})

/** An application with the component, which effects run twice in. */
async function bundle(component: string) {
  const contents = `${component}
    import { StrictMode, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    function App() {
      const [isShown, setShown] = useState(true)
      return <>{isShown && <Chat />}<button onClick={() => setShown(false)}>Remove</button></>
    }
    createRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>)`
  const { outputFiles } = await build({
    ...{ bundle: true, write: false, jsx: 'automatic', define: { 'process.env.NODE_ENV': '"development"' } },
    stdin: { contents, loader: 'jsx', resolveDir: import.meta.dirname },
  })
  return `<script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`
}

test('the link leads to the page, and its QR code can be read', async () => {
  const { page, dialog, choose, url, id } = await openDialog({ title: 'Museum' })
  await choose('Share link')

  const address = await dialog.getByRole('textbox', { name: 'Chat page' }).inputValue()
  expect(new URL(address).pathname).toBe(`/chatbot/${id}`)
  const modules = await dialog.getByRole('img', { name: 'QR code of the chat page' }).getAttribute('src')
  expect(modules).toContain('data:image/svg+xml')
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'Open the page' }).click(),
  ])
  await opened.getByRole('heading', { name: 'Museum' }).waitFor()
  expect(new URL(opened.url()).pathname).toBe(`/chatbot/${id}`)
  expect(url).toBeTruthy()
})

test('appearance: texts, preset, a fixed contrast and dark colors are seen at once and by visitors once saved', async () => {
  const { page, dialog, choose, visit: visitChat } = await openDialog()
  await choose('Appearance')
  const preview = dialog.getByRole('region', { name: 'Preview' })

  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Kumaş Evi')
  await dialog.getByRole('textbox', { name: 'Welcome message' }).fill('Ask about orders.')
  await dialog.getByRole('button', { name: 'Turquoise' }).click()
  await preview.getByText('Kumaş Evi').first().waitFor()
  await preview.getByText('Ask about orders.').first().waitFor()

  await dialog.getByRole('textbox', { name: 'Send button: background' }).fill('E0A458')
  await dialog.getByRole('button', { name: /^Send button: contrast 2\.1, too low/ }).click()
  await dialog.getByText('Send button: contrast 4.6, easy to read').waitFor({ state: 'attached' })
  expect(await violationsInBothSchemes(page, 'Appearance', { isStrict: true })).toEqual([])

  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saved and active.').waitFor()
  const visitor = await visitChat({ colorScheme: 'dark', ...still })
  expect(await visitor.page.title()).toBe('Kumaş Evi')
  await visitor.page.getByText('Ask about orders.').waitFor()
  const bar = visitor.page.locator('header')
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(12, 92, 87)')
  const background = await visitor.page
    .getByRole('log')
    .evaluate((log) => getComputedStyle(log.closest('.chat') ?? log).backgroundColor)
  expect(background).toBe('rgb(14, 17, 22)')
})
