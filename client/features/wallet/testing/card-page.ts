import type { DetachedWindowAPI } from 'happy-dom'

/** Frames load an empty page once `release` is called, because the card page belongs to the payment provider. */
export function serveFrames({ atOnce = false } = {}) {
  let release = () => {}
  const released = atOnce ? Promise.resolve() : new Promise<void>((resolve) => (release = resolve))
  const { happyDOM } = window as Window & { happyDOM?: DetachedWindowAPI }
  if (!happyDOM) {
    throw new Error('These tests need happy-dom.')
  }
  Object.assign(happyDOM.settings, { enableIframePageLoading: true, disableIframePageLoading: false })
  happyDOM.settings.fetch.interceptor = {
    async beforeAsyncRequest({ window: frame }) {
      await released
      return new frame.Response('<p>card page</p>', { headers: { 'content-type': 'text/html' } })
    },
  }
  return release
}
