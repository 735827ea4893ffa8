import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type NodeTemplate, placeNode } from '#shared/nodes.ts'
import { atRest, callAs, openBrowser, register } from './browser.ts'
import { middleOf, untilStill } from './journey-canvas.ts'

const { openPage } = openBrowser()
const rows = 10

async function openGrid(count: number) {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  const template = (await callAs(page, 'GET', '/nodes/flowtillDemoModel')) as NodeTemplate
  const nodes = Array.from({ length: count }, (_, index) => {
    const id = `flowtillDemoModel_${index}`
    const position = { x: Math.floor(index / rows) * 420, y: (index % rows) * 400 }
    return { id, type: 'customNode', position, width: 320, height: 240, data: placeNode(template, id) }
  })
  const flowData = JSON.stringify({ nodes, edges: [] })
  const body = { name: 'A large one', flowData, type: 'CHATFLOW' }
  const { id } = (await callAs(page, 'POST', '/chatflows', body)) as { id: string }
  await page.goto(`${url}/canvas/${id}`)
  await page.locator('.far-sheet').waitFor()
  await atRest(page)
  return { page, complaints }
}

async function placeOf(page: Page, index: number) {
  await middleOf(page.locator('.react-flow__viewport'))
  const [left, top, x, y, zoom] = await page.evaluate(() => {
    const folder = document.querySelector('.react-flow')?.getBoundingClientRect()
    const view = new DOMMatrix(
      getComputedStyle(document.querySelector('.react-flow__viewport') as Element).transform,
    )
    return [folder?.left ?? 0, folder?.top ?? 0, view.e, view.f, view.a] as const
  })
  const [column, row] = [Math.floor(index / rows), index % rows]
  return { x: left + x + (column * 420 + 160) * zoom, y: top + y + (row * 400 + 120) * zoom }
}

test('painted cards of a large flow are dragged, selected, deleted and restored like any other', async () => {
  const { page, complaints } = await openGrid(200)
  const grip = page.getByTestId('node-flowtillDemoModel_55')
  await expect.poll(() => page.locator('.far-sheet ~ * [data-node]').count()).toBe(0)

  const start = await placeOf(page, 55)
  await page.mouse.move(start.x, start.y)
  await grip.waitFor()
  const before = await grip.boundingBox()
  await untilStill(page)
  await page.mouse.down()
  await page.mouse.move(start.x + 30, start.y + 20, { steps: 4 })
  await page.mouse.up()
  // The first pixels of a drag may still become a click.
  await expect.poll(async () => ((await grip.boundingBox())?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(15)

  await untilStill(page)
  await page.mouse.click(start.x + 30, start.y + 20)
  await page.keyboard.press('Delete')
  await page.mouse.move(start.x, start.y)
  await page.mouse.move(start.x + 30, start.y + 20)
  await grip.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.mouse.move(start.x + 31, start.y + 21)
  await grip.waitFor()

  // Zoomed in, every visible card is drawn in full.
  await page.keyboard.press('0')
  await page.locator('.far-sheet').waitFor({ state: 'detached' })
  await page.locator('.node[data-detail=full] .node-rows').first().waitFor()
  await expect.poll(() => page.locator('.node:not([data-detail])').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('the Tab key moves over painted cards, and the focus stays in place when one of them is drawn', async () => {
  const { page, complaints } = await openGrid(200)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node'))
  const press = async (key: string, count: number) => {
    for (let time = 0; time < count; time += 1) {
      await page.keyboard.press(key)
    }
  }

  await page.locator('.canvas-room').focus()
  await press('Tab', 13)
  await expect.poll(() => focused()).toBe('flowtillDemoModel_12')
  await press('Shift+Tab', 2)
  await expect.poll(() => focused()).toBe('flowtillDemoModel_10')
  await expect.poll(() => page.locator('[data-node]').count()).toBeLessThan(7)

  await page.keyboard.press('Enter')
  await page.keyboard.press('2')
  await page.locator('.node[data-detail=full][data-node=flowtillDemoModel_10]:focus').waitFor()
  expect(complaints).toEqual([])
})

test('a selection box over painted cards selects them, and they are moved and deselected together', async () => {
  const { page, complaints } = await openGrid(200)
  const bar = page.locator('.selection-bar')
  const chosen = (count: number) => expect.poll(() => bar.textContent()).toContain(`${count} nodes`)
  const [first, last, diagonal] = [await placeOf(page, 33), await placeOf(page, 54), await placeOf(page, 44)]
  const between = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }
  // The midpoint to the previous card, in both directions, is empty canvas.
  const [aside, above] = [(diagonal.x - first.x) / 2, (diagonal.y - first.y) / 2]

  await page.keyboard.down('Shift')
  await page.mouse.move(first.x - aside, first.y - above)
  await untilStill(page)
  await page.mouse.down()
  await page.mouse.move(last.x, last.y, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await chosen(6)

  await page.mouse.move(between.x, between.y)
  await untilStill(page)
  await page.mouse.down()
  await page.mouse.move(between.x, between.y + 60, { steps: 5 })
  await page.mouse.up()
  await page.mouse.move(first.x, first.y + 60)
  await page.getByTestId('node-flowtillDemoModel_33').waitFor()
  await chosen(6)

  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
