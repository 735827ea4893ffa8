export type DiffPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Longer answers are compared as wholes: the table of the comparison grows with the square of their words. */
const MAX_WORDS = 800

/** The words of two answers, as a longest common subsequence. Space belongs to the word before it. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)]
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS) {
    return before === after
      ? [{ kind: 'same', text: after }]
      : [
          { kind: 'removed', text: before },
          { kind: 'added', text: after },
        ]
  }
  return join(walk(old, fresh, lengthsOf(old, fresh)))
}

const wordsOf = (text: string) => text.match(/\S+\s*/g) ?? []
const same = (one: string | undefined, other: string | undefined) => one?.trim() === other?.trim()

/** Length of the longest common subsequence of the words from each pair of places on. */
function lengthsOf(old: readonly string[], fresh: readonly string[]): number[][] {
  const rows = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = rows[i]
      if (row) {
        row[j] = same(old[i], fresh[j])
          ? (rows[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(rows[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
      }
    }
  }
  return rows
}

function walk(old: readonly string[], fresh: readonly string[], lengths: number[][]): DiffPart[] {
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && same(old[i], fresh[j])) {
      parts.push({ kind: 'same', text: fresh[j] ?? '' })
      i += 1
      j += 1
    } else if (
      j >= fresh.length ||
      (i < old.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      parts.push({ kind: 'removed', text: old[i] ?? '' })
      i += 1
    } else {
      parts.push({ kind: 'added', text: fresh[j] ?? '' })
      j += 1
    }
  }
  return parts
}

function join(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.kind === part.kind) {
      last.text += part.text
    } else {
      joined.push({ ...part })
    }
  }
  return joined
}
