import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { openBrowser, register } from './browser.ts'
import { openPublicFlow } from './public-chat.ts'
import { measureWire } from './wire-size.ts'

const browser = openBrowser()
const { openPage } = browser

// A part over the limit should be loaded lazily: client/components/on-demand.tsx, client/texts/texts.tsx.
test('signing in loads at most 182 KB in 12 requests, fonts included', async () => {
  const { page, url } = await openPage()
  const size = await measureWire(page, async () => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })

  expect(size.bytes, size.list).toBeLessThanOrEqual(182_000)
  expect(size.requests, size.list).toBeLessThanOrEqual(12)
})

test('a new canvas loads at most 459 KB', async () => {
  const { page, url } = await openPage()
  await register(page, url, '/api/v1/ping')
  const size = await measureWire(page, async () => {
    // What is loaded last, so that a slow machine counts no more than a fast one.
    const starters = page.waitForResponse(/templates\.starters/)
    await page.goto(`${url}/canvas`)
    await page.getByRole('application').waitFor()
    await starters
  })

  expect(size.bytes, size.list).toBeLessThanOrEqual(459_000)
})

test('the public page of a chat has at most 48 KB of script, compressed, and makes no call before the first question', async () => {
  const { url, id } = await openPublicFlow(browser, { flowData: aDemoFlow() })
  const { page } = await openPage()
  const scripts: Promise<Buffer>[] = []
  const calls: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      scripts.push(response.body())
    } else if (response.url().includes('/api/')) {
      calls.push(response.url())
    }
  })

  await page.goto(`${url}/chatbot/${id}`)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.waitForLoadState('networkidle')

  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length)
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThanOrEqual(48_000)
  expect(calls).toEqual([])
})
