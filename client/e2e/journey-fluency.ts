import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  card,
  cards,
  draftOf,
  drag,
  focusCanvas,
  middleOf,
  type Place,
  saveState,
  typeName,
  untilStill,
  wires,
} from './journey-canvas.ts'

async function select(page: Page, id: string) {
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await card(page, id).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => card(page, id).getAttribute('data-selected')).not.toBeNull()
}

const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  String(one.id).localeCompare(String(other.id))

async function meaningOf(page: Page) {
  await saveState(page).toBe('saved')
  const { nodes, edges } = await draftOf(page)
  return {
    nodes: nodes.map(({ id, data }) => ({ id, inputs: data.inputs })).toSorted(byId),
    edges: edges.toSorted(byId),
  }
}

export async function deleteAndUndo(page: Page) {
  const chain = card(page, 'conversationalRetrievalQAChain_0')
  await saveState(page).toBe('saved')
  const all = await meaningOf(page)
  await select(page, 'flowtillDemoModel_0')
  await page.keyboard.press('Delete')
  await expect.poll(() => cards(page).count()).toBe(4)
  await expect.poll(() => wires(page)).toHaveLength(3)
  await chain.getByRole('button', { name: 'Connect Chat Model', exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => wires(page)).toHaveLength(4)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => cards(page).count()).toBe(4)
  await page.keyboard.press('Control+z')
  await expect.poll(() => meaningOf(page)).toEqual(all)
}

/** A copy is placed 400 px to the right, has the next number and no links, and is one undo step. */
export async function duplicateByKeys(page: Page) {
  await select(page, 'conversationalRetrievalQAChain_0')
  await page.keyboard.press('Control+d')
  await card(page, 'conversationalRetrievalQAChain_1').waitFor()
  const places = async (ids: string[]) => {
    const { nodes } = await draftOf(page)
    return ids.map((id) => nodes.find((node) => node.id === id)?.position as Place | undefined)
  }
  const chains = ['conversationalRetrievalQAChain_0', 'conversationalRetrievalQAChain_1']
  await expect.poll(async () => (await places(chains))[1]).toBeDefined()
  const [original, copy] = await places(chains)
  expect(copy).toEqual({ ...original, x: Number(original?.x) + 400 })
  await expect.poll(() => wires(page)).toHaveLength(4)
  await page.keyboard.press('Control+z')
  await expect.poll(() => cards(page).count()).toBe(5)
}

export async function findWords(page: Page) {
  await focusCanvas(page)
  await page.keyboard.press('Control+f')
  const find = page.getByRole('search', { name: 'Find on the canvas' })
  await find.getByRole('textbox', { name: /^Search names/ }).fill('memory')
  await find.getByText(/^0 of [2-9]\b/).waitFor()
  await page.keyboard.press('Enter')
  await find.getByText(/^1 of [2-9]\b/).waitFor()
  await page.keyboard.press('Enter')
  await find.getByText(/^2 of [2-9]\b/).waitFor()
  await page.keyboard.press('Escape')
  await find.waitFor({ state: 'detached' })
}

export async function leaveNote(page: Page) {
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  const note = card(page, 'stickyNote_0')
  await note.getByRole('textbox', { name: 'Text of the note' }).fill('Ask **first**')
  await focusCanvas(page)
  await page.keyboard.press('i')
  await page.getByRole('radio', { name: 'Mint' }).check({ force: true })
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await note.locator('strong').filter({ hasText: 'first' }).waitFor()
  await expect.poll(() => note.getAttribute('style')).toContain('note-mint')
  await select(page, 'stickyNote_0')
  await focusCanvas(page)
  await page.keyboard.press('Delete')
  await expect.poll(() => cards(page).count()).toBe(5)
}

