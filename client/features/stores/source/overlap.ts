/** Length of the longest end of one text that begins the other, ignoring space around them. */
export function overlapOf(before: string, after: string, max = 2_000): number {
  const end = before.trimEnd().slice(-max)
  const start = after.trimStart().slice(0, max)
  // Prefix function of Knuth, Morris and Pratt. The separator occurs in no text.
  const text = `${start}\u0000${end}`
  const fits = new Array<number>(text.length).fill(0)
  for (let place = 1; place < text.length; place += 1) {
    let length = fits[place - 1] ?? 0
    while (length > 0 && text[place] !== text[length]) {
      length = fits[length - 1] ?? 0
    }
    fits[place] = text[place] === text[length] ? length + 1 : length
  }
  return fits.at(-1) ?? 0
}

const MIN_OVERLAP = 10

export type Marked = { text: string; isOverlap: boolean }

/** A chunk in parts: what it repeats of the chunk before, its own text, and what the next one repeats. */
export function markOverlaps(text: string, before: string | undefined, after: string | undefined): Marked[] {
  const [own, lead] = [text.trim(), before === undefined ? 0 : overlapOf(before, text)]
  const tail = after === undefined ? 0 : overlapOf(text, after)
  const from = lead >= MIN_OVERLAP ? lead : 0
  const to = tail >= MIN_OVERLAP ? Math.max(from, own.length - tail) : own.length
  return [
    { text: own.slice(0, from), isOverlap: true },
    { text: own.slice(from, to), isOverlap: false },
    { text: own.slice(to), isOverlap: true },
  ].filter((part) => part.text !== '')
}
