import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type NodeTemplate, placeNode } from '#shared/nodes.ts'
import { atRest, callAs, openBrowser, openCanvas, register } from './browser.ts'
import { add, card, connectByKeys, focusCanvas, saveState } from './journey-canvas.ts'

const { openPage } = openBrowser()

/** Position and zoom of the canvas, as the browser draws it. */
function viewOf(page: Page) {
  return page.evaluate(() => {
    const shown = getComputedStyle(document.querySelector('.react-flow__viewport') as Element).transform
    const { e, f, a } = new DOMMatrix(shown)
    return { x: Math.round(e), y: Math.round(f), zoom: Number(a.toFixed(3)) }
  })
}

async function preferPanning(page: Page) {
  await page.getByRole('button', { name: 'Flow actions' }).click()
  await page.getByRole('menuitem', { name: 'Canvas preferences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Canvas preferences' })
  await dialog.getByText('Move the canvas', { exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

test('the wheel pans the canvas if so configured, also over painted cards, and a text field still scrolls on its own', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  const template = (await callAs(page, 'GET', '/nodes/flowtillDemoModel')) as NodeTemplate
  const nodes = Array.from({ length: 60 }, (_, index) => {
    const id = `flowtillDemoModel_${index}`
    const position = { x: Math.floor(index / 10) * 420, y: (index % 10) * 400 }
    return { id, type: 'customNode', position, width: 320, height: 240, data: placeNode(template, id) }
  })
  const note = placeNode((await callAs(page, 'GET', '/nodes/stickyNote')) as NodeTemplate, 'stickyNote_0')
  note.inputs.note = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n')
  const beside = { id: note.id, type: 'stickyNote', position: { x: -900, y: 0 }, height: 200, data: note }
  const flowData = JSON.stringify({ nodes: [...nodes, beside], edges: [] })
  const body = { name: 'Sixty', flowData, type: 'CHATFLOW' }
  const { id } = (await callAs(page, 'POST', '/chatflows', body)) as { id: string }
  await page.goto(`${url}/canvas/${id}`)
  await page.locator('.far-sheet').waitFor()
  await atRest(page)
  await page.mouse.move(700, 450)
  const first = await viewOf(page)
  await page.mouse.wheel(0, 100)
  await expect.poll(async () => (await viewOf(page)).zoom).toBeLessThan(first.zoom)

  await preferPanning(page)
  await page.mouse.move(700, 450)
  const before = await viewOf(page)
  await page.mouse.wheel(30, 100)
  await expect.poll(() => viewOf(page)).toEqual({ ...before, x: before.x - 30, y: before.y - 100 })
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await viewOf(page)).zoom).toBeGreaterThan(before.zoom)
  const now = await viewOf(page)
  const folder = await page.locator('.react-flow').boundingBox()
  const [x, y] = [
    (folder?.x ?? 0) + now.x + (2 * 420 + 160) * now.zoom,
    (folder?.y ?? 0) + now.y + (5 * 400 + 120) * now.zoom,
  ]
  await page.mouse.move(x, y)
  await page.getByTestId('node-flowtillDemoModel_25').waitFor()

  await page.goto(`${url}/canvas/${id}?node=stickyNote_0`)
  const text = page.getByRole('textbox', { name: 'Text of the note' })
  await text.waitFor()
  await atRest(page)
  await text.hover()
  const still = await viewOf(page)
  await page.mouse.wheel(0, 60)
  await expect.poll(() => text.evaluate((field) => field.scrollTop)).toBeGreaterThan(0)
  expect(await viewOf(page)).toEqual(still)
  await page.mouse.move(700, 820)
  await page.mouse.wheel(0, 60)
  await expect.poll(() => viewOf(page)).toEqual({ ...still, y: still.y - 60 })
  expect(complaints).toEqual([])
})

test('Ctrl+Enter repeats the last question, and forced colors leave states visible', async () => {
  const { page, url, complaints } = await openPage({ forcedColors: 'active' })
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)
  for (const words of ['conversation chain', 'flowtill demo', 'buffer memory']) {
    await focusCanvas(page)
    await page.keyboard.press('a')
    await add(page, words)
    if (words !== 'conversation chain') {
      await connectByKeys(page, /Conversation Chain/)
    }
  }
  await expect.poll(() => page.getByTestId('checklist-count').getAttribute('data-tone')).toBe('ready')

  await saveState(page).toBe('saved')

  await focusCanvas(page)
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { timeout: 20_000 })
    .toBe('TEXTAREA')
  await page.keyboard.type('Do you ship to Berlin?')
  await page.keyboard.press('Enter')
  const answers = page.getByRole('button', { name: 'Copy answer' })
  await expect.poll(() => answers.count()).toBe(1)
  await focusCanvas(page)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => answers.count()).toBe(2)

  await card(page, 'conversationChain_0').click({ position: { x: 120, y: 20 } })
  const style = (selector: string, name: 'outlineStyle' | 'borderTopWidth' | 'backgroundColor') =>
    page.evaluate(([at, what]) => getComputedStyle(document.querySelector(at) as Element)[what], [
      selector,
      name,
    ] as const)
  await expect.poll(() => style('.node[data-selected]', 'outlineStyle')).toBe('solid')
  expect(await style('.tab-bar [aria-selected="true"]', 'backgroundColor')).not.toBe(
    await style('.tab-bar [aria-selected="false"]', 'backgroundColor'),
  )
  await page.getByRole('button', { name: 'Flow actions' }).click()
  await page.getByRole('menuitem', { name: 'Canvas preferences' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await style('.MuiSwitch-track', 'borderTopWidth')).toBe('1px')
  expect(complaints).toEqual([])
})

test('a wire selected with the keyboard brings its buttons into view', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  const [chain, model] = await Promise.all(
    (['conversationChain', 'flowtillDemoModel'] as const).map(
      async (name) => (await callAs(page, 'GET', `/nodes/${name}`)) as NodeTemplate,
    ),
  )
  const place = (template: NodeTemplate | undefined, x: number) => {
    const data = placeNode(template as NodeTemplate, `${template?.name}_0`)
    return { id: data.id, type: 'customNode', position: { x, y: 0 }, width: 320, height: 240, data }
  }
  const ends = [place(model, 0), place(chain, 2200)] as const
  const [from] = ends[0].data.outputAnchors.flatMap(({ id }) => id)
  const to = ends[1].data.inputAnchors.find(({ name }) => name === 'model')?.id
  ends[1].data.inputs.model = '{{flowtillDemoModel_0.data.instance}}'
  const wire = { source: ends[0].id, target: ends[1].id, sourceHandle: from, targetHandle: to }
  const flowData = JSON.stringify({
    nodes: ends,
    edges: [{ id: `${from}-${to}`, type: 'buttonedge', ...wire }],
    viewport: { x: -1800, y: 200, zoom: 1 },
  })
  const body = { name: 'Far away', flowData, type: 'CHATFLOW' }
  const { id } = (await callAs(page, 'POST', '/chatflows', body)) as { id: string }
  await page.goto(`${url}/canvas/${id}`)
  await page.locator('.react-flow__edge').waitFor({ state: 'attached' })
  await atRest(page)

  await focusCanvas(page)
  await page.locator('.react-flow__edge').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete this link' }).click({ timeout: 5000 })
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(0)
  expect(complaints).toEqual([])
})
