import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Starter, TemplateType } from '#shared/templates.ts'
import type { View } from '../board/use-view.ts'
import { readGraph } from '../graph/flow-graph.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useSoon } from './use-soon.ts'

type Props = { view: View; type: TemplateType }

/** Templates of this type of flow, those that need nothing first. One click puts it onto the canvas. */
export function StartTemplates({ view, type }: Props) {
  const { canvasStart: texts } = useTexts()
  const [language] = useLanguage()
  const [showsAll, setShowsAll] = useState(false)
  const starters = trpc.templates.starters.useQuery({ language, type }, { enabled: useSoon() })
  const gallery = trpc.templates.gallery.useQuery({ language }, { enabled: showsAll })
  const locked = useCanvas((state) => state.locked)
  const load = useTemplate(view)
  const { templates: first = [], total = 0 } = starters.data ?? {}
  const known = new Set(first.map(({ id }) => id))
  const others = (gallery.data ?? []).filter((each) => each.type === type && !known.has(each.id))
  const shown = showsAll ? [...first, ...others] : first
  if (starters.isSuccess && total === 0) {
    return null
  }
  return (
    <div className="start-templates">
      <h3>{texts.templates}</h3>
      <ul data-all={showsAll || undefined} aria-busy={starters.isPending}>
        {shown.map((template) => (
          <li key={template.id}>
            <button type="button" disabled={locked} onClick={() => void load(template)}>
              <FlowFingerprint thumbnail={template.thumbnail} width={62} height={42} />
              <span>
                <strong>{template.name}</strong>
                <small>{template.description}</small>
              </span>
              <ChevronRight size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {total > first.length && !showsAll && (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {texts.allTemplates(total)}
        </button>
      )}
    </div>
  )
}

function useTemplate(view: View) {
  const store = useCanvasStore()
  const [language] = useLanguage()
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()

  return async ({ id, name }: Starter) => {
    try {
      const { flowData, chatbotConfig } = await utils.templates.get.fetch({ id, language })
      if (flowData !== null) {
        store.setState({ newConfig: chatbotConfig ?? undefined })
        const { replaceFlow } = await import('../dialogs/import-actions.ts')
        replaceFlow(store, view, readGraph(flowData, name))
      }
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
}
