import { useCallback, useEffect, useRef } from 'react'
import { useLoadTemplates } from '#client/components/use-load-templates.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { englishOf } from '#client/texts/translate-nodes.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { shownStepTemplates, stepTemplates } from '../agent/step-templates.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import type { Summaries } from '../store/catalogue.ts'
import { typeOf } from '../store/document.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { searchTemplates, synonymsOf } from './search-templates.ts'
import { kindOfTemplate } from './template-row.tsx'

/** The node types of this canvas: steps in an agent flow, else those the server runs. */
export function kindsFor(state: Pick<CanvasState, 'saved' | 'newType' | 'summaries'>): Summaries {
  return typeOf(state) === 'AGENTFLOW' ? shownStepTemplates() : state.summaries
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
      if (!stepTemplates.has(name)) {
        // A failure is reported when the kind is inserted.
        timer.current = setTimeout(() => void load([name]).catch(() => undefined), waitMs)
      }
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
