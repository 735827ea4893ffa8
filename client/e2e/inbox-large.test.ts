import { expect, test } from 'vitest'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import type { SavedFlow } from '#shared/flows.ts'
import { still } from './axe.ts'
import { callAs, openBrowser, register } from './browser.ts'
import { startProductToKill } from './start-product.ts'

const browser = openBrowser()
const COUNT = 5_000
const ROWS = 500

/** Conversations of one message, each a minute older than the one before it. */
async function seed(databaseFile: string, flowId: string) {
  const store = openSqlite(databaseFile)
  const [flow] = await store.db.select().from(flows)
  const userId = flow?.userId ?? ''
  const now = Date.now()
  const chats = Array.from({ length: COUNT }, (_, index) => {
    const chatId = `chat-${index}`
    const text = `Where is order ${index}?`
    const date = new Date(now - (index + 1) * 60_000)
    const place = { flowId, userId, chatId, sessionId: chatId, chatType: 'EXTERNAL' as const }
    return {
      conversation: {
        ...{ ...place, platform: 'web', sequence: 1, messageCount: 1, unread: 0, fence: 0, isAiOff: false },
        ...{ hasOperator: false, costMicro: 0, title: text, preview: text, previewBy: 'visitor' as const },
        ...{ startedDate: date, updatedDate: date },
      },
      message: {
        ...{ ...place, id: `message-${index}`, role: 'userMessage' as const, content: text, sequence: 1 },
        createdDate: date,
      },
    }
  })
  await store.transaction(async (tx) => {
    for (let from = 0; from < COUNT; from += ROWS) {
      const some = chats.slice(from, from + ROWS)
      await tx.insert(conversations).values(some.map(({ conversation }) => conversation))
      await tx.insert(messages).values(some.map(({ message }) => message))
    }
  })
  await store.close()
}

test('an inbox of 5,000 conversations scrolls, and goes on after a lost connection with what was missed', async () => {
  const { url, restart } = await startProductToKill()
  const { page: desk, complaints } = await browser.openPage(still)
  await register(desk, url, '/api/v1/ping')
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow(), isPublic: true }
  const { id } = (await callAs(desk, 'POST', '/chatflows', flow)) as SavedFlow
  await restart(0, (file) => seed(file, id))

  await desk.goto(`${url}/app/chatflows?messages=${id}`)
  const list = desk.getByRole('list', { name: 'Conversations' })
  const rows = list.getByRole('button')
  await rows.getByText('Where is order 0?').first().waitFor()
  await expect.poll(() => desk.getByLabel('Figures of this period').innerText()).toContain('5,000')

  // Page after page is read, and rows out of sight leave the document.
  const scroll = () =>
    list.evaluate((element) => {
      const frame = element.closest('.scrolls') ?? element.parentElement ?? element
      frame.scrollTop = frame.scrollHeight
    })
  const reached = async () => {
    await scroll()
    const shown = (await rows.allInnerTexts()).map((text) => Number(/order (\d+)/.exec(text)?.[1] ?? 0))
    return Math.max(...shown)
  }
  await expect.poll(reached).toBeGreaterThan(400)
  expect(await rows.count()).toBeLessThan(80)

  const order = await reached()
  await rows.getByText(`Where is order ${order}?`).first().click()
  const thread = desk.getByRole('log', { name: 'Thread' })
  await thread.getByText(`Where is order ${order}?`).waitFor()
  await desk.getByText('Live', { exact: true }).waitFor()

  await desk.context().setOffline(true)
  await desk.getByText('New messages do not appear by themselves.', { exact: false }).waitFor()
  const question = { question: 'What is 12 * 7?', chatId: `chat-${order}` }
  const response = await fetch(`${url}/api/v1/prediction/${id}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) },
  })
  expect(response.status).toBe(200)
  expect(await thread.getByText('What is 12 * 7?').count()).toBe(0)

  await desk.context().setOffline(false)
  await thread.getByText('84').first().waitFor()
  await desk.getByText('Live', { exact: true }).waitFor()
  expect(await thread.getByText('What is 12 * 7?').count()).toBe(1)
  expect(
    complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_CONNECTION|ERR_FAILED/.test(text)),
  ).toEqual([])
})
