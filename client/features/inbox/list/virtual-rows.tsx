import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'

/** Rows drawn beyond the visible ones, so that fast scrolling and the keyboard find them. */
const OVERSCAN = 6
/** Where no height is known yet. */
const MIN_ROWS = 20

export type RowsHandle = { show(index: number): void }

type Props<Row> = {
  handle?: Ref<RowsHandle>
  label: string
  rows: readonly Row[]
  rowHeight: number
  keyOf: (row: Row) => string
  render: (row: Row, index: number) => ReactNode
  /** The end comes into view. */
  onEnd: () => void
  foot?: ReactNode
}

/** A list of rows of one height, of which only the visible ones are in the document. */
export function VirtualRows<Row>({ handle, label, rows, rowHeight, keyOf, render, onEnd, foot }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 0 })
  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN)
  const count = Math.max(MIN_ROWS, Math.ceil(view.height / rowHeight) + 2 * OVERSCAN)
  const last = Math.min(rows.length, first + count)
  const isAtEnd = last >= rows.length

  useEffect(() => {
    const element = frame.current
    if (!element) {
      return undefined
    }
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])

  useEffect(() => {
    if (isAtEnd && rows.length > 0) {
      onEnd()
    }
  }, [isAtEnd, rows.length, onEnd])

  useImperativeHandle(handle, () => ({
    show(index) {
      const element = frame.current
      const top = index * rowHeight
      if (
        element &&
        (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      ) {
        element.scrollTop = top - (element.clientHeight - rowHeight) / 2
      }
    },
  }))

  return (
    <div ref={frame} className="inbox-rows grows shrinks-y scrolls-y relative">
      <ul
        className="unlisted unpadded relative"
        aria-label={label}
        style={{ height: rows.length * rowHeight }}
      >
        {rows.slice(first, last).map((row, place) => (
          <li
            key={keyOf(row)}
            className="inbox-row absolute full-width"
            aria-setsize={rows.length}
            aria-posinset={first + place + 1}
            style={{ height: rowHeight, transform: `translateY(${(first + place) * rowHeight}px)` }}
          >
            {render(row, first + place)}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  )
}
