import { afterEach, expect, test, vi } from 'vitest'
import { takeTurn } from './detail.ts'

afterEach(() => vi.restoreAllMocks())

/** Frames come when they are asked for, and the clock goes on with what is done. */
function aScreen() {
  let now = 0
  let due: FrameRequestCallback | undefined
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => {
    due = callback
    return 1
  })
  return {
    work: (ms: number) => {
      now += ms
    },
    frame() {
      const callback = due
      due = undefined
      callback?.(now)
    },
    isAwaited: () => due !== undefined,
  }
}

test('in each frame as many begin as there is time for, in their order; who takes it back never begins', () => {
  const screen = aScreen()
  const begun: string[] = []
  const begin = (name: string, ms: number) =>
    takeTurn(() => {
      begun.push(name)
      screen.work(ms)
    })
  begin('light', 1)
  begin('heavy', 30)
  begin('next', 1)
  const takeBack = begin('gone', 1)
  takeBack()
  expect(begun).toEqual([])

  screen.frame()
  expect(begun).toEqual(['light', 'heavy'])
  screen.frame()
  expect(begun).toEqual(['light', 'heavy', 'next'])
  expect(screen.isAwaited()).toBe(false)
})
