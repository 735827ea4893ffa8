import { renderHook, waitFor } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, expect, test } from 'vitest'
import { useCountUp } from './use-count-up.ts'

const { happyDOM } = window as Window & { happyDOM?: DetachedWindowAPI }
function wantMotion(prefersReducedMotion: 'reduce' | 'no-preference') {
  Object.assign(happyDOM?.settings.device ?? {}, { prefersReducedMotion })
}
afterEach(() => wantMotion('no-preference'))

test('counts from the balance before to the one now, through what lies between', async () => {
  const seen = new Set<number>()
  const { result, rerender } = renderHook(
    ({ target }) => {
      const shown = useCountUp(target, 5)
      seen.add(shown)
      return shown
    },
    { initialProps: { target: 5 } },
  )
  rerender({ target: 105 })

  await waitFor(() => expect(result.current).toBe(105), { timeout: 20_000 })
  expect([...seen].filter((shown) => shown > 5 && shown < 105).length).toBeGreaterThan(2)
})

test('stands still where motion is not wanted', () => {
  wantMotion('reduce')
  const { result, rerender } = renderHook(({ target }) => useCountUp(target, 5), {
    initialProps: { target: 5 },
  })

  rerender({ target: 105 })

  expect(result.current).toBe(105)
})

test('shows at once what nothing came before', () => {
  const { result } = renderHook(() => useCountUp(105, undefined))

  expect(result.current).toBe(105)
})
