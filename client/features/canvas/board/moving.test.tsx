import { renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useMoving } from './use-gestures.ts'

test('a moving canvas ignores presses, accepts them shortly after its last step, and is at rest a little later', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const current = document.createElement('div')
  const { result } = renderHook(() => useMoving({ current }))
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return current.dataset.moving
  }
  expect(after(1_000)).toBeUndefined()

  result.current.onMove()
  expect(after(0)).toBe('now')
  expect(after(50)).toBe('now')
  result.current.onMove()
  expect(after(50)).toBe('now')
  expect(after(20)).toBe('just')
  result.current.onMove()
  expect(after(0)).toBe('now')
  expect(after(100)).toBe('just')
  expect(after(100)).toBeUndefined()
})
