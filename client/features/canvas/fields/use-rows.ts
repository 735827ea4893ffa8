import { useRef, useState } from 'react'
import { moveItem, type Row, readRecords, removeAt, replaceAt } from './rows.ts'

/**
 * Rows of a field, and the ways to change them. Each row has a key that goes with it when it moves, so that what is being
 * typed stays where it is. Two changes between two drawings both count.
 */
export function useRows(value: unknown, write: (rows: readonly Row[], typing?: boolean) => void) {
  const stored = readRecords(value)
  const latest = useRef(stored)
  latest.current = stored
  const [keys, setKeys] = useState<readonly number[]>([])
  const known = fitKeys(keys, stored.length)
  const next = known.length === 0 ? 0 : Math.max(...known) + 1

  function put(rows: readonly Row[], typing?: boolean) {
    latest.current = [...rows]
    write(rows, typing)
  }

  return {
    rows: stored,
    keys: known,
    change(place: number, name: string, cell: unknown, typing?: boolean) {
      put(replaceAt(latest.current, place, { ...latest.current[place], [name]: cell }), typing)
    },
    add(row: Row, place = latest.current.length) {
      setKeys([...known.slice(0, place), next, ...known.slice(place)])
      put([...latest.current.slice(0, place), row, ...latest.current.slice(place)])
    },
    remove(place: number) {
      setKeys(removeAt(known, place))
      put(removeAt(latest.current, place))
    },
    move(from: number, to: number) {
      setKeys(moveItem(known, from, to))
      put(moveItem(latest.current, from, to))
    },
    replaceAll: put,
  }
}

/** As many keys as there are rows: rows that came from elsewhere, by undo for one, get their own. */
function fitKeys(keys: readonly number[], count: number): readonly number[] {
  const start = keys.length === 0 ? 0 : Math.max(...keys) + 1
  return Array.from({ length: count }, (_, place) => keys[place] ?? start + place - keys.length)
}