export async function arrangeThree(page: Page) {
  await focusCanvas(page)
  await select(page, 'memoryVectorStore_0')
  // A dock may cover the card in the meantime, and only visible cards can be clicked.
  await untilStill(page)
  await focusCanvas(page)
  await page.keyboard.press('1')
  await untilStill(page)
  for (const id of ['cohereRerankRetriever_0', 'bufferMemory_0']) {
    await card(page, id).click({ position: { x: 60, y: 10 }, modifiers: ['Shift'] })
  }
  const bar = page.getByRole('toolbar', { name: 'Arrange the selection' })
  await bar.getByText('3 nodes selected').waitFor()
  const three = ['memoryVectorStore_0', 'cohereRerankRetriever_0', 'bufferMemory_0']
  const before = await Promise.all(three.map((id) => middleOf(card(page, id))))
  const boxes = () => Promise.all(three.map((id) => card(page, id).boundingBox()))
  await bar.getByRole('button', { name: 'Align left edges' }).click()
  await expect.poll(async () => new Set((await boxes()).map((box) => Math.round(box?.x ?? 0))).size).toBe(1)
  await bar.getByRole('button', { name: 'Distribute vertically' }).click()
  await expect
    .poll(async () => {
      const [first, second, third] = (await boxes())
        .map((box) => ({ top: box?.y ?? 0, foot: (box?.y ?? 0) + (box?.height ?? 0) }))
        .toSorted((one, other) => one.top - other.top)
      return Math.abs((second?.top ?? 0) - (first?.foot ?? 0) - ((third?.top ?? 0) - (second?.foot ?? 0)))
    })
    .toBeLessThan(2)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  for (const [place, id] of three.entries()) {
    await expect.poll(async () => (await middleOf(card(page, id))).x).toBeCloseTo(before[place]?.x ?? 0, 0)
  }
}

export async function frameTwo(page: Page) {
  await focusCanvas(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Alt+t')
  await page.getByRole('button', { name: /^Undo: tidy/ }).waitFor()
  await select(page, 'memoryVectorStore_0')
  await card(page, 'cohereRerankRetriever_0').click({ position: { x: 60, y: 10 }, modifiers: ['Shift'] })
  await focusCanvas(page)
  await page.keyboard.press('Control+g')
  await typeName(page, 'Search')
  const group = page.getByRole('region', { name: 'Group Search, 2 nodes' })
  await group.getByRole('button', { name: 'Collapse group' }).click()
  await expect.poll(() => wires(page)).toHaveLength(3)
  await expect
    .poll(async () => (await wires(page)).filter((name) => name?.endsWith(': Vector Store Retriever')))
    .toHaveLength(1)
  await group.getByRole('button', { name: 'Expand group' }).click()
  await expect.poll(() => wires(page)).toHaveLength(4)
  // Selects only: Enter on a selected card would open its fields.
  await select(page, 'areaFrame_0')
  await page.keyboard.press('Control+Shift+g')
  await group.waitFor({ state: 'detached' })
  await expect.poll(() => cards(page).count()).toBe(5)
}

export async function expectNoOverlap(page: Page) {
  await expect.poll(() => overlapping(page)).toEqual([])
}

async function overlapping(page: Page) {
  const shapes = (
    await Promise.all(
      [
        'cohereRerankRetriever_0',
        'conversationalRetrievalQAChain_0',
        'memoryVectorStore_0',
        'bufferMemory_0',
        'flowtillDemoModel_0',
      ].map((id) => card(page, id).boundingBox()),
    )
  ).map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
  return shapes.filter((one, place) =>
    shapes.some(
      (other, at) =>
        at > place &&
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    ),
  )
}

export async function moveBySmallMap(page: Page) {
  const chain = card(page, 'conversationalRetrievalQAChain_0')
  await page.getByRole('button', { name: 'Close the side panel' }).click()
  await focusCanvas(page)
  await page.keyboard.press('0')
  await page.getByRole('button', { name: '100%, zoom to 100 %' }).waitFor()
  const map = page.getByRole('img', { name: 'Minimap of the flow' })
  const [seen, onMap] = [await middleOf(chain), await middleOf(map)]
  await drag(page, onMap, { x: onMap.x + 30, y: onMap.y + 10 })
  await expect.poll(async () => (await middleOf(chain)).x).not.toBe(seen.x)
  await focusCanvas(page)
  await page.keyboard.press('m')
  await map.waitFor({ state: 'detached' })
  await page.keyboard.press('1')
  await expect.poll(() => page.getByRole('button', { name: '100%, zoom to 100 %' }).count()).toBe(0)
}
