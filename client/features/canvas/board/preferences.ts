import { useEffect, useLayoutEffect } from 'react'
import { useStorage } from '#client/components/use-storage.ts'
import type { CanvasState, CanvasStore } from '../store/canvas-store.ts'
import { magnetReach } from '../store/view.ts'

export type Preferences = {
  /** Action of the mouse wheel and of two fingers on a touchpad. */
  wheel: 'zoom' | 'pan'
  snapping: boolean
  grid: boolean
  minimap: boolean
  /** Whether a dragged card snaps to its neighbours. */
  magnet: boolean
}

const defaults: Preferences = { wheel: 'zoom', snapping: false, grid: true, minimap: true, magnet: true }

const switches = ['snapping', 'grid', 'minimap', 'magnet'] as const

function isPreferences(value: unknown): value is Preferences {
  const stored = (value ?? {}) as Partial<Record<keyof Preferences, unknown>>
  const hasWheel = stored.wheel === 'zoom' || stored.wheel === 'pan'
  return hasWheel && switches.every((name) => typeof stored[name] === 'boolean')
}

/** Canvas preferences: stored per browser, shared by all flows, synchronized between tabs. */
export function usePreferences() {
  return useStorage('canvas.preferences', defaults, isPreferences)
}

export function useStoredPreferences(store: CanvasStore): Preferences {
  const [preferences, keep] = usePreferences()

  // Before the first paint, or the grid would flash.
  useLayoutEffect(() => {
    const { wheel: _, ...target } = preferences
    if (!isAs(readPreferences(store.getState()), target)) {
      const { magnet, ...surface } = target
      store.setState({ ...surface, magnet: magnet ? magnetReach : 0 })
    }
  }, [store, preferences])

  useEffect(
    () =>
      store.subscribe((state, before) => {
        const [now, old] = [readPreferences(state), readPreferences(before)]
        if (!isAs(now, old)) {
          keep({ ...preferences, ...now })
        }
      }),
    [store, preferences, keep],
  )
  return preferences
}

type OfStore = Omit<Preferences, 'wheel'>

function readPreferences({ snapping, grid, minimap, magnet }: CanvasState): OfStore {
  return { snapping, grid, minimap, magnet: magnet > 0 }
}

function isAs(some: OfStore, others: OfStore): boolean {
  return (Object.keys(some) as (keyof OfStore)[]).every((name) => some[name] === others[name])
}
