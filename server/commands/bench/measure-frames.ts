import type { Browser, Page } from 'playwright-core'
import { categories, frameCosts } from './frame-cost.ts'

/** All in ms. */
export type Frames = {
  /** Between two frames, by the browser's own stamps: median and p95. */
  pause: readonly [number, number]
  /** Share of the frames that came late by one or more. */
  missed: number
  /** Work of the page's thread for one: median and p95. */
  cost: readonly [number, number]
}

declare global {
  interface Window {
    pauses: number[]
  }
}

/** Of sixty a second. */
const frameMs = 1_000 / 60

/** Frames of a page while something is done with it: once by itself, and once more with the browser's own tracing. */
export async function measureFrames(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Frames> {
  await page.evaluate(watchFrames)
  await page.evaluate(() => {
    window.pauses.length = 0
  })
  await work()
  const pauses = await page.evaluate(() => window.pauses)
  await browser.startTracing(page, { categories })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  return {
    pause: [at(pauses, 0.5), at(pauses, 0.95)],
    missed: pauses.filter((pause) => pause > 1.5 * frameMs).length / pauses.length,
    cost: ((costs) => [at(costs, 0.5), at(costs, 0.95)] as const)(frameCosts(traceEvents)),
  }
}

function watchFrames() {
  if (window.pauses) {
    return
  }
  window.pauses = []
  let last = 0
  const note = (stamp: number) => {
    if (last > 0) {
      window.pauses.push(stamp - last)
    }
    last = stamp
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
