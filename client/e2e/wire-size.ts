import type { Page } from 'playwright-core'

/** Bytes of responses over the network, headers included, and the number of requests. */
export type WireSize = { bytes: number; requests: number }

/** Counts transferred bytes and requests from now on until the network is idle. The browser's cache must be empty. */
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
