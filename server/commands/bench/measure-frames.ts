import type { Browser, Page } from 'playwright-core'
import { categories, frameCosts } from './frame-cost.ts'

/** All in ms. */
export type Frames = {
  /** Time between two frames by the browser's own timestamps: median and p95. */
  pause: readonly [number, number]
  /** Share of frames that were late by at least one frame. */
  missed: number
  /** Main-thread work per frame: median and p95. */
  cost: readonly [number, number]
}

declare global {
  interface Window {
    pauses: number[]
  }
}

const frameMs = 1_000 / 60

/** Measures frames during `work`: once without and once with the browser's tracing. */
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
