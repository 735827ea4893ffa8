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

const at = (lengths: number[][], i: number, j: number) => lengths[i]?.[j] ?? 0

/** Length of the longest common subsequence of the words from each pair of places on. */
function lengthsOf(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => [])
  for (const [i, row] of [...lengths.entries()].slice(0, -1).toReversed()) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      row[j] = same(old[i], fresh[j])
        ? at(lengths, i + 1, j + 1) + 1
        : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1))
    }
  }
  return lengths
}

function walk(old: readonly string[], fresh: readonly string[], lengths: number[][]): DiffPart[] {
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const kind = nextKind(old.slice(i, i + 1), fresh.slice(j, j + 1), {
      ...{ without: at(lengths, i + 1, j), withOld: at(lengths, i, j + 1) },
    })
    parts.push({ kind, text: (kind === 'removed' ? old[i] : fresh[j]) ?? '' })
    i += kind === 'added' ? 0 : 1
    j += kind === 'removed' ? 0 : 1
  }
  return parts
}

/** `without`: what can still be in common without the next old word, `withOld` with it. */
function nextKind(
  [before]: readonly string[],
  [after]: readonly string[],
  { without, withOld }: { without: number; withOld: number },
): DiffPart['kind'] {
  if (before === undefined || after === undefined) {
    return before === undefined ? 'added' : 'removed'
  }
  return same(before, after) ? 'same' : without >= withOld ? 'removed' : 'added'
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
