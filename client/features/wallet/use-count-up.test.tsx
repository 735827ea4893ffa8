import { act, renderHook } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { useCountUp } from './use-count-up.ts'

const { happyDOM } = window as Window & { happyDOM?: DetachedWindowAPI }
function preferMotion(prefersReducedMotion: 'reduce' | 'no-preference') {
  Object.assign(happyDOM?.settings.device ?? {}, { prefersReducedMotion })
}
afterEach(() => preferMotion('no-preference'))

test('counts from the previous balance to the current one, through intermediate values', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { result, rerender } = renderHook(({ target }) => useCountUp(target, 5), {
    initialProps: { target: 5 },
  })
  rerender({ target: 105 })

  await act(() => vi.advanceTimersByTimeAsync(350))
  const halfway = result.current
  await act(() => vi.advanceTimersByTimeAsync(400))

  expect(halfway).toBeGreaterThan(55)
  expect(halfway).toBeLessThan(105)
  expect(result.current).toBe(105)
})

test('the count does not animate under reduced motion', () => {
  preferMotion('reduce')
  const { result, rerender } = renderHook(({ target }) => useCountUp(target, 5), {
    initialProps: { target: 5 },
  })

  rerender({ target: 105 })

  expect(result.current).toBe(105)
})

test('shows the value immediately without a previous one', () => {
  const { result } = renderHook(() => useCountUp(105, undefined))

  expect(result.current).toBe(105)
})
