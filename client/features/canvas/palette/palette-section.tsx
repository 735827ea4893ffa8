import { ChevronDown, Clock3, type LucideIcon, Sparkles, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { Summaries } from '../store/catalogue.ts'
import { byCategory } from './search-templates.ts'

export const facets = ['ready', 'langChain', 'llamaIndex', 'deprecated'] as const
export type Facet = (typeof facets)[number]

/**
 * Whether a node type matches the chosen facets: a framework, and a credential among `owned`. Deprecated types match only
 * when that facet is chosen.
 */
export function hasFacets(
  template: NodeSummary,
  target: readonly Facet[],
  owned: ReadonlySet<string>,
): boolean {
  const isLlama = template.tags.includes('LlamaIndex')
  const has: Record<Facet, () => boolean> = {
    ready: () => {
      const { credential } = template
      return (
        credential === undefined ||
        credential.optional === true ||
        credential.credentialNames.some((name) => owned.has(name))
      )
    },
    langChain: () => !isLlama,
    llamaIndex: () => isLlama,
    deprecated: () => true,
  }
  // The browser may have stored a facet of an earlier version.
  return isRequested(template, target) && target.every((facet) => has[facet]?.() ?? true)
}

function isRequested({ badge, tags }: NodeSummary, target: readonly Facet[]): boolean {
  const isLlamaRequested = target.includes('llamaIndex') && tags.includes('LlamaIndex')
  return badge !== 'DEPRECATING' || isLlamaRequested || target.includes('deprecated')
}

/** Node types that match the facets; deprecated ones only if a search finds nothing else. */
export function facetted(
  found: readonly NodeSummary[],
  target: readonly Facet[],
  owned: ReadonlySet<string>,
): readonly NodeSummary[] {
  const shown = found.filter((template) => hasFacets(template, target, owned))
  return shown.length > 0
    ? shown
    : found.filter((template) => hasFacets(template, [...target, 'deprecated'], owned))
}

/** Hides deprecated types while another one is found. */
export function currentFirst(kinds: readonly NodeSummary[]): readonly NodeSummary[] {
  const current = kinds.filter(({ badge }) => badge !== 'DEPRECATING')
  return current.length > 0 ? current : kinds
}

type Props = { chosen: readonly Facet[]; onChoose: (chosen: Facet[]) => void }

/** Frameworks exclude each other. */
const against: Partial<Record<Facet, Facet>> = { langChain: 'llamaIndex', llamaIndex: 'langChain' }

/** Filters of the palette. */
export function FacetBar({ chosen, onChoose }: Props) {
  const { board } = useTexts()
  return (
    <fieldset
      className="facet-bar flex wraps gap-6 rigid shrinks unpadded borderless"
      aria-label={board.facetsLabel}
    >
      {facets.map((facet) => {
        const isOn = chosen.includes(facet)
        return (
          <button
            className="plain-button border-box text-12 text-secondary outlined filled-on-hover height-24 pad-0-8"
            key={facet}
            type="button"
            aria-pressed={isOn}
            title={board.facetHints[facet]}
            onClick={() =>
              onChoose(
                isOn
                  ? chosen.filter((each) => each !== facet)
                  : [...chosen.filter((each) => each !== against[facet]), facet],
              )
            }
          >
            {board.facets[facet]}
          </button>
        )
      })}
    </fieldset>
  )
}

type PaletteSectionProps = {
  name: string
  count: number
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

const signs: Readonly<Record<OwnSection, LucideIcon>> = {
  '*favourites': Star,
  '*recents': Clock3,
  '*suggested': Sparkles,
}

/** A category of the palette with its rows. */
export function PaletteSection({ name, count, isOpen, onToggle, children }: PaletteSectionProps) {
  const { board, nodes } = useTexts()
  const words: Record<string, string> = { ...nodes.categories, ...board.ownSections }
  const Sign = (signs as Record<string, LucideIcon>)[name]
  return (
    <section>
      <button
        type="button"
        className="palette-category plain-button row border-box gap-6 full-width text-13 medium text-secondary"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
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

const ownSections = ['*favourites', '*recents', '*suggested'] as const
type OwnSection = (typeof ownSections)[number]

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
