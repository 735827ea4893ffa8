import type { DetachedWindowAPI } from 'happy-dom'

/** Frames load a page of nothing from now on, once `release` is called: the card page is another's, and not of this test. */
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
