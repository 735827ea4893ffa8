import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, register } from './browser.ts'

// Journey 5: a flow is built without drawing anything, changed, taken back, arranged, and goes out and in as a file.

const { openPage } = openBrowser()

const card = (page: Page, id: string) => page.getByTestId(`node-${id}`)
const wires = (page: Page) =>
  page
    .locator('.react-flow__edge')
    .evaluateAll((edges) => edges.map((edge) => edge.getAttribute('aria-label')))
const cards = (page: Page) => page.locator('.react-flow__node')
const nothingToUndo = (page: Page) => page.getByRole('button', { name: 'Nothing to undo' })

/** Types into the quick-add popover that is open, and takes the first it finds. */
async function add(page: Page, words: string) {
  const search = page.locator('.quick-add').getByRole('combobox')
  await search.fill(words)
  await page.locator('.quick-add').getByRole('option').first().waitFor()
  await search.press('Enter')
  await page.locator('.quick-add').waitFor({ state: 'detached' })
}

async function focusCanvas(page: Page) {
  await page.getByRole('application').focus()
}

/** Four cards: a chain, its model, a memory linked with keys, and a store of documents. */
async function build(page: Page) {
  await focusCanvas(page)
  await page.keyboard.press('/')
  await add(page, 'conversational retrieval qa')
  const chain = card(page, 'conversationalRetrievalQAChain_0')
  await chain.getByRole('button', { name: 'Connect Chat Model', exact: true }).click()
  await add(page, 'flowtill demo')
  await chain.getByRole('button', { name: 'Connect Vector Store Retriever', exact: true }).click()
  await add(page, 'in-memory vector store')

  await focusCanvas(page)
  await page.keyboard.press('a')
  await add(page, 'buffer memory')
  await card(page, 'bufferMemory_0').focus()
  await page.keyboard.press('c')
  const targets = page.getByRole('listbox', { name: 'Connect to…' })
  await targets.getByRole('option', { name: /Conversational Retrieval/ }).waitFor()
  await page.keyboard.press('Enter')
}

