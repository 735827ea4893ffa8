/** ı has no dot to remove, so Unicode leaves it alone; the combining dot of İ is removed with the other marks. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ı', 'i').normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** True if every word of the query occurs in the text, ignoring diacritics: "musteri" finds "Müşteri". */
export function matches(text: string, query: string): boolean {
  const folded = foldText(text)
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
