import { IconButton } from '@mui/joy'
import { ChevronDown, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'

type Props = {
  kind: Kind
  index: number
  name: string
  note: string
  aside?: ReactNode
  isOpenAtFirst?: boolean
  onRemove: () => void
  children: ReactNode
}

/** A source or a tool; its settings unfold below it. */
export function PartRow({
  kind,
  index,
  name,
  note,
  aside,
  isOpenAtFirst = false,
  onRemove,
  children,
}: Props) {
  const { editor: texts } = useTexts().assistants
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <li className="assistant-part outlined round-sm" data-kind={kind} data-index={index}>
      <div className="assistant-part-head row gap-10">
        <KindGlyph kind={kind} size={12} silent />
        <span className="stack grows shrinks">
          <strong className="truncate text-13 line-20">{name}</strong>
          <span className="truncate text-12 line-16 text-tertiary">{note}</span>
        </span>
        {aside && <span className="assistant-part-aside rigid">{aside}</span>}
        {children && (
          <IconButton
            size="sm"
            variant="plain"
            aria-label={texts.edit(name)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size={16} style={isOpen ? { rotate: '180deg' } : undefined} />
          </IconButton>
        )}
        <IconButton size="sm" variant="plain" aria-label={texts.remove(name)} onClick={onRemove}>
          <Trash2 size={15} />
        </IconButton>
      </div>
      <div id={id} className="assistant-part-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  )
}
