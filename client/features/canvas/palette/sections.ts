import type { NodeSummary } from '#shared/node-summaries.ts'
import type { Summaries } from '../store/catalogue.ts'
import { byCategory } from './search-templates.ts'

/** `key` is the name of a category, or begins with a star where it is no category. */
export type Section = { key: string; templates: readonly NodeSummary[] }

export const ownSections = ['*favourites', '*recents', '*suggested'] as const
export type OwnSection = (typeof ownSections)[number]

type Memory = {
  favourites: readonly string[]
  recents: readonly string[]
  suggested: readonly NodeSummary[]
  kinds: Summaries
}

/** What stands in the palette, in its order: one's own before the catalogue's. `found` are those that are shown at all. */
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

/** The rows that are in sight, from top to bottom. */
export function entriesOf(sections: readonly Section[], closed: readonly string[]) {
  return sections
    .filter(({ key }) => !closed.includes(key))
    .flatMap(({ key, templates }) => templates.map((template) => ({ section: key, template })))
}
