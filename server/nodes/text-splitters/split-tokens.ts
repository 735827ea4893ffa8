import { cutCharacters, joinPieces, type Sizes } from './split-text.ts'

/**
 * A word with the space before it, up to three digits, punctuation, or whitespace: where GPT tokenizers split
 * first.
 */
const beginnings = /\s?\p{L}+|\s?\p{N}{1,3}|\s?[^\s\p{L}\p{N}]+|\s+/gu
/** Common English words are one token; other words take one per three characters. */
const charactersPerToken = { plain: 7, other: 3 }

/** Chunks of at most `size` tokens. The count is estimated, too high rather than too low. */
export function splitTokens(text: string, sizes: Sizes): Promise<string[]> {
  return joinPieces(tokensOf(text), sizes, () => 1)
}

export function tokensOf(text: string): string[] {
  return (text.match(beginnings) ?? []).flatMap((part) =>
    cutCharacters(part, /^[\x20-\x7e]*$/.test(part) ? charactersPerToken.plain : charactersPerToken.other),
  )
}
