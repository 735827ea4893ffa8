import type { StateCreator } from 'zustand'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import type { FlowType } from '#shared/flows.ts'
import { withoutRehoused } from '../agent/boxes.ts'
import { emptyGraph, type Graph, type Templates } from '../graph/flow-graph.ts'
import { emptyHistory, type History, type Moved, record, redo, type Step, undo } from '../graph/history.ts'
import type { CanvasState } from './canvas-store.ts'
import type { CatalogueSlice } from './catalogue.ts'
import { type Derived, derive, nothingDerived } from './derive.ts'

type SavedMark = { id: string; type: FlowType; updatedDate: string }

export type DocumentSlice = Derived & {
  graph: Graph
  history: History
  /** Undefined until the flow is saved for the first time. */
  saved: SavedMark | undefined
  newType: FlowType
  /** JSON text of the initial settings, from a template. */
  newConfig: string | undefined
  /** The last saved revision, so that dirty is a comparison rather than a flag that can be stale. */
  savedRevision: number
  saving: 'idle' | 'busy' | 'failed'
  /** The last change of the flow, for screen readers. */
  announced: { step: Step; way: 'done' | 'undone' | 'redone' } | undefined
  open: (graph: Graph, saved: SavedMark | undefined) => void
  /** Performs one user action as one undo step. */
  act: (step: Step, change: (graph: Graph, templates: Templates) => Graph, burst?: string) => void
  /** Changes the representation without an undo step or unsaved changes. */
  rewrite: (graph: Graph, history: History) => void
  undo: () => void
  redo: () => void
  markSaving: (saving: 'idle' | 'busy' | 'failed') => void
  markSaved: (saved: SavedMark, revision: number) => void
  /** Callbacks of fields that commit text being typed. */
  drafts: Set<() => void>
  flushDrafts: () => void
}

type Slice = StateCreator<CanvasState, [], [], DocumentSlice & Pick<CatalogueSlice, 'setTemplates'>>

export const createDocument: Slice = (set, get) => {
  let derivedFrom: { graph: Graph; templates: Templates } | undefined

  function show(graph: Graph) {
    const before = get()
    const known = { ...before, flowNodes: withoutRehoused(before.flowNodes, graph) }
    set({ graph, ...derive(known, graph, before.templates, derivedFrom) })
    derivedFrom = { graph, templates: before.templates }
    get().completeTemplates()
  }

  function move(moved: Moved | undefined, way: 'undone' | 'redone') {
    if (moved) {
      set({ history: moved.history, announced: { step: moved.step, way } })
      show(moved.graph)
      get().forgetRemoved()
    }
  }

  return {
    ...nothingDerived,
    graph: emptyGraph,
    history: emptyHistory,
    saved: undefined,
    newType: 'CHATFLOW',
    newConfig: undefined,
    savedRevision: 0,
    saving: 'idle',
    announced: undefined,
    drafts: new Set(),

    open(graph, saved) {
      derivedFrom = undefined
      set({
        ...nothingDerived,
        history: emptyHistory,
        savedRevision: 0,
        saving: 'idle',
        saved,
        runs: new Map(),
      })
      show(graph)
      get().forgetRemoved()
    },

    setTemplates(templates) {
      set({ templates: new Map(templates.map((template) => [template.name, translateTemplate(template)])) })
      show(get().graph)
    },

    act(step, change, burst) {
      const { graph, history, templates, savedRevision } = get()
      const after = change(graph, templates)
      if (after === graph) {
        return
      }
      set({
        history: record(history, graph, after, { step, burst, at: Date.now(), saved: savedRevision }),
        announced: { step, way: 'done' },
      })
      show(after)
      get().forgetRemoved()
    },

    rewrite(graph, history) {
      set({ history })
      show(graph)
    },

    undo() {
      get().flushDrafts()
      move(undo(get().history, get().graph), 'undone')
    },

    redo() {
      move(redo(get().history, get().graph), 'redone')
    },

    markSaving: (saving) => set({ saving }),
    markSaved: (saved, savedRevision) => set({ saved, savedRevision, saving: 'idle' }),

    flushDrafts() {
      for (const flush of get().drafts) {
        flush()
      }
    },
  }
}

export function typeOf({ saved, newType }: Pick<CanvasState, 'saved' | 'newType'>): FlowType {
  return saved?.type ?? newType
}

export function isDirty({ history, savedRevision }: Pick<CanvasState, 'history' | 'savedRevision'>): boolean {
  return history.revision !== savedRevision
}
