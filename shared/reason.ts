import { z } from 'zod'

const MIN_LENGTH = 5
const MAX_LENGTH = 500
const MIN_WORD_CHARACTERS = 3

/** Invisible characters: formatting, control, fillers. Unicode classifies some as letters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u{2800}]/gu
const SPACES = /[\s\p{Z}]+/gu
const WORD_CHARACTER = /[\p{L}\p{N}]/gu

/** A reason: long enough, and of letters or digits rather than dots or invisible characters. */
export function reasonText(message: string) {
  return z
    .string()
    .max(MAX_LENGTH)
    .transform((text) => text.replace(SPACES, ' ').replace(INVISIBLE, '').trim())
    .refine((text) => {
      const words = text.match(WORD_CHARACTER)?.length ?? 0
      return text.length >= MIN_LENGTH && words >= MIN_WORD_CHARACTERS
    }, message)
}
