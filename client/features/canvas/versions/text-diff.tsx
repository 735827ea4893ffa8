import { useEffect, useState } from 'react'
import { joinChanges, type Part, shorten } from './text-parts.ts'

/** A long text with what went and what came marked in it. Until the comparison is fetched, the two as they are. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const [parts, setParts] = useState<Part[]>()
  useEffect(() => {
    let wanted = true
    void import('diff').then(({ diffWordsWithSpace }) => {
      if (wanted) {
        setParts(shorten(joinChanges(diffWordsWithSpace(before, after))))
      }
    })
    return () => {
      wanted = false
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
