import { useCallback, useEffect, useRef, useState } from 'react'
import { useLoadTemplates } from '#client/components/use-load-templates.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { englishOf } from '#client/texts/translate-nodes.ts'
import { isNote } from '#shared/flow-file.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { fitsEnd, type OpenEnd, sortOfEnd } from '../graph/fits.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'
import { isFilled, outputPorts } from '../graph/shape.ts'
import { viewOf } from '../store/card-view.ts'
import { kindsFor, type Summaries } from '../store/catalogue.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { searchTemplates, synonymsOf } from './search-templates.ts'
import { kindOfTemplate } from './template-row.tsx'

const max = 4
const endings = /^(Chains|Agents|Engine)$/
const starters = ['conversationChain', 'chatDefault', 'bufferMemory', 'conversationalRetrievalQAChain']

/**
 * Node types this flow probably needs: for required inputs without a link, then for unused outputs; of each the first that is
 * not on the canvas. An empty canvas gets what most flows begin with.
 */
export function suggestTemplates(graph: Graph, kinds: Summaries, templates: Templates): NodeSummary[] {
  const usable = [...kinds.values()].filter(({ badge }) => badge !== 'DEPRECATING')
  const nodes = [...graph.nodes].filter(([, node]) => !isNote(node))
  if (nodes.length === 0) {
    return starters.flatMap((name) => kinds.get(name) ?? []).slice(0, max)
  }
  const there = new Set(nodes.map(([, { data }]) => data.name))
  const found = new Set<NodeSummary>()
  for (const end of oneOfEachSort(openEnds(graph, templates))) {
    const fitting = usable.filter((template) => fitsEnd(template, end))
    // A node type in use fits too, but it is copied rather than searched for.
    const fresh = fitting.find((template) => !there.has(template.name) && !found.has(template))
    if (fresh && !fitting.some((template) => found.has(template))) {
      found.add(fresh)
    }
    if (found.size === max) {
      break
    }
  }
  return [...found]
}

function oneOfEachSort(ends: readonly OpenEnd[]): OpenEnd[] {
  return [...Map.groupBy(ends, sortOfEnd).values()].flatMap((same) => same.slice(0, 1))
}

/** Required inputs, then unused outputs, then optional inputs. */
function openEnds(graph: Graph, templates: Templates): OpenEnd[] {
  const taken = new Set([...graph.edges.values()].map(({ sourceHandle }) => sourceHandle))
  const nodes = [...graph.nodes].filter(([, node]) => !isNote(node))
  const inputs = nodes.flatMap(([node, found]) =>
    viewOf(found, templates)
      .anchors.filter(({ name }) => !isFilled(found.data.inputs[name]))
      .map(({ id, optional }) => ({ node, handle: id, side: 'in' as const, optional })),
  )
  // The last node's output is the answer.
  const outputs = nodes
    .filter(([, { data }]) => !endings.test(templates.get(data.name)?.category ?? ''))
    .flatMap(([node, found]) =>
      outputPorts(viewOf(found, templates).shape, found.data)
        .filter(({ id }) => !taken.has(id))
        .map(({ id }) => ({ node, handle: id, side: 'out' as const })),
    )
  const needed = inputs.filter(({ optional }) => !optional)
  return [...needed, ...outputs, ...inputs.filter(({ optional }) => optional)]
}

const none: readonly NodeSummary[] = []
/** Debounce, so that typing and dragging do not re-render two hundred rows. */
const pauseMs = 150

/** Suggested node types, updated after a pause; the list keeps its identity while its contents are equal. */
export function useSuggested(kinds: Summaries, isReady: boolean): readonly NodeSummary[] {
  const store = useCanvasStore()
  const [suggested, suggest] = useState(none)

  useEffect(() => {
    if (!isReady) {
      return undefined
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    function look() {
      const { unplaced, templates } = store.getState()
      const next = suggestTemplates(unplaced, kinds, templates)
      suggest((before) => (isSame(before, next) ? before : next))
    }
    look()
    const leave = store.subscribe(({ unplaced }, before) => {
      if (unplaced !== before.unplaced) {
        clearTimeout(timer)
        timer = setTimeout(look, pauseMs)
      }
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [store, kinds, isReady])
  return suggested
}

function isSame(before: readonly NodeSummary[], next: readonly NodeSummary[]) {
  return before.length === next.length && before.every((template, index) => template === next[index])
}

export function useKinds(): Summaries {
  return useCanvas(kindsFor)
}

function englishWords(template: NodeSummary): string {
  const english = englishOf(template)
  return english === template ? '' : `${english.label} ${english.description}`
}

/** Searches node types in the catalogue's words and in the current language. */
export function useSearch() {
  const { nodes, common } = useTexts()
  return useCallback(
    (templates: readonly NodeSummary[], words: string) => {
      const categories: Record<string, string> = nodes.categories
      return searchTemplates(
        templates,
        words,
        (template) =>
          `${categories[template.category] ?? ''} ${common.kinds[kindOfTemplate(template)]} ${synonymsOf(template)} ${englishWords(template)}`,
      )
    },
    [nodes, common],
  )
}

/** A pointer that only crosses a row loads nothing. */
const WAIT_MS = 100

/** Preloads the full template of the kind most likely to be inserted next. */
export function usePrefetch(active: string | undefined, enabled = true) {
  const load = useLoadTemplates()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prefetch = useCallback(
    (name: string, waitMs = WAIT_MS) => {
      clearTimeout(timer.current)
      // A failure is reported when the kind is inserted.
      timer.current = setTimeout(() => void load([name]).catch(() => undefined), waitMs)
    },
    [load],
  )
  useEffect(() => {
    if (enabled && active !== undefined) {
      prefetch(active)
    }
  }, [active, enabled, prefetch])
  useEffect(() => () => clearTimeout(timer.current), [])
  return prefetch
}
