import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { emptyGraph } from '../graph/flow-graph.ts'
import { createCanvasStore } from '../store/canvas-store.ts'
import { firstState } from './sync-store.ts'
import { runSync } from './use-sync.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A saved flow whose requests to the server wait until they are released. */
function openSaved() {
  const canvas = createCanvasStore()
  const mark = { id: 'f1', type: 'CHATFLOW', updatedDate: '' } as const
  canvas.getState().open({ ...emptyGraph, name: 'Desk' }, mark)
  const pending: (() => void)[] = []
  const stop = runSync(canvas, {
    store: createStore(() => firstState),
    async send() {
      const { revision } = canvas.getState().history
      await new Promise<void>((resolve) => pending.push(resolve))
      canvas.getState().markSaved(mark, revision)
      return true
    },
    storeLocally: async () => undefined,
    look: async () => undefined,
    listen: () => () => undefined,
    isSilent: () => false,
    keepVersion: () => undefined,
  })
  const rename = (name: string) => canvas.getState().act({ name: 'rename' }, (graph) => ({ ...graph, name }))
  return { canvas, pending, stop, rename }
}

test('an undo during a save is also saved', async () => {
  const { canvas, pending, stop, rename } = openSaved()
  rename('Help desk')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(pending).toHaveLength(1)

  canvas.getState().undo()
  await vi.advanceTimersByTimeAsync(2_000)
  pending[0]?.()
  await vi.advanceTimersByTimeAsync(2_000)

  expect(pending).toHaveLength(2)
  pending[1]?.()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(pending).toHaveLength(2)
  stop()
})
