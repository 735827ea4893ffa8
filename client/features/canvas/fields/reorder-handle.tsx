import { GripVertical } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { useTexts } from '#client/texts/texts.tsx'

type Props = {
  place: number
  count: number
  onMove: (from: number, to: number) => void
}

const type = 'application/x-flowtill-row'

/** Moves a row: dragged with the mouse, or with the arrow keys. */
export function ReorderHandle({ place, count, onMove }: Props) {
  const { canvasFields } = useTexts()

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1 }[event.key]
    if (to !== undefined && to >= 0 && to < count) {
      event.preventDefault()
      onMove(place, to)
    }
  }

  return (
    <button
      type="button"
      className="reorder-handle"
      draggable
      aria-label={canvasFields.moveRow(place + 1)}
      title={canvasFields.moveRowHow}
      onKeyDown={onKeyDown}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(type, String(place))
        dataTransfer.effectAllowed = 'move'
      }}
    >
      <GripVertical size={14} />
    </button>
  )
}

/** Alt with an arrow moves a row from any of its fields. */
export function moveKeys(place: number, count: number, onMove: (from: number, to: number) => void) {
  return (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1 }[event.key]
    if (event.altKey && !event.defaultPrevented && to !== undefined && to >= 0 && to < count) {
      event.preventDefault()
      onMove(place, to)
    }
  }
}

/** What a row needs so that another may be dropped on it. */
export function dropTarget(place: number, onMove: (from: number, to: number) => void) {
  return {
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes(type)) {
        event.preventDefault()
      }
    },
    onDrop(event: DragEvent) {
      const from = event.dataTransfer.getData(type)
      if (from !== '') {
        event.preventDefault()
        onMove(Number(from), place)
      }
    },
  }
}
