import type { Page } from 'playwright-core'

const STEPS = 120
const UNDOS = 7

declare global {
  interface Window {
    undone: Promise<number>
  }
}

export async function pan(page: Page) {
  await page.mouse.move(760, 470)
  await page.mouse.down({ button: 'middle' })
  for (let step = 0; step < STEPS; step += 1) {
    const turn = step / 12
    await page.mouse.move(760 + 260 * Math.sin(turn), 470 + 160 * Math.sin(turn / 2))
    await page.waitForTimeout(10)
  }
  await page.mouse.up({ button: 'middle' })
}

export async function drag(page: Page, from: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 0; step < STEPS; step += 1) {
    const turn = step / 12
    await page.mouse.move(from.x + 160 * Math.sin(turn), from.y + 120 * Math.sin(turn / 2))
    await page.waitForTimeout(10)
  }
  await page.mouse.up()
}

/**
 * Finds a point on a card near the middle of the canvas. Of painted cards, only the hovered one exists as an
 * element.
 */
export async function takeHold(page: Page) {
  for (let step = 0; step < 400; step += 1) {
    await page.mouse.move(640 + (step % 20) * 16, 400 + Math.floor(step / 20) * 12)
    const place = await page.evaluate(() => {
      const card = document.querySelector('.react-flow__node:hover')?.getBoundingClientRect()
      return card && { x: card.left + card.width / 3, y: card.top + Math.min(20, card.height / 3) }
    })
    if (place) {
      return place
    }
  }
  throw new Error('There is no card in the middle of the canvas.')
}

/** Zooms in and out twice without pausing: idle rendering is not part of the measurement. */
export async function zoom(page: Page) {
  await page.mouse.move(760, 470)
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, step % 60 < 30 ? -64 : 64)
    await page.waitForTimeout(16)
  }
}

/** Median time in ms from the key press to the frame that shows the result, over a few undos and redos. */
export async function measureUndo(page: Page): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < UNDOS; turn += 1) {
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.canvas-room')?.focus()
      window.undone = new Promise((resolve) => {
        const note = () => {
          const startedAt = performance.now()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
        }
        addEventListener('keydown', ({ key }) => key.toLowerCase() === 'z' && note(), { capture: true })
      })
    })
    await page.keyboard.press(turn % 2 === 0 ? 'Control+z' : 'Control+Shift+z')
    times.push(await page.evaluate(() => window.undone))
  }
  return median(times)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
