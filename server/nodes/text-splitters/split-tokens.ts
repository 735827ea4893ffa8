import { cutLetters, join, type Sizes } from './split-text.ts'

/** A word with the space before it, up to three digits, signs, or space alone: where tokenizers of GPT begin to cut. */
const beginnings = /\s?\p{L}+|\s?\p{N}{1,3}|\s?[^\s\p{L}\p{N}]+|\s+/gu
/** Common words of English are one token; words with other letters take one for about every third. */
const lettersPerToken = { plain: 7, other: 3 }

/** Pieces of at most `size` tokens. Counted without a model's own table: rather too many than too few. */
export function splitTokens(text: string, sizes: Sizes): string[] {
  return join(tokensOf(text), sizes, () => 1)
}

export function tokensOf(text: string): string[] {
  return (text.match(beginnings) ?? []).flatMap((part) =>
    cutLetters(part, /^[\x20-\x7e]*$/.test(part) ? lettersPerToken.plain : lettersPerToken.other),
  )
}
