import { foldText } from '#client/components/fold-text.ts'

/** Ranks of a match between a name and a query, best first; `undefined` means no match. */
export const closest = { start: 0, word: 1, inside: 2, others: 3, characters: 4, typo: 5 } as const
type Closeness = (typeof closest)[keyof typeof closest]

/** A subsequence counts as a match only if it starts at the beginning of the name or of a word. */
export function closenessOf(name: string, others: string, query: string): Closeness | undefined {
  const [text, more, target] = [foldText(name), foldText(others), foldText(query).trim()]
  if (text.startsWith(target)) {
    return closest.start
  }
  if (text.includes(` ${target}`)) {
    return closest.word
  }
  const words = target.split(/\s+/)
  if (words.every((word) => text.includes(word))) {
    return closest.inside
  }
  if (words.every((word) => `${text} ${more}`.includes(word))) {
    return closest.others
  }
  return fuzzy(text, more, words)
}

function fuzzy(text: string, more: string, words: readonly string[]): Closeness | undefined {
  if (words.every((word) => text.includes(word) || hasCharacters(text, word))) {
    return closest.characters
  }
  const known = `${text} ${more}`.split(/[\s…]+/)
  return words.every((word) => known.some((each) => each.startsWith(word) || isTypo(each, word)))
    ? closest.typo
    : undefined
}

/** Matches `pbl` in `publish` and `nch` in `new chatflow`: all characters in order, from the start of a word. */
function hasCharacters(text: string, word: string): boolean {
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  return word.length > 1 && starts.some((start) => text[start] === word[0] && isWithin(text, start, word))
}

/** The match spans at most three times the query's length; otherwise everything would match. */
function isWithin(text: string, start: number, word: string): boolean {
  let at = start - 1
  for (const letter of word) {
    at = text.indexOf(letter, at + 1)
    if (at < 0 || at - start > 3 * word.length) {
      return false
    }
  }
  return true
}

const SHORTEST_WITH_TYPO = 4

/** One character added, missing or wrong, or two swapped. */
function isTypo(known: string, word: string): boolean {
  if (word.length < SHORTEST_WITH_TYPO || Math.abs(known.length - word.length) > 1) {
    return false
  }
  let [from, toKnown, toWord] = [0, known.length, word.length]
  while (from < Math.min(toKnown, toWord) && known[from] === word[from]) {
    from += 1
  }
  while (toKnown > from && toWord > from && known[toKnown - 1] === word[toWord - 1]) {
    toKnown -= 1
    toWord -= 1
  }
  const [left, right] = [known.slice(from, toKnown), word.slice(from, toWord)]
  const isSwapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isSwapped || (left.length <= 1 && right.length <= 1)
}
