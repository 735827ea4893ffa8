import type { BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { SavedFlow } from '#shared/flows.ts'
import { callAs, type openBrowser, signInAdmin } from './browser.ts'

type Browser = ReturnType<typeof openBrowser>
type Settings = { flowData: string; chatbotConfig?: object; more?: object }

/** A public flow of the administrator, and a visitor without an account. */
export async function openPublicFlow(
  { openPage }: Browser,
  { flowData, chatbotConfig = {}, more = {} }: Settings,
) {
  const owner = await openPage()
  await signInAdmin(owner.page, owner.url, '/api/v1/ping')
  const flow = (await callAs(owner.page, 'POST', '/chatflows', {
    ...{ name: `Museum ${process.pid}`, type: 'CHATFLOW', flowData, isPublic: true },
    chatbotConfig: JSON.stringify(chatbotConfig),
    ...more,
  })) as SavedFlow
  const change = (body: object) => callAs(owner.page, 'PUT', `/chatflows/${flow.id}`, body)
  // The flow must not stay public for later tests of the same server.
  onTestFinished(async () => void (await change({ isPublic: false }).catch(() => undefined)))

  async function visit(options: BrowserContextOptions = {}) {
    const visitor = await openPage(options)
    await visitor.page.goto(`${visitor.url}/chatbot/${flow.id}`)
    return visitor
  }
  return { owner: owner.page, url: owner.url, id: flow.id, change, visit }
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

export async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

export function lastAnswer(page: Page) {
  return page.getByRole('log').getByRole('article').last()
}
