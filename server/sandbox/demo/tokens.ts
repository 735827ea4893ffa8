/** Tokens of at most six letters, and each sign: close to the count of real tokenizers. */
const token = /[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]/gu

export function countDemoTokens(text: string): number {
  return text.match(token)?.length ?? 0
}

/** Stream chunks of a text: words with their leading space. */
export function toPieces(text: string): string[] {
  return text.trimEnd().match(/\s*\S+/g) ?? []
}

export function limitTokens(text: string, max: number): { text: string; isCut: boolean } {
  let left = max
  let stored = ''
  for (const piece of toPieces(text)) {
    left -= countDemoTokens(piece)
    if (left < 0) {
      return { text: stored, isCut: true }
    }
    stored += piece
  }
  return { text: stored, isCut: false }
}

const words = 'one two three four five six seven eight nine ten'.split(' ')

export function makeWords(count: number): string {
  return Array.from({ length: count }, (_, index) => words[index % words.length]).join(' ')
}
