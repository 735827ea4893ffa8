import type { NodeSummary } from '#shared/node-summaries.ts'

const plain: Record<string, string> = {
  ı: 'i',
  ş: 's',
  ğ: 'g',
  ç: 'c',
  ö: 'o',
  ü: 'u',
  â: 'a',
  î: 'i',
  û: 'u',
}

/** Text for searching: small letters without their marks, so that "musteri" finds "Müşteri" in either alphabet. */
export function foldText(text: string): string {
  return text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('i̇', 'i')
    .replace(/[ışğçöüâîû]/g, (letter) => plain[letter] ?? letter)
}

/** How well a kind of node answers to some words; 0 when it does not. Every word must be found somewhere. */
export function scoreTemplate(template: NodeSummary, words: string, alsoCalled = ''): number {
  const { label, name, category, tags, description } = template
  const fields: [string, number][] = [
    [label, 16],
    [name, 8],
    [tags.join(' '), 6],
    [`${category} ${alsoCalled}`, 4],
    [description, 2],
  ]
  const scores = foldText(words)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => Math.max(0, ...fields.map(([text, weight]) => weight * closeness(foldText(text), word))))
  return scores.every((score) => score > 0) ? scores.reduce((sum, score) => sum + score, 1) : 0
}

// Found at the very beginning counts most, then at the beginning of a word.
function closeness(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at < 0) {
    return 0
  }
  return at === 0 ? 3 : /[\s\-_.·]/.test(text[at - 1] ?? '') ? 2 : 1
}

/**
 * The kinds of node that answer to some words, the best first; all, in their own order, without any. `alsoCalled` adds the
 * reader's own words for a category or a kind.
 */
export function searchTemplates(
  templates: readonly NodeSummary[],
  words: string,
  alsoCalled: (template: NodeSummary) => string = () => '',
): NodeSummary[] {
  if (words.trim() === '') {
    return [...templates]
  }
  return templates
    .map((template) => ({ template, score: scoreTemplate(template, words, alsoCalled(template)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.template.label.localeCompare(b.template.label))
    .map(({ template }) => template)
}

/** Kinds of node by category, in the order the catalogue has them. */
export function byCategory(templates: readonly NodeSummary[]): [string, NodeSummary[]][] {
  return [...Map.groupBy(templates, ({ category }) => category)]
}
