import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { lazilySoon, useFetchAhead, whenOpened } from './on-demand.tsx'

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
    // Parts that other test files have declared come first, and take real time to load.
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), { timeout: 20_000 })
    page.unmount()
  } finally {
    vi.useRealTimers()
  }
})

test('an overlay that fails to load keeps the screen, says so, and is loaded again when opened', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(() => 'About Flowtill')
  const About = whenOpened<{ onClose: () => void }>(load)
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <p>{isOpen ? 'open' : 'closed'}</p>
        {isOpen && <About onClose={() => setOpen(false)} />}
      </>
    )
  }
  const log = [vi.spyOn(console, 'error').mockReturnValue(), vi.spyOn(console, 'warn').mockReturnValue()]
  await renderScreen(<Screen />, await createTestApp())

  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('Could not load this')
  await screen.findByText('closed')

  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('About Flowtill')
  expect(load).toHaveBeenCalledTimes(2)
  for (const spy of log) {
    spy.mockRestore()
  }
})
