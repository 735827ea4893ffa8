import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, openCanvas, register } from './browser.ts'
import {
  add,
  card,
  cards,
  connectByKeys,
  drag,
  focusCanvas,
  middleOf,
  nothingToUndo,
  saveState,
  typeName,
  untilStill,
  wires,
} from './journey-canvas.ts'
import {
  arrangeThree,
  deleteAndUndo,
  duplicateByKeys,
  expectNoOverlap,
  findWords,
  frameTwo,
  leaveNote,
  moveBySmallMap,
} from './journey-fluency.ts'

const { openPage } = openBrowser()

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
  await connectByKeys(page, /Conversational Retrieval/)
}

test('a flow is built with keys and quick-add, changed, undone, grouped, tidied, exported and imported', async () => {
  const { page, url, complaints } = await openPage()
  await register(page, url, '/app/credentials')
  await openCanvas(page, url)

  await build(page)
  await expect.poll(() => wires(page)).toHaveLength(3)
  expect((await wires(page)).every((name) => name?.includes('Conversational Retrieval QA Chain'))).toBe(true)

  const store = page.locator('.react-flow__edge[aria-label*="Vector Store Retriever"]')
  await store.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Insert a node here' }).click()
  await add(page, 'cohere rerank')
  await expect.poll(() => wires(page)).toHaveLength(4)
  await expect
    .poll(() => wires(page))
    .toContain('Cohere Rerank Retriever → Conversational Retrieval QA Chain: Vector Store Retriever')

  await focusCanvas(page)
  for (let step = 0; step < 20 && (await nothingToUndo(page).count()) === 0; step += 1) {
    await page.keyboard.press('Control+z')
  }
  await expect.poll(() => cards(page).count()).toBe(0)
  for (let step = 0; step < 20 && (await cards(page).count()) + (await wires(page)).length < 9; step += 1) {
    await page.keyboard.press('Control+Shift+z')
  }
  await expect.poll(() => cards(page).count()).toBe(5)
  await expect.poll(() => wires(page)).toHaveLength(4)

  await deleteAndUndo(page)
  await duplicateByKeys(page)
  await findWords(page)
  await leaveNote(page)
  await arrangeThree(page)
  await frameTwo(page)

  await focusCanvas(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+g')
  await typeName(page, 'Answers')
  await page.getByRole('region', { name: 'Group Answers, 5 nodes' }).waitFor()
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Alt+t')
  await page.getByRole('button', { name: /^Undo: tidy/ }).waitFor()
  const inOrder = ['memoryVectorStore_0', 'cohereRerankRetriever_0', 'conversationalRetrievalQAChain_0']
  await expect
    .poll(async () => {
      const lefts = await Promise.all(inOrder.map(async (id) => (await card(page, id).boundingBox())?.x ?? 0))
      return lefts.every((left, place) => place === 0 || left > (lefts[place - 1] ?? 0))
    })
    .toBe(true)

  await expectNoOverlap(page)
  await moveBySmallMap(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Flow actions' }).click()
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

  await page.keyboard.press('Control+z')
  await expect.poll(() => cards(page).count()).toBe(6)
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  const folder = (await page.getByRole('application').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await middleOf(card(page, 'conversationalRetrievalQAChain_0'))
  await page.keyboard.down('Shift')
  await drag(
    page,
    { x: folder.x + 12, y: folder.y + 12 },
    { x: folder.x + folder.width - 12, y: folder.y + folder.height - 80 },
  )
  await page.keyboard.up('Shift')
  await page.getByRole('toolbar', { name: 'Arrange the selection' }).getByText('6 nodes selected').waitFor()
  await page.keyboard.press('Control+c')
  await openCanvas(page, url)
  await untilStill(page)
  await page.mouse.click(folder.x + 500, folder.y + 200)
  await page.keyboard.press('Control+v')
  await expect.poll(() => cards(page).count()).toBe(6)
  await expect.poll(() => wires(page)).toHaveLength(4)
  await page.keyboard.press('Control+z')
  await expect.poll(() => cards(page).count()).toBe(0)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => cards(page).count()).toBe(6)

  const field = page.getByRole('combobox', { name: 'Search nodes, tags, models' })
  await field.click()
  await page.keyboard.press('Control+v')
  await expect.poll(() => field.inputValue()).toContain('conversationalRetrievalQAChain_0')
  await expect.poll(() => cards(page).count()).toBe(6)
  await field.fill('')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), file)
  await saveState(page).toBe('saved')
  await focusCanvas(page)
  await page.keyboard.press('Control+v')
  await dialog.getByText('6 nodes, 4 links').waitFor()
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect.poll(() => cards(page).count()).toBe(6)
  await page.getByTestId('save-state').click()
  await page.getByText('Automatic, before the flow was replaced').waitFor()

  const chooser = page.locator('input[type=file][accept*=json]')
  expect(await chooser.getAttribute('accept')).toBe('.json,application/json')
  await chooser.setInputFiles({
    name: 'list.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"items": [1]}'),
  })
  const rejection = page.getByRole('dialog', { name: 'Not a flow file' })
  await rejection.getByText('no lists of nodes and edges').waitFor()
  await rejection.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => cards(page).count()).toBe(6)
  expect(complaints).toEqual([])
})
