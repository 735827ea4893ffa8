import { foldText } from '#client/components/fold-text.ts'

export type Part = { text: string; isMatch: boolean }

/**
 * Splits a name into parts so that matches can be highlighted: "musteri" matches "Müşteri" in "Müşteri karşılama".
 */
export function markMatches(name: string, query: string): Part[] {
  const characters = [...name]
  // A character may fold to none or several, so each is folded and counted separately.
  const folded = characters.map(foldText)
  const text = folded.join('')
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const marked = new Set<number>()
  for (const word of words) {
    const start = text.indexOf(word)
    for (let place = start; start !== -1 && place < start + word.length; place += 1) {
      marked.add(place)
    }
  }

  const parts: Part[] = []
  let place = 0
  characters.forEach((letter, index) => {
    const length = folded[index]?.length ?? 0
    const isMatch = length === 0 ? (parts.at(-1)?.isMatch ?? false) : marked.has(place)
    place += length
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) {
      last.text += letter
    } else {
      parts.push({ text: letter, isMatch })
    }
  })
  return parts
}
