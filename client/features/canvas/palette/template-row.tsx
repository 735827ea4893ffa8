import { Star } from 'lucide-react'
import type { CSSProperties, HTMLAttributes } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { isStepKind, lookOfStep } from '../agent/step-kinds.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import { NodeIcon } from '../card/node-icon.tsx'

type Props = HTMLAttributes<HTMLDivElement> & {
  template: NodeSummary
  isActive?: boolean
  /** Why it cannot be taken here. */
  reason?: string | undefined
  isFavourite?: boolean
  onFavourite?: () => void
}

/** What a kind of node gives: the kind of its first output. */
export function kindOfTemplate({ name, baseClasses, outputs }: NodeSummary): Kind {
  if (stepTemplates.has(name)) {
    return lookOfStep(name).kind
  }
  const kind = kindOf(baseClasses)
  return kind === 'any' && outputs[0] ? kindOf(outputs[0].baseClasses) : kind
}

/** Kinds of the same name differ by their framework or category. */
export function secondLine({ tags, category, description }: NodeSummary): string {
  const prefix = tags.includes('LlamaIndex') ? 'LlamaIndex' : category === 'LLMs' ? 'LLM' : ''
  return prefix === '' ? description : `${prefix} · ${description}`
}

/** A kind of node in a list: its drawing, its name, a line about it, the sign of what it gives. */
export function TemplateRow({ template, isActive, reason, isFavourite, onFavourite, ...row }: Props) {
  const { board } = useTexts()
  const kind = kindOfTemplate(template)
  return (
    <div
      role="option"
      aria-selected={Boolean(isActive)}
      aria-disabled={reason !== undefined}
      tabIndex={-1}
      className="palette-node dock-row"
      data-active={isActive || undefined}
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
      {...row}
    >
      <TemplateIcon name={template.name} kind={kind} />
      <span className="dock-words">
        <strong>
          <span>{template.label}</span>
          {template.badge && (
            <span className="tag" data-tone={template.badge === 'DEPRECATING' ? 'old' : 'new'}>
              {template.badge === 'DEPRECATING' ? board.deprecated : template.badge}
            </span>
          )}
        </strong>
        <small>{reason ?? secondLine(template)}</small>
      </span>
      {onFavourite && (
        // A row is one choice and holds no button: with keys it is Ctrl and B in the search field.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <span
          className="palette-star"
          data-on={isFavourite || undefined}
          title={isFavourite ? board.noFavourite : board.favourite}
          onClick={(event) => {
            event.stopPropagation()
            onFavourite()
          }}
        >
          <Star size={14} aria-label={isFavourite ? board.isFavourite : undefined} />
        </span>
      )}
      <KindGlyph kind={kind} size={13} />
    </div>
  )
}

/** The drawing of a kind of node, or of a step, which the server knows nothing of. */
export function TemplateIcon({ name, kind }: { name: string; kind: Kind }) {
  if (!isStepKind(name)) {
    return <NodeIcon name={name} kind={kind} />
  }
  const { icon: Icon } = lookOfStep(name)
  return (
    <span className="node-icon" aria-hidden="true">
      <Icon size={16} strokeWidth={1.75} />
    </span>
  )
}
