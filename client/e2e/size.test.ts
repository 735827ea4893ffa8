import { expect, test } from 'vitest'
import { openBrowser, register } from './browser.ts'
import { measureWire } from './wire-size.ts'

const { openPage } = openBrowser()

// A part over the limit should be loaded lazily: client/components/on-demand.tsx, client/texts/texts.tsx.
test('signing in loads at most 181.5 KB in 12 requests, fonts included', async () => {
  const { page, url } = await openPage()
  const size = await measureWire(page, async () => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })

  expect(size.bytes).toBeLessThanOrEqual(181_500)
  expect(size.requests).toBeLessThanOrEqual(12)
})

test('a new canvas loads at most 437 KB', async () => {
  const { page, url } = await openPage()
  await register(page, url, '/api/v1/ping')
  const size = await measureWire(page, async () => {
    await page.goto(`${url}/canvas`)
    await page.getByRole('application').waitFor()
  })

  expect(size.bytes).toBeLessThanOrEqual(437_000)
})
