import { useEffect, useState } from 'react'

/** A long text with insertions and deletions marked. Shows both texts unmarked until the diff code is loaded. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const [parts, setParts] = useState<Part[]>()
  useEffect(() => {
    let target = true
    void import('diff').then(({ diffWordsWithSpace }) => {
      if (target) {
        setParts(shorten(joinChanges(diffWordsWithSpace(before, after))))
      }
    })
    return () => {
      target = false
    }
  }, [before, after])

  const shown: Part[] = parts ?? [
    { value: before, removed: true },
    { value: after, added: true },
  ]
  return (
    <p className="text-diff">
      {shown
        .filter(({ value }) => value !== '')
        .map(({ value, added, removed }, index) => {
          const key = `${index} ${added} ${removed}`
          if (added) {
            return <ins key={key}>{value}</ins>
          }
          return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
        })}
    </p>
  )
}

export type Part = { value: string; added?: boolean; removed?: boolean }

export function joinChanges(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  let gone = ''
  let come = ''
  const flush = () => {
    joined.push(
      ...(gone ? [{ value: gone, removed: true }] : []),
      ...(come ? [{ value: come, added: true }] : []),
    )
    gone = ''
    come = ''
  }
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const isBetween = (gone || come) && part.value.trim() === '' && !part.value.includes('\n')
    if (part.removed) {
      gone += part.value
    } else if (part.added) {
      come += part.value
    } else if (isBetween && (next?.added || next?.removed)) {
      gone += part.value
      come += part.value
    } else {
      flush()
      joined.push({ value: part.value })
    }
  }
  flush()
  return joined
}

/** Characters of unchanged text shown on either side of a change. */
const AROUND = 80

/** Unchanged text is cut to the words around the changes. */
export function shorten(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    const { value, added, removed } = part
    if (added || removed || value.length <= 2 * AROUND) {
      return part
    }
    const start = index === 0 ? '' : value.slice(0, AROUND).replace(/\S*$/, '')
    const end = index === parts.length - 1 ? '' : value.slice(-AROUND).replace(/^\S*/, '')
    return { value: `${start}…${end}` }
  })
}
