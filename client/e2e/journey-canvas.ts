import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { FlowFile } from '#shared/flow-file.ts'
import { untilFocused } from './browser.ts'

export const card = (page: Page, id: string) => page.getByTestId(`node-${id}`)
export const cards = (page: Page) => page.locator('.react-flow__node')
export const nothingToUndo = (page: Page) => page.getByRole('button', { name: 'Nothing to undo' })
export const saveState = (page: Page) =>
  expect.poll(() => page.getByTestId('save-state').getAttribute('data-state'))

export const wires = (page: Page) =>
  page
    .locator('.react-flow__edge')
    .evaluateAll((edges) => edges.map((edge) => edge.getAttribute('aria-label')))

export function request<Answer>(page: Page, route: string, input: object, isWrite = false): Promise<Answer> {
  return page.evaluate(
    async ([route, text, isWrite]) => {
      const query = isWrite ? '' : `?input=${encodeURIComponent(text)}`
      const response = await fetch(`/trpc/${route}${query}`, {
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          'content-type': 'application/json',
        },
        ...(isWrite && { method: 'POST', body: text }),
      })
      return (await response.json()).result.data
    },
    [route, JSON.stringify(input), isWrite] as const,
  )
}

export async function draftOf(page: Page): Promise<FlowFile> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { flowData } = await request<{ flowData: string }>(page, 'flows.draft', { id: id ?? '' })
  return JSON.parse(flowData)
}

export async function add(page: Page, words: string) {
  const search = page.locator('.quick-add').getByRole('combobox')
  await search.fill(words)
  await page.locator('.quick-add').getByRole('option').first().waitFor()
  await search.press('Enter')
  await page.locator('.quick-add').waitFor({ state: 'detached' })
}

/** Links the selected node to the first listed target, which must match `name`. */
export async function connectByKeys(page: Page, name: RegExp) {
  const list = page.getByRole('dialog', { name: 'Connect to…' })
  await page.keyboard.press('c')
  await list.getByRole('option', { name }).first().waitFor()
  await untilFocused(list)
  await page.keyboard.press('Enter')
}

export async function focusCanvas(page: Page) {
  await page.getByRole('application').focus()
}

export async function chooseInMenu(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name: 'Flow actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

export type Place = { x: number; y: number }

/** Position of an element once the canvas has settled, measured over several frames. */
export function middleOf(locator: ReturnType<Page['locator']>): Promise<Place> {
  return locator.evaluate(async (part) => {
    const read = () => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    let place = read()
    for (let still = 0, since = performance.now(); still < 5 || performance.now() - since < 150; ) {
      await new Promise(requestAnimationFrame)
      const before = place
      place = read()
      if (before.x === place.x && before.y === place.y) {
        still += 1
      } else {
        still = 0
        since = performance.now()
      }
    }
    return place
  })
}

export async function typeName(page: Page, name: string) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
}

/** Nothing on the canvas can be clicked while it moves. */
export async function untilStill(page: Page) {
  await page.locator('[data-moving]').waitFor({ state: 'detached' })
}

export async function drag(page: Page, from: Place, to: Place) {
  await untilStill(page)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}
