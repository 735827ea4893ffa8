import { foldText } from '#client/components/fold-text.ts'

type Part = { text: string; isMatch: boolean }

const MIN_WORD = 2

/** Words of a query that a text contains, folded. */
export function wordsOf(query: string): string[] {
  const words = foldText(query).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => word.length >= MIN_WORD))]
}

/** Splits a text at words that begin with one of the given words. */
export function markWords(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) {
    return [{ text, isMatch: false }]
  }
  const parts: Part[] = []
  for (const [piece] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const folded = foldText(piece)
    const isMatch = words.some((word) => folded.startsWith(word))
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch) {
      last.text += piece
    } else {
      parts.push({ text: piece, isMatch })
    }
  }
  return parts
}

const LEAD = 40

/** The text from shortly before its first match, so that a short card shows it. */
export function excerptOf(text: string, words: readonly string[]): string {
  const [before, match] = markWords(text, words)
  if (!match || !before || before.isMatch || before.text.length <= LEAD * 2) {
    return text
  }
  const start = before.text.length - LEAD
  const word = text.indexOf(' ', start) + 1
  return `…${text.slice(word > 0 && word < before.text.length ? word : start)}`
}

export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map(({ text: part, isMatch }, place) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <mark key={place} className="chunk-match semibold">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
