import { foldText } from '#client/components/fold-text.ts'

/** How well a name answers to a query, the best first; `undefined` where it does not. */
export const closest = { start: 0, word: 1, inside: 2, others: 3, characters: 4, typo: 5 } as const
type Closeness = (typeof closest)[keyof typeof closest]

/** Letters in order count only if they begin with the name or a word of it. */
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

/** `pbl` is in `publish`, `nch` in `new chatflow`: every letter in order, from the beginning of a word on. */
function hasCharacters(text: string, word: string): boolean {
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  return word.length > 1 && starts.some((start) => text[start] === word[0] && isWithin(text, start, word))
}

/** Not spread over more than three times its own length, or everything would be found. */
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

/** One letter too many, missing, wrong, or two exchanged. */
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
