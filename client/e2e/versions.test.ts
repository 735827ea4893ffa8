import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atRest, callAs, openBrowser, register, waitForAnnouncement } from './browser.ts'
import { request, saveState } from './journey-canvas.ts'

const { openPage } = openBrowser()

const question = 'Can I return a chipped plate?'
const rules = (page: Page) => page.getByRole('textbox', { name: 'System Message' })

async function openExample() {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  const { id } = await request<{ id: string }>(page, 'flows.createExample', {}, true)
  await page.goto(`${url}/canvas/${id}`)
  await openRules(page)
  return { page, url, complaints, id }
}

/** The rules field in the inspector; opened by keys, since a dock may cover the card. */
async function openRules(page: Page) {
  const field = rules(page).last()
  await page.getByTestId('node-conversationChain_0').waitFor()
  await atRest(page)
  if ((await rules(page).count()) === 0) {
    await page.getByTestId('node-conversationChain_0').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await field.waitFor()
  }
  return field
}

const textIn = (page: Page) =>
  rules(page)
    .last()
    .evaluate((field) => (field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '')))

async function setDays(page: Page, days: number) {
  const field = await openRules(page)
  await field.fill((await textIn(page)).replace(/\d+ days\. Send/, `${days} days. Send`))
  // The editor commits its text after a pause or on blur.
  await field.blur()
}

async function daysOnCanvas(page: Page) {
  await openRules(page)
  return Number(/(\d+) days\. Send/.exec(await textIn(page))?.[1])
}

const answer = async (page: Page, id: string) =>
  ((await callAs(page, 'POST', `/prediction/${id}`, { question })) as { text: string }).text

test('a draft autosaves, survives a reload with its undo history, serves no callers, is published, and an old version is restored', async () => {
  const { page, url, id, complaints } = await openExample()
  await setDays(page, 45)
  await saveState(page).toBe('saved')
  await expect.poll(() => page.title()).toContain('• ')

  await page.reload()
  await expect.poll(() => daysOnCanvas(page)).toBe(45)
  await expect.poll(() => page.getByTestId('version-button').innerText()).toContain('Draft · v1 live')
  expect(await answer(page, id)).toContain('30 days')
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => daysOnCanvas(page)).toBe(30)
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => daysOnCanvas(page)).toBe(45)
  await saveState(page).toBe('saved')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await waitForAnnouncement(page, 'v2 is live.')
  expect(await answer(page, id)).toContain('45 days')

  await page.getByTestId('save-state').click()
  await page.getByTestId('version-1').click()
  await page.getByRole('region', { name: 'Version 1, read-only' }).waitFor()
  const differences = page.getByRole('region', { name: 'Differences' })
  await differences.locator('del').filter({ hasText: '30' }).waitFor()
  await differences.locator('ins').filter({ hasText: '45' }).waitFor()
  await page.getByRole('button', { name: 'Restore v1' }).click()
  await waitForAnnouncement(page, 'v1 restored')
  await expect.poll(() => page.getByTestId('version-3').innerText()).toContain('before a restore')
  await expect
    .poll(() => page.locator('[data-diff-node="conversationChain_0"]').getAttribute('data-kind'))
    .toBe('changed')
  expect(await answer(page, id)).toContain('45 days')
  await page.getByRole('tab', { name: 'Inspector' }).click()
  await expect.poll(() => daysOnCanvas(page)).toBe(30)

  await page.getByRole('application').focus()
  await page.keyboard.press('Control+s')
  await waitForAnnouncement(page, 'v4 saved.')
  // Clicked at once: the toast with the button closes by itself.
  await page.getByRole('button', { name: 'Name it' }).last().dispatchEvent('click')
  const naming = page.getByRole('dialog', { name: 'Name v4' })
  await naming.getByLabel('Version name').fill('before prompt change')
  await naming.getByRole('button', { name: 'Save' }).click()
  await naming.waitFor({ state: 'detached' })
  await page.getByRole('application').focus()
  await page.keyboard.press('Escape')
  await page.locator('.react-flow__edge[aria-label*="Memory"]').last().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete this link' }).click()
  await saveState(page).toBe('saved')
  await page.getByTestId('save-state').click()
  await expect.poll(() => page.getByTestId('version-4').innerText()).toContain('before prompt change')
  await page.getByTestId('version-4').click()
  const removed = differences.getByRole('listitem').filter({ hasText: 'Conversation Chain: Memory' })
  await removed.getByText('removed').waitFor()

  await page.goto(`${url}/app/chatflows`)
  await page.getByRole('heading', { level: 1, name: 'ChatFlows' }).waitFor()
  await page.goBack()
  await page.getByTestId('node-conversationChain_0').waitFor()
  await page.goBack()
  await page.waitForURL(/\/app\//)
  expect(complaints).toEqual([])
})

