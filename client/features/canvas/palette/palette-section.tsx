import { ChevronDown, Clock3, type LucideIcon, Sparkles, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { OwnSection } from './sections.ts'

type Props = { name: string; count: number; isOpen: boolean; onToggle: () => void; children: ReactNode }

const signs: Readonly<Record<OwnSection, LucideIcon>> = {
  '*favourites': Star,
  '*recents': Clock3,
  '*suggested': Sparkles,
}

/** A category of the catalogue, or one's own, with its rows when it is open. */
export function PaletteSection({ name, count, isOpen, onToggle, children }: Props) {
  const { board, nodes } = useTexts()
  const words: Record<string, string> = { ...nodes.categories, ...board.ownSections }
  const Sign = (signs as Record<string, LucideIcon>)[name]
  return (
    <section>
      <button type="button" className="palette-category" aria-expanded={isOpen} onClick={onToggle}>
        <ChevronDown size={14} />
        {Sign && <Sign size={13} aria-hidden="true" className="palette-sign" />}
        {words[name] ?? name}
        <span>{count}</span>
      </button>
      {isOpen && (
        <div role="listbox" aria-label={words[name] ?? name}>
          {children}
        </div>
      )}
    </section>
  )
}
