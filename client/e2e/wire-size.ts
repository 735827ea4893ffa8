import type { Page } from 'playwright-core'

/** Bytes of responses as the network carried them, headers included, and how many requests there were. */
export type WireSize = { bytes: number; requests: number }

/** Counts what the browser fetches from now on, until nothing more comes. The browser's cache has to be empty. */
export async function measureWire(page: Page, open: () => Promise<unknown>): Promise<WireSize> {
  const session = await page.context().newCDPSession(page)
  const size: WireSize = { bytes: 0, requests: 0 }
  session.on('Network.requestWillBeSent', ({ request }) => {
    size.requests += request.url.startsWith('http') ? 1 : 0
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    size.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await open()
  await page.waitForLoadState('networkidle')
  await session.detach()
  return size
}