test('a flow is built with keys and quick-add, changed, taken back, grouped, tidied, exported and imported', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.goto(`${url}/canvas`)
  await page.getByRole('application').waitFor()

  await build(page)
  await expect.poll(() => wires(page)).toHaveLength(3)
  expect((await wires(page)).every((name) => name?.includes('Conversational Retrieval QA Chain'))).toBe(true)

  // A node between the ends of a wire, in one step.
  const store = page.locator('.react-flow__edge[aria-label*="Vector Store Retriever"]')
  await store.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Insert a node here' }).click()
  await add(page, 'cohere rerank')
  await expect.poll(() => wires(page)).toHaveLength(4)
  await expect
    .poll(() => wires(page))
    .toContain('Cohere Rerank Retriever → Conversational Retrieval QA Chain: Vector Store Retriever')

  // Everything is taken back, step by step, and done again.
  await focusCanvas(page)
  for (let step = 0; step < 20 && (await nothingToUndo(page).count()) === 0; step += 1) {
    await page.keyboard.press('Control+z')
  }
  expect(await cards(page).count()).toBe(0)
  for (let step = 0; step < 20 && (await cards(page).count()) + (await wires(page)).length < 9; step += 1) {
    await page.keyboard.press('Control+Shift+z')
  }
  expect(await cards(page).count()).toBe(5)
  expect(await wires(page)).toHaveLength(4)

  // A frame around all of it, with a name; then in order, from left to right.
  await focusCanvas(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+g')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Answers')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Group Answers, 5 nodes' }).waitFor()
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Alt+t')
  await page.getByRole('button', { name: /^Undo: tidy/ }).waitFor()
  const left = async (id: string) => (await card(page, id).boundingBox())?.x ?? 0
  expect(await left('cohereRerankRetriever_0')).toBeLessThan(await left('conversationalRetrievalQAChain_0'))
  expect(await left('memoryVectorStore_0')).toBeLessThan(await left('cohereRerankRetriever_0'))

  // Out as a file, and in again beside itself.
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More about the flow' }).click()
  await page.getByRole('menuitem', { name: 'Export JSON' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(JSON.parse(file).nodes).toHaveLength(6)
  await page
    .locator('input[type=file][accept*=json]')
    .setInputFiles({ name: 'Answers Chatflow.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  const dialog = page.getByRole('dialog', { name: 'Import a flow' })
  await dialog.getByText('6 nodes, 4 links').waitFor()
  await dialog.getByRole('button', { name: 'Insert here' }).click()

  await expect.poll(() => cards(page).count()).toBe(12)
  await expect.poll(() => wires(page)).toHaveLength(8)
  await card(page, 'conversationalRetrievalQAChain_1').waitFor()
  expect(complaints).toEqual([])
})

test('a picture of the flow is as large as it says, in either format', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.goto(`${url}/canvas`)
  await focusCanvas(page)
  await page.keyboard.press('/')
  await add(page, 'conversation chain')
  await card(page, 'conversationChain_0').getByRole('button', { name: 'Connect Memory', exact: true }).click()
  await add(page, 'buffer memory')
  const dialog = page.getByRole('dialog', { name: 'Export as a picture' })
  const exportAs = async (format: 'PNG' | 'SVG') => {
    await page.getByRole('button', { name: 'More about the flow' }).click()
    await page.getByRole('menuitem', { name: 'Export picture…' }).click()
    await dialog.getByRole('radio', { name: format }).check({ force: true })
    const [, width, height] = /(\d+) × (\d+) px/.exec(await dialog.innerText()) ?? []
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = readFileSync(await (await download).path())
    await dialog.waitFor({ state: 'detached' })
    return { file, width: Number(width), height: Number(height) }
  }

  const png = await exportAs('PNG')
  // Width and height stand behind the signature and the name of the first chunk.
  expect(png.file.subarray(1, 4).toString()).toBe('PNG')
  expect([png.file.readUInt32BE(16), png.file.readUInt32BE(20)]).toEqual([png.width, png.height])
  const svg = await exportAs('SVG')
  const text = svg.file.toString()
  expect(text).toContain(`width="${svg.width}" height="${svg.height}"`)
  expect(text).toContain('Conversation Chain')
  expect(text).toContain('Buffer Memory')
  expect(complaints).toEqual([])
})

test('an end of a wire is taken to another input; one that is taken is offered to be replaced', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url)
  await page.goto(`${url}/canvas`)
  await focusCanvas(page)
  for (const words of ['flowtill demo', 'conversation chain', 'conversation chain']) {
    await page.keyboard.press('/')
    await add(page, words)
    await focusCanvas(page)
  }
  await page.keyboard.press('Shift+Alt+t')
  await page.getByRole('button', { name: /^Undo: tidy/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  const input = (chain: number) =>
    page.locator(`[data-testid^="port-conversationChain_${chain}-input-model-"]`)
  /** What the model's input of a chain says it is linked to. */
  const source = (chain: number, label: string) =>
    card(page, `conversationChain_${chain}`).getByRole('button', { name: `Unlink ${label}`, exact: true })
  const output = page.locator('[data-testid^="port-flowtillDemoModel_0-output-"]')

  await drag(page, await middleOf(page, output), await middleOf(page, input(0)))
  await source(0, 'Flowtill Demo').waitFor()
  await drag(page, await endOfWire(page), await middleOf(page, input(1)))
  await source(1, 'Flowtill Demo').waitFor()
  expect(await wires(page)).toHaveLength(1)

  await page.keyboard.press('Escape')
  await card(page, 'flowtillDemoModel_0').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  const other = page.locator('[data-testid^="port-flowtillDemoModel_1-output-"]')
  await drag(page, await middleOf(page, other), await middleOf(page, input(1)))
  await page.getByText('This input is linked already.').waitFor()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()

  await source(1, 'Flowtill Demo 2').waitFor()
  expect(await wires(page)).toHaveLength(1)
  expect(complaints).toEqual([])
})

type Place = { x: number; y: number }

async function middleOf(page: Page, locator: ReturnType<Page['locator']>): Promise<Place> {
  await page.waitForTimeout(300)
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Where the end of the only wire can be taken hold of, beside the port it ends at. */
async function endOfWire(page: Page): Promise<Place> {
  const { x, y } = await middleOf(page, page.locator('.react-flow__edgeupdater-target'))
  return { x: x - 4, y }
}

async function drag(page: Page, from: Place, to: Place) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}
