import { Star } from 'lucide-react'
import type { CSSProperties, HTMLAttributes } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { stepTemplates } from '../agent/step-templates.ts'
import { isStepKind, lookOfStep } from '../agent/step-view.ts'
import { NodeIcon } from '../card/node-icon.tsx'

type Props = HTMLAttributes<HTMLDivElement> & {
  template: NodeSummary
  isActive?: boolean
  reason?: string | undefined
  isFavourite?: boolean
  onFavourite?: () => void
}

/** Kind of a node type's first output. */
export function kindOfTemplate({ name, baseClasses, outputs }: NodeSummary): Kind {
  if (stepTemplates.has(name)) {
    return lookOfStep(name).kind
  }
  const kind = kindOf(baseClasses)
  return kind === 'any' && outputs[0] ? kindOf(outputs[0].baseClasses) : kind
}

/** Types of the same name are told apart by framework or category. */
export function secondLine({ tags, category, description }: NodeSummary): string {
  const prefix = tags.includes('LlamaIndex') ? 'LlamaIndex' : category === 'LLMs' ? 'LLM' : ''
  return prefix === '' ? description : `${prefix} · ${description}`
}

/** A node type in a list. */
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

/** Icon of a node type, or of a step, which the server does not know. */
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
