import { ChevronDown, Clock3, type LucideIcon, Sparkles, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { Summaries } from '../store/catalogue.ts'
import { byCategory } from './search-templates.ts'

type Props = { name: string; count: number; isOpen: boolean; onToggle: () => void; children: ReactNode }

const signs: Readonly<Record<OwnSection, LucideIcon>> = {
  '*favourites': Star,
  '*recents': Clock3,
  '*suggested': Sparkles,
}

/** A category of the palette with its rows. */
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

/** `key` is a category name, or begins with an asterisk for other sections. */
export type Section = { key: string; templates: readonly NodeSummary[] }

export const ownSections = ['*favourites', '*recents', '*suggested'] as const
export type OwnSection = (typeof ownSections)[number]

type Memory = {
  favourites: readonly string[]
  recents: readonly string[]
  suggested: readonly NodeSummary[]
  kinds: Summaries
}

/** Sections of the palette in order: the user's own before the catalogue's. `found` are the visible types. */
export function sectionsOf(
  found: readonly NodeSummary[],
  { favourites, recents, suggested, kinds }: Memory,
): Section[] {
  const isShown = new Set(found)
  const named = (names: readonly string[]) => names.flatMap((name) => kinds.get(name) ?? [])
  const own: Record<OwnSection, readonly NodeSummary[]> = {
    '*favourites': named(favourites),
    '*recents': named(recents),
    '*suggested': suggested,
  }
  return [
    ...ownSections.map((key) => ({ key, templates: own[key].filter((each) => isShown.has(each)) })),
    ...byCategory(found).map(([key, members]) => ({ key, templates: members })),
  ].filter((section) => section.templates.length > 0)
}

/** The visible rows, from top to bottom. */
export function entriesOf(sections: readonly Section[], closed: readonly string[]) {
  return sections
    .filter(({ key }) => !closed.includes(key))
    .flatMap(({ key, templates }) => templates.map((template) => ({ section: key, template })))
}
