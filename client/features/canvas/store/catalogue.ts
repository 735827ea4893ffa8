import { useEffect, useMemo, useState } from 'react'
import type { StateCreator } from 'zustand'
import { logWarning } from '#client/api/log.ts'
import { translateSummary, translateTemplate } from '#client/texts/translate-nodes.ts'
import { componentsIn } from '#shared/component-config.ts'
import type { FlowType } from '#shared/flows.ts'
import { toRecord } from '#shared/json.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { startName } from '#shared/step-traits.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'
import type { CanvasState } from './canvas-store.ts'
import { typeOf } from './document.ts'
import { useCanvas, useCanvasStore } from './use-canvas.ts'

export type Summaries = ReadonlyMap<string, NodeSummary>

export type TemplateSource = {
  load: (names: readonly string[]) => Promise<readonly NodeTemplate[]>
  onError: (error: unknown) => void
}

export type CatalogueSlice = {
  summaries: Summaries
  /** Full templates of the kinds used since the canvas opened. */
  templates: Templates
  setCatalogue: (summaries: Summaries, source: TemplateSource) => void
  setTemplates: (templates: readonly NodeTemplate[]) => void
  translateCatalogue: () => void
  /** Loads the templates of these kinds. Unknown kinds are skipped. Rejects when loading fails. */
  ensureTemplates: (names: Iterable<string>) => Promise<void>
  /** Makes a change that needs these templates: at once if they are loaded, not at all if loading fails. */
  withTemplates: (names: Iterable<string>, change: () => void) => void
  /** Loads templates of nodes that appeared without a request, such as by undoing steps of an earlier visit. */
  completeTemplates: () => void
}

type Slice = StateCreator<CanvasState, [], [], Omit<CatalogueSlice, 'setTemplates'>>

const noSource: TemplateSource = { load: async () => [], onError: () => undefined }

export const createCatalogue: Slice = (set, get) => {
  const pending = new Map<string, Promise<void>>()
  let source = noSource

  function missing(names: Iterable<string>): string[] {
    const { summaries, templates } = get()
    return [...new Set(names)].filter((name) => summaries.has(name) && !templates.has(name))
  }

  async function load(names: readonly string[]) {
    try {
      add(await source.load(names))
    } finally {
      for (const name of names) {
        pending.delete(name)
      }
    }
  }

  function add(loaded: readonly NodeTemplate[]) {
    const { templates, graph, setTemplates } = get()
    const all = new Map([
      ...templates,
      ...loaded.map((each) => [each.name, translateTemplate(each)] as const),
    ])
    const shown = kindsOf(graph)
    if (loaded.some(({ name }) => shown.has(name))) {
      setTemplates([...all.values()])
    } else {
      set({ templates: all })
    }
  }

  return {
    summaries: new Map(),
    templates: new Map(),

    setCatalogue(summaries, templateSource) {
      source = templateSource
      set({ summaries: translateAll(summaries) })
    },

    translateCatalogue() {
      const { summaries, templates, setTemplates } = get()
      set({ summaries: translateAll(summaries) })
      setTemplates([...templates.values()])
    },

    async ensureTemplates(names) {
      const required = missing(names)
      const fresh = required.filter((name) => !pending.has(name))
      if (fresh.length > 0) {
        const loading = load(fresh)
        for (const name of fresh) {
          pending.set(name, loading)
        }
      }
      await Promise.all(required.map((name) => pending.get(name)))
    },

    withTemplates(names, change) {
      const required = missing(names)
      if (required.length === 0) {
        change()
      } else {
        void get().ensureTemplates(required).then(change, source.onError)
      }
    },

    completeTemplates() {
      void get()
        .ensureTemplates(kindsOf(get().graph))
        .catch((error) => logWarning('The templates of some nodes could not be loaded.', error))
    },
  }
}

/** Kinds that only their own type of flow can run. */
const ownKinds: Readonly<Record<string, readonly FlowType[]>> = {
  'Agent Flows': ['AGENTFLOW'],
  'Sequential Agents': ['MULTIAGENT'],
  'Multi Agents': ['MULTIAGENT'],
}

const offered = new WeakMap<Summaries, Map<FlowType, Summaries>>()

/** The node types that can be added to this flow. An agent flow has one start, which it has already. */
export function kindsFor(state: Pick<CanvasState, 'saved' | 'newType' | 'summaries'>): Summaries {
  const { summaries } = state
  const type = typeOf(state)
  const known = offered.get(summaries) ?? new Map<FlowType, Summaries>()
  offered.set(summaries, known)
  const found = known.get(type) ?? new Map([...summaries].filter(([, kind]) => fitsType(kind, type)))
  known.set(type, found)
  return found
}

function fitsType({ name, category }: NodeSummary, type: FlowType): boolean {
  const types = ownKinds[category]
  return type === 'AGENTFLOW'
    ? types?.includes(type) === true && name !== startName
    : types === undefined || types.includes(type)
}

export function isOfSteps(state: Pick<CanvasState, 'saved' | 'newType'>): boolean {
  return typeOf(state) === 'AGENTFLOW'
}

/** Agent flows run from a step to their end; parts of them cannot be run or pinned. */
export function runsInParts(state: Pick<CanvasState, 'saved' | 'newType'>): boolean {
  const type = typeOf(state)
  return type !== 'AGENTFLOW' && type !== 'MULTIAGENT'
}

function translateAll(summaries: Summaries): Summaries {
  return new Map([...summaries].map(([name, summary]) => [name, translateSummary(summary)]))
}

/** Kinds of the nodes, and of the components configured inside them. */
export function kindsOf({ nodes }: Pick<Graph, 'nodes'>): ReadonlySet<string> {
  return new Set([...nodes.values()].flatMap(({ data }) => [data.name, ...componentsIn(data.inputs)]))
}

/** Node kinds in the text of a flow file; none when it is unreadable. */
export function kindsIn(flowData: string): string[] {
  try {
    const { nodes } = JSON.parse(flowData) as { nodes?: { data?: { name?: unknown; inputs?: unknown } }[] }
    return (nodes ?? []).flatMap(({ data } = {}) => [
      String(data?.name),
      ...componentsIn(toRecord(data?.inputs)),
    ])
  } catch {
    return []
  }
}

export function useLoadedGraph(graph: Graph | undefined): Graph | undefined {
  const store = useCanvasStore()
  const kinds = useMemo(() => (graph ? [...kindsOf(graph)] : []), [graph])
  const isLoaded = useCanvas(({ summaries, templates }) =>
    kinds.every((name) => templates.has(name) || !summaries.has(name)),
  )
  const [failed, setFailed] = useState<Graph>()
  useEffect(() => {
    if (!isLoaded) {
      store
        .getState()
        .ensureTemplates(kinds)
        .catch(() => setFailed(graph))
    }
  }, [store, graph, kinds, isLoaded])
  return isLoaded || failed === graph ? graph : undefined
}
