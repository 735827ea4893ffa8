import { Chip } from '@mui/joy'
import type { CSSProperties, HTMLAttributes } from 'react'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { type Kind, kindOf } from '#shared/kinds.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { NodeIcon } from '../card/node-icon.tsx'

type Props = HTMLAttributes<HTMLDivElement> & {
  template: NodeTemplate
  isActive?: boolean
  /** Why it cannot be taken here. */
  reason?: string | undefined
}

/** What a kind of node gives: the kind of its first output. */
export function kindOfTemplate({ baseClasses, outputs }: NodeTemplate): Kind {
  const kind = kindOf(baseClasses)
  return kind === 'any' && outputs[0] ? kindOf(outputs[0].baseClasses) : kind
}

/** A kind of node in a list: its drawing, its name, a line about it, the sign of what it gives. */
export function TemplateRow({ template, isActive, reason, ...row }: Props) {
  const kind = kindOfTemplate(template)
  return (
    <div
      role="option"
      aria-selected={Boolean(isActive)}
      aria-disabled={reason !== undefined}
      tabIndex={-1}
      className="palette-row"
      data-active={isActive || undefined}
      style={{ '--glaze': kindColor(kind) } as CSSProperties}
      {...row}
    >
      <NodeIcon name={template.name} kind={kind} />
      <span className="palette-words">
        <strong>
          {template.label}
          {template.badge && (
            <Chip size="sm" variant="soft" color="primary">
              {template.badge}
            </Chip>
          )}
        </strong>
        <small>{reason ?? template.description}</small>
      </span>
      <KindGlyph kind={kind} size={13} />
    </div>
  )
}
