import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atRest, openBrowser, openCanvas, register } from './browser.ts'
import { add, card, cards, focusCanvas, saveState, untilStill } from './journey-canvas.ts'

const { openPage } = openBrowser()

type Rect = { x: number; y: number; width: number; height: number }
const areApart = (a: Rect, b: Rect) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y

async function expectApart(page: Page) {
  const boxes = await Promise.all((await cards(page).all()).map((each) => each.boundingBox()))
  const known = boxes.filter((box) => box !== null)
  for (const [index, box] of known.entries()) {
    for (const other of known.slice(index + 1)) {
      expect(areApart(box, other)).toBe(true)
    }
  }
}

async function expectSeen(page: Page, id: string) {
  await untilStill(page)
  await expect.poll(() => isSeen(page, id)).toBe(true)
}

async function isSeen(page: Page, id: string) {
  const folder = await page.getByRole('application').boundingBox()
  const strip = await page.getByRole('toolbar', { name: 'Tools of the canvas' }).boundingBox()
  const own = await card(page, id).boundingBox()
  if (!(folder && strip && own)) {
    return false
  }
  const isWithin = own.x >= folder.x && own.y >= folder.y && own.x + own.width <= folder.x + folder.width
  return isWithin && areApart(own, strip)
}

test('a blank canvas answers after one click and one question, and the palette collapses meanwhile', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await openCanvas(page, url)
  await page.getByRole('button', { name: 'Add all and chat' }).click()
  const write = page.getByRole('textbox', { name: /message/i })
  await write.fill('What is 12 * 7?')
  await page.evaluate(() => {
    const seen = globalThis as unknown as { wasFolded: boolean }
    const dock = document.querySelector('.left-dock')
    new MutationObserver(() => {
      seen.wasFolded ||= dock?.hasAttribute('hidden') ?? false
    }).observe(document, { subtree: true, attributes: true })
  })
  await write.press('Enter')
  await expect.poll(() => page.getByRole('log').getByRole('article').last().innerText()).toContain('84')
  await page.waitForFunction(() => (globalThis as unknown as { wasFolded: boolean }).wasFolded)
  await expect.poll(() => page.locator('.left-dock').isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('with both docks open at 1280 px new nodes are fully visible and overlap nothing', async () => {
  const { page, url } = await openPage({ viewport: { width: 1_280, height: 720 } })
  await register(page, url)
  await openCanvas(page, url)
  await focusCanvas(page)
  await page.keyboard.press('a')
  await add(page, 'conversation chain')
  await card(page, 'conversationChain_0').locator('.node-head').dblclick()
  await page.getByRole('tabpanel').getByText('System Message').first().waitFor()
  await expectSeen(page, 'conversationChain_0')

  const search = page.getByRole('combobox', { name: 'Search nodes, tags, models' })
  await search.fill('flowtill demo')
  await search.press('Enter')
  await card(page, 'flowtillDemoModel_0').waitFor()
  await expectSeen(page, 'flowtillDemoModel_0')
  await focusCanvas(page)
  await page.keyboard.press('/')
  await add(page, 'buffer memory')
  await card(page, 'bufferMemory_0').waitFor()
  await expectSeen(page, 'bufferMemory_0')
  await expectApart(page)

  const cut = await page
    .locator('.canvas-header')
    .evaluate((header) => header.scrollWidth - header.clientWidth)
  expect(cut).toBe(0)
})

test('repeated visits in one tab never report another tab; two tabs do', async () => {
  const { page, url } = await openPage()
  await register(page, url)
  await openCanvas(page, url)
  await page.getByRole('button', { name: 'Add all and chat' }).click()
  // The URL changes with the first save: before it, every visit would open another blank canvas.
  await page.waitForURL('**/canvas/*')
  await saveState(page).toBe('saved')
  const address = page.url()
  const presence = () => page.getByTestId('presence').innerText()

  // Five visits of each kind. That many tabs are also counted is tested at the presence service.
  for (let visit = 0; visit < 15; visit += 1) {
    const loadedAt = await timeOriginOf(page)
    const requested = page.waitForResponse(/presence\.here/).catch(() => undefined)
    if (visit % 3 === 0) {
      await page.reload({ waitUntil: 'commit' })
    } else if (visit % 3 === 1) {
      await page.goto(`${url}/app/variables`, { waitUntil: 'commit' })
      await page.goto(address, { waitUntil: 'commit' })
    } else {
      await page.goto(`${url}/api/v1/ping`)
      await page.goBack({ waitUntil: 'commit' })
    }
    await page.getByTestId('presence').waitFor({ state: 'attached' })
    // A page restored from the back/forward cache need not call again.
    if ((await timeOriginOf(page)) !== loadedAt) {
      await requested
    }
    await atRest(page)
    expect(await presence()).toBe('')
  }

  const second = await page.context().newPage()
  await second.goto(address)
  await expect.poll(presence).toContain('Also open in another tab')
  await second.close()
})

/** Identifies a document: a page restored from the back/forward cache keeps it. */
function timeOriginOf(page: Page) {
  return page.evaluate(() => performance.timeOrigin)
}
