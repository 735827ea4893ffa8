import { foldText } from '#client/components/fold-text.ts'
import type { Block, Page, PageName } from './pages.ts'

export type Result = { page: PageName; pageTitle: string; id: string; title: string; excerpt: string }

const MAX_RESULTS = 8
const EXCERPT_LENGTH = 96

/** Sections in which every word of the query occurs, those with the words in their titles first. */
export function searchPages(pages: readonly Page[], query: string): Result[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    return []
  }
  return pages
    .flatMap(toSections)
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ section: { text, ...section } }) => ({ ...section, excerpt: excerptOf(text, words) }))
}

type Searched = Omit<Result, 'excerpt'> & { text: string }

function toSections({ name, title: pageTitle, lead, sections }: Page): Searched[] {
  const ofPage = { page: name, pageTitle }
  return [
    { ...ofPage, id: '', title: pageTitle, text: toPlainText(lead) },
    ...sections.map(({ id, title, blocks }) => ({ ...ofPage, id, title, text: toPlainText(blocks) })),
  ]
}

/** Markdown without its marks; code blocks are left out. */
function toPlainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => ('text' in block ? block.text : ''))
    .join('\n')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^\|[ -|]+\|$/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/^(?:[-#]|\d+\.) /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Zero if a word is missing. The page's own title counts more than a section's, a section's more than its text. */
function scoreOf({ id, title, pageTitle, text }: Searched, words: readonly string[]) {
  const [heading, page, body] = [title, pageTitle, text].map(foldText) as [string, string, string]
  const scores = words.map((word) =>
    heading.includes(word) ? (id === '' ? 12 : 8) : body.includes(word) ? 2 : page.includes(word) ? 1 : 0,
  )
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

/** The text around the first word that was found. */
function excerptOf(text: string, words: readonly string[]) {
  // Folding may change the length of a letter; the place is near enough for an excerpt.
  const folded = foldText(text)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place !== -1)
  const place = places.length > 0 ? Math.min(...places) : 0
  const from = place < EXCERPT_LENGTH / 2 ? 0 : text.lastIndexOf(' ', place - 24) + 1
  const excerpt = text.slice(from, from + EXCERPT_LENGTH)
  const shown =
    from + EXCERPT_LENGTH < text.length ? `${excerpt.slice(0, excerpt.lastIndexOf(' '))} …` : excerpt
  return from > 0 ? `… ${shown}` : shown
}
