import type { CSSProperties } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { isStepKind, lookOfStep } from '../agent/step-kinds.ts'
import { shownStepTemplates } from '../agent/step-templates.ts'
import { TemplateIcon } from '../palette/template-row.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** The nodes that one click adds: the last one takes what the others give. */
export function FirstPicture({ names }: { names: readonly string[] }) {
  const { agent } = useTexts()
  const summaries = useCanvas((state) => state.summaries)
  const cards = names.map((name) => ({ name, ...lookOf(name, summaries, agent.start) }))
  const [last, ...givers] = cards.toReversed()
  return (
    <div className="start-picture" aria-hidden="true">
      <div>
        {givers.toReversed().map(({ name, label, kind }) => (
          <span key={name} className="start-card" style={{ '--glaze': kindColor(kind) } as CSSProperties}>
            <TemplateIcon name={name} kind={kind} />
            <strong>{label}</strong>
            <i>
              <KindGlyph kind={kind} size={11} silent />
            </i>
          </span>
        ))}
      </div>
      {last && (
        <span className="start-card" style={{ '--glaze': kindColor(last.kind) } as CSSProperties}>
          <TemplateIcon name={last.name} kind={last.kind} />
          <strong>{last.label}</strong>
        </span>
      )}
    </div>
  )
}

type Look = { label: string; kind: Kind }

function lookOf(name: string, summaries: CanvasState['summaries'], startLabel: string): Look {
  if (isStepKind(name)) {
    // The palette, and so the templates, have no start: every agent flow has one already.
    return { label: shownStepTemplates().get(name)?.label ?? startLabel, kind: lookOfStep(name).kind }
  }
  const summary = summaries.get(name)
  return { label: summary?.label ?? name, kind: kindOf(summary?.baseClasses ?? []) }
}
