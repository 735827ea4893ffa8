import type { Page } from 'playwright-core'

/** Bytes of responses over the network, headers included, and the number of requests. `list` names each, for a failing test. */
export type WireSize = { bytes: number; requests: number; list: string }

/**
 * Counts transferred bytes and requests from now on until the network is idle. The browser's cache must be empty. What a
 * page asks again and again counts once, however long a busy machine takes to load the rest.
 */
export async function measureWire(page: Page, open: () => Promise<unknown>): Promise<WireSize> {
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) {
      urls.set(requestId, request.url)
    }
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url !== undefined) {
      bytes.set(url, Math.max(bytes.get(url) ?? 0, encodedDataLength))
    }
  })
  await session.send('Network.enable')
  await open()
  await page.waitForLoadState('networkidle')
  await session.detach()
  return {
    bytes: [...bytes.values()].reduce((sum, each) => sum + each, 0),
    requests: new Set(urls.values()).size,
    list: [...bytes].map(([url, size]) => `${size} ${url}`).join('\n'),
  }
}