test('work continues without the server, survives closing the page, and is synchronized later', async () => {
  const { page, url, id } = await openExample()
  await saveState(page).toBe('saved')
  await page.context().setOffline(true)
  await setDays(page, 60)
  await saveState(page).toBe('offline')
  await expect.poll(() => page.getByTestId('save-state').innerText()).toBe('Offline · saved on this device')

  // The page is closed while offline: the next page finds the work on the device.
  const context = page.context()
  // A page that is closing goes online with its browser context and could still send its draft.
  await context.route(/\/trpc\//, (route) => route.abort())
  await page.close()
  await context.setOffline(false)
  await context.unroute(/\/trpc\//)
  const again = await context.newPage()
  again.setDefaultTimeout(60_000)
  await again.goto(`${url}/canvas/${id}`)
  await waitForAnnouncement(again, 'Restored unsaved work from this device')
  await saveState(again).toBe('saved')
  const { flowData } = await request<{ flowData: string }>(again, 'flows.draft', { id })
  expect(flowData).toContain('60 days. Send')

  await context.setOffline(true)
  await setDays(again, 70)
  await saveState(again).toBe('offline')
  await context.setOffline(false)
  await saveState(again).toBe('saved')
})

test('two tabs: an unchanged tab follows, and of two changed tabs the second one decides', async () => {
  const { page, url, id } = await openExample()
  const other = await page.context().newPage()
  other.setDefaultTimeout(60_000)
  await other.goto(`${url}/canvas/${id}`)
  await other.getByTestId('node-conversationChain_0').waitFor()
  await setDays(page, 45)
  await saveState(page).toBe('saved')
  await expect.poll(() => daysOnCanvas(other)).toBe(45)

  await other.context().setOffline(true)
  await setDays(other, 60)
  await setDays(page, 50)
  await saveState(other).toBe('offline')
  await other.context().setOffline(false)
  await expect
    .poll(async () =>
      [await page.getByRole('dialog').count(), await other.getByRole('dialog').count()].sort(),
    )
    .toEqual([0, 1])
  const loser = (await other.getByRole('dialog').count()) === 1 ? other : page
  const dialog = loser.getByRole('dialog', { name: 'The flow was changed elsewhere' })
  await dialog.getByText(/You saved it/).waitFor()
  await dialog.locator('ins').first().waitFor()
  await saveState(loser).toBe('conflict')
  const mine = loser === other ? 60 : 50

  await dialog.getByRole('button', { name: 'Save mine as copy' }).click()
  await loser.waitForURL(
    (address) => address.pathname.startsWith('/canvas/') && !address.pathname.endsWith(id),
  )
  await loser.getByRole('button', { name: 'Returns desk copy' }).waitFor()
  await expect.poll(() => daysOnCanvas(loser)).toBe(mine)
  const winner = loser === other ? page : other
  await expect.poll(() => daysOnCanvas(winner)).toBe(mine === 60 ? 50 : 60)
})
