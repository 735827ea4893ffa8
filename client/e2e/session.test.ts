import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, holdCalls, openBrowser, openCanvas, register } from './browser.ts'

const { openPage } = openBrowser()

const card = (page: Page) => page.getByTestId('node-bufferMemory_0')
const offerIn = (page: Page) => page.getByRole('alertdialog', { name: 'Unsaved draft on this device' })

/** Types at full speed: Enter must choose the match even before the list has rendered it. */
async function addNode(page: Page) {
  await page.getByRole('combobox', { name: 'Search nodes, tags, models' }).pressSequentially('buffer memory')
  await page.keyboard.press('Enter')
  await card(page).waitFor()
}

/** After the first interaction the page loads the templates of all kinds: three calls of at most a hundred. */
async function fetchTemplates(page: Page) {
  await page.keyboard.press('Escape')
  const count = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('nodes.templates'))
          .length,
    )
  await expect.poll(count).toBeGreaterThanOrEqual(3)
}

async function endOnServer(page: Page) {
  await callAs(page, 'POST', '/auth/logout')
}

async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

function countStoredDrafts(page: Page) {
  return page.evaluate(
    () =>
      new Promise<[owner: string, hasWork: boolean][]>((resolve, reject) => {
        const opening = indexedDB.open('flowtill', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            const drafts = reading.result as { key: string; flowData: string }[]
            const added = drafts.filter(({ key }) => key.endsWith(':new'))
            resolve(
              added.map(({ key, flowData }) => [
                key.slice(0, -':new'.length),
                flowData.includes('bufferMemory_0'),
              ]),
            )
          }
        }
      }),
  )
}

const idOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id as string)

const beginning = /trpc\/[^?]*flows\.begin/
/** Requests of the canvas beside the flow; it must not wait for them. */
const aside = /trpc\/[^?]*credentials\.list/

async function loseSessionOnCanvas(first: 'the draft' | 'another call') {
  const { page, url } = await openPage()
  const person = await register(page, url, '/app/credentials')
  const id = await idOf(page)
  const [draft, other] = [await holdCalls(page, beginning), await holdCalls(page, aside)]
  await openCanvas(page, url)
  await addNode(page)
  await Promise.all([draft.isReached, other.isReached])
  await endOnServer(page)
  await (first === 'the draft' ? draft : other).letGo()
  await page.waitForURL(`${url}/`)
  await (first === 'the draft' ? other : draft).letGo()
  return { page, url, person, id }
}

test.each(['the draft', 'another call'] as const)(
  'a session that ends on the canvas, first noticed by %s, stores the draft, reports it, and offers it again',
  async (first) => {
    const { page, url, person, id } = await loseSessionOnCanvas(first)
    await page.getByText('Your session ended. Your draft is saved on this device.').waitFor()
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('redirectUrl')]),
    ).toEqual([null, '/canvas'])
    await expect.poll(() => countStoredDrafts(page)).toEqual([[id, true]])

    await signIn(page, person)
    await page.waitForURL('**/canvas')
    await offerIn(page).getByRole('button', { name: 'Restore draft' }).click()
    await card(page).waitFor()

    await page.waitForURL(/\/canvas\/.+/)
    await expect.poll(() => countStoredDrafts(page)).toEqual([])
    await openCanvas(page, url)
    await addNode(page)
    await page.waitForURL(/\/canvas\/.+/)
    expect(await offerIn(page).count()).toBe(0)
  },
)

test('another user of the same browser sees no draft; an offered draft survives another session end; a discarded draft is deleted', async () => {
  const { page, url, person, id } = await loseSessionOnCanvas('the draft')
  await page.evaluate(() => localStorage.removeItem('redirectUrl'))
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)
  // An offer would appear before this edit.
  await addNode(page)
  await page.waitForURL(/\/canvas\/.+/)
  expect(await offerIn(page).count()).toBe(0)
  expect(await callAs(page, 'GET', '/chatflows')).toHaveLength(1)
  await expect.poll(() => countStoredDrafts(page)).toEqual([[id, true]])

  await page.evaluate(() => localStorage.clear())
  await page.goto(url)
  await signIn(page, person)
  await page.waitForURL('**/app/**')
  // Neither restored nor discarded: the empty canvas behind the offer must not overwrite the draft.
  const other = await holdCalls(page, aside)
  await page.goto(`${url}/canvas`)
  await offerIn(page).waitFor()
  await other.isReached
  await endOnServer(page)
  await other.letGo()
  await page.waitForURL(`${url}/`)
  await signIn(page, person)
  await page.waitForURL('**/canvas')
  await offerIn(page).waitFor()
  await expect.poll(() => countStoredDrafts(page)).toEqual([[id, true]])

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => countStoredDrafts(page)).toEqual([])
  await openCanvas(page, url)
  await addNode(page)
  await page.waitForURL(/\/canvas\/.+/)
  expect(await offerIn(page).count()).toBe(0)
})

test('work survives closing the page while the server is unreachable, and leaving asks for no confirmation', async () => {
  const { page, url } = await openPage()
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)
  await fetchTemplates(page)
  await page.context().setOffline(true)
  await addNode(page)
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('offline')

  const context = page.context()
  const other = await context.newPage()
  other.setDefaultTimeout(60_000)
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  await context.setOffline(false)
  await other.goto(`${url}/canvas`)
  await other.getByRole('button', { name: 'Restore draft' }).click()
  await card(other).waitFor()

  await other.keyboard.press('Escape')
  await other.keyboard.press('Control+k')
  const jump = other.getByRole('combobox', { name: 'Search or jump to' })
  await jump.fill('credentials')
  await jump.press('Enter')
  await other.waitForURL('**/app/credentials')
  await other.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor()
  expect(await other.getByRole('alertdialog').count()).toBe(0)
})
