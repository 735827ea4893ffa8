import type { StateCreator } from 'zustand'
import type { RunEvent } from '#shared/runs.ts'
import { findEnding, leadingTo } from '../graph/ending.ts'
import type { CanvasState } from './canvas-store.ts'
import { followRun, type NodeRuns } from './run-state.ts'

export type RunSlice = {
  runs: NodeRuns
  startRun: () => void
  takeRunEvent: (event: RunEvent) => void
}

type Slice = StateCreator<CanvasState, [], [], RunSlice>

export const createRun: Slice = (set, get) => ({
  runs: new Map(),

  startRun: () => set({ runs: new Map() }),

  takeRunEvent(event) {
    const { runs, graph, templates } = get()
    const after = followRun(runs, event, leadingTo(findEnding(graph, templates), graph))
    if (after !== runs) {
      set({ runs: after })
    }
  },
})
