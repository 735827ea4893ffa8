/** ı has no dot to take away, so Unicode leaves it alone; the dot that İ leaves behind goes with the other marks. */
export function foldText(text: string): string {
  return text.toLowerCase().replaceAll('ı', 'i').normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** Whether every word of a query is somewhere in the text, whatever the marks on its letters: "musteri" finds "Müşteri". */
export function matches(text: string, query: string): boolean {
  const folded = foldText(text)
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
