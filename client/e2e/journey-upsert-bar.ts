import type { Page, Route } from 'playwright-core'
import type { UpsertView } from '#shared/upserts.ts'

/** Polls of status bars ask for the one upsert they show. */
const isPoll = (url: string) => /upsert\.list.*"limit":1\b/.test(decodeURIComponent(url))

/** Place of the poll in its batch of calls. */
const placeOf = (url: string) => namesOf(url).indexOf('upsert.list')
const namesOf = (url: string) => decodeURIComponent(new URL(url).pathname).split('/').at(-1)?.split(',') ?? []

/** The statuses that polls have read, in order. */
export function recordPolls(page: Page) {
  const statuses: (UpsertView['status'] | undefined)[] = []
  page.on('response', async (response) => {
    if (isPoll(response.url())) {
      const bodies = (await response.json().catch(() => [])) as { result?: { data: UpsertView[] } }[]
      statuses.push(bodies[placeOf(response.url())]?.result?.data[0]?.status)
    }
  })
  return statuses
}

/** The next polls fail as if the network were off. Resolves with the number of polls that have failed so far. */
export async function failPolls(page: Page, count: number) {
  let failed = 0
  await page.route(
    ({ href }) => isPoll(href),
    (route) => {
      failed += 1
      return failed > count ? route.continue() : route.abort('internetdisconnected')
    },
  )
  return { count: () => failed, end: () => page.unrouteAll({ behavior: 'wait' }) }
}

/** Polls find no entry of the history. */
export async function emptyPolls(page: Page) {
  let polls = 0
  await page.route(
    ({ href }) => isPoll(href),
    async (route: Route) => {
      const response = await route.fetch()
      const bodies = (await response.json()) as unknown[]
      const json = bodies.with(placeOf(route.request().url()), { result: { data: [] } })
      polls += 1
      await route.fulfill({ response, json })
    },
  )
  return { count: () => polls, end: () => page.unrouteAll({ behavior: 'wait' }) }
}

/** Moves the page's clock from poll to poll until the condition holds. */
export const passPolls = (page: Page, holds: Holds) => pass(page, holds, () => page.clock.runFor(2_000))

/** As `passPolls`, for many polls: each due timer runs once, without the frames between two polls. */
export const skipPolls = (page: Page, holds: Holds) => pass(page, holds, () => page.clock.fastForward(2_000))

type Holds = () => boolean | Promise<boolean>

async function pass(page: Page, holds: Holds, move: () => Promise<void>) {
  const end = performance.now() + 150_000
  while (!(await holds())) {
    if (performance.now() > end) {
      throw new Error('The status bar did not get there.')
    }
    await move()
    // Responses take real time.
    await page.evaluate(() => fetch('/api/v1/ping').then((response) => response.text()))
  }
}
