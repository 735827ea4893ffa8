import { GripVertical, type LucideIcon } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { readRecords } from '#shared/json.ts'
import { moveItem, type Row, removeAt, replaceAt } from '../graph/rows.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/**
 * The rows of a field, and functions that change them. Each row keeps its key when it moves, so that typed text stays in it.
 * Two changes between two renders both count.
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

  function set(place: number, changes: Row, typing?: boolean) {
    put(replaceAt(latest.current, place, { ...latest.current[place], ...changes }), typing)
  }

  return {
    rows: stored,
    keys: known,
    change(place: number, name: string, cell: unknown, typing?: boolean) {
      set(place, { [name]: cell }, typing)
    },
    set,
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

/** One key per row. Rows that appear otherwise, such as by undo, get new keys. */
function fitKeys(keys: readonly number[], count: number): readonly number[] {
  const start = keys.length === 0 ? 0 : Math.max(...keys) + 1
  return Array.from({ length: count }, (_, place) => keys[place] ?? start + place - keys.length)
}

type Props = {
  place: number
  count: number
  onMove: (from: number, to: number) => void
}

const type = 'application/x-flowtill-row'

/** Moves a row by dragging or with the arrow keys. */
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
      className="reorder-handle centered unpadded text-tertiary no-background borderless round-4 height-24"
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

/** Alt with an arrow key moves a row from any of its fields. */
export function moveKeys(place: number, count: number, onMove: (from: number, to: number) => void) {
  return (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1 }[event.key]
    if (event.altKey && !event.defaultPrevented && to !== undefined && to >= 0 && to < count) {
      event.preventDefault()
      onMove(place, to)
    }
  }
}

/** Event handlers of a row that accepts another one. */
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

type ShowInPanelProps = {
  id: string
  labelId: string
  node: string
  field: string
  label: string
  icon: LucideIcon
  children: ReactNode
}

/** A summary on a card that opens the field in the inspector. */
export function ShowInPanel({ id, labelId, node, field, label, icon: Icon, children }: ShowInPanelProps) {
  const { canvasFields } = useTexts()
  const store = useCanvasStore()
  return (
    <button
      id={id}
      type="button"
      className="field-well field-choice nodrag row gap-6 grows shrinks text-primary borderless round-4 pressable body-13 text-left"
      aria-labelledby={`${labelId} ${id}`}
      title={canvasFields.editInPanel(label)}
      onClick={() => {
        store.getState().select([node])
        store.getState().put({ dock: 'inspector', target: { node, field } })
      }}
    >
      <Icon size={13} />
      <span>{children}</span>
    </button>
  )
}
