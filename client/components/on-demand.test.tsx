import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazilySoon, useFetchAhead } from './on-demand.tsx'

function Page() {
  useFetchAhead()
  return null
}

test('parts are prefetched once the page is used, not while it is only open', async () => {
  const load = vi.fn(async () => () => null)
  lazilySoon(load)
  vi.useFakeTimers()
  try {
    const page = render(<Page />)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).not.toHaveBeenCalled()

    fireEvent.pointerDown(document.body)
    fireEvent.keyDown(document.body, { key: 'a' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledOnce()
    page.unmount()
  } finally {
    vi.useRealTimers()
  }
})
